import { useRef, useSyncExternalStore } from 'react'
import { getPending, subscribePending } from './confirm.ts'
import { lazyDialog } from './lazyDialog.tsx'

const ConfirmDialog = lazyDialog(() => import('./ConfirmDialog.tsx').then((module) => module.ConfirmDialog))

/** Where `confirm` asks. The shell has one. */
export function ConfirmHost() {
  const question = useSyncExternalStore(subscribePending, getPending)
  const last = useRef(question)
  if (question) last.current = question
  // It keeps its words while it fades away. Each has a dialog of its own: one that was there already would take the Escape
  // that asked for an answer to it.
  return last.current && <ConfirmDialog key={last.current.id} opened={Boolean(question)} question={last.current} />
}
