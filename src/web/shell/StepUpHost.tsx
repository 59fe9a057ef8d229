import { useRef, useSyncExternalStore } from 'react'
import { getStepUp, subscribeStepUp } from '../api/step-up.ts'
import { lazyDialog } from '../ui/lazyDialog.tsx'

const StepUpDialog = lazyDialog(() => import('./StepUpDialog.tsx').then((module) => module.StepUpDialog))

/** Where `askToConfirm` asks. The shell has one. */
export function StepUpHost() {
  const pending = useSyncExternalStore(subscribeStepUp, getStepUp)
  const last = useRef(pending)
  if (pending) last.current = pending
  return last.current && <StepUpDialog key={last.current.id} opened={Boolean(pending)} stepUp={last.current} />
}
