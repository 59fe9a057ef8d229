import { useRef, useSyncExternalStore } from 'react'
import { getStepUp, subscribeStepUp } from '../api/step-up.ts'
import { openedLazily } from '../ui/openedLazily.tsx'

const StepUpDialog = openedLazily(() => import('./StepUpDialog.tsx').then((module) => module.StepUpDialog))

/** Where `askToConfirm` asks. The shell has one. */
export function StepUpHost() {
  const asked = useSyncExternalStore(subscribeStepUp, getStepUp)
  const last = useRef(asked)
  if (asked) last.current = asked
  return last.current && <StepUpDialog key={last.current.id} opened={Boolean(asked)} stepUp={last.current} />
}
