import { useRef, useSyncExternalStore } from 'react'
import { getWantedReason, subscribeWantedReason } from '../api/approval.ts'
import { lazyDialog } from '../ui/lazyDialog.tsx'

const ReasonDialog = lazyDialog(() => import('./ReasonDialog.tsx').then((module) => module.ReasonDialog))

/** Shows the questions of `askForReason`. The shell has one. */
export function ReasonHost() {
  const wanted = useSyncExternalStore(subscribeWantedReason, getWantedReason)
  const last = useRef(wanted)
  if (wanted) last.current = wanted
  return last.current && <ReasonDialog key={last.current.id} opened={Boolean(wanted)} wanted={last.current} />
}
