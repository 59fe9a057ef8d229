import { useRef, useSyncExternalStore } from 'react'
import { getPending, subscribePending } from './confirm.ts'
import { lazyDialog } from './lazyDialog.tsx'

const ConfirmDialog = lazyDialog(() => import('./ConfirmDialog.tsx').then((module) => module.ConfirmDialog))

/** Shows the questions of `confirm`. The shell has one. */
export function ConfirmHost() {
  const question = useSyncExternalStore(subscribePending, getPending)
  const last = useRef(question)
  if (question) last.current = question
  // Keeps the text while the dialog fades out. Each question has its own dialog, because an open one would take the
  // Escape key that caused the question.
  return last.current && <ConfirmDialog key={last.current.id} opened={Boolean(question)} question={last.current} />
}
