import { useRef, useSyncExternalStore } from 'react'
import { getReauthentication, subscribeReauthentication } from '../api/reauthentication.ts'
import { lazyDialog } from '../ui/lazyDialog.tsx'

const ReauthenticationDialog = lazyDialog(() =>
  import('./ReauthenticationDialog.tsx').then((module) => module.ReauthenticationDialog),
)

/** Shows the question of `askToConfirm`. The shell has one. */
export function ReauthenticationHost() {
  const pending = useSyncExternalStore(subscribeReauthentication, getReauthentication)
  const last = useRef(pending)
  if (pending) last.current = pending
  return (
    last.current && (
      <ReauthenticationDialog key={last.current.id} opened={Boolean(pending)} reauthenticate={last.current} />
    )
  )
}
