import { useRef, useSyncExternalStore } from 'react'
import { getAsked, subscribeAsked } from './confirm.ts'
import { openedLazily } from './openedLazily.tsx'

const ConfirmDialog = openedLazily(() => import('./ConfirmDialog.tsx').then((module) => module.ConfirmDialog))

/** Where `confirm` asks. The shell has one. */
export function ConfirmHost() {
  const asked = useSyncExternalStore(subscribeAsked, getAsked)
  const last = useRef(asked)
  if (asked) last.current = asked
  // It keeps its words while it fades away. Each has a dialog of its own: one that was there already would take the Escape
  // that asked for an answer to it.
  return last.current && <ConfirmDialog key={last.current.id} opened={Boolean(asked)} question={last.current} />
}
