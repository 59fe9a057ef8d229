import { useBlocker } from '@tanstack/react-router'
import { confirm, type Question } from '#web/ui/confirm.ts'
import type { LeaveGuard as Guard } from '#web/ui/leave.ts'
import { useUploading } from './uploads.ts'

const LEAVE = {
  title: 'Leave without saving?',
  text: 'Your changes have not been saved',
  action: 'Discard',
  cancel: 'Keep editing',
  danger: true,
}

/**
 * Asks before a page with unsaved values or a running upload is left by a link, the back button or a closed tab.
 * `onDiscard` deletes the stored draft.
 */
export function LeaveGuard({ when, onDiscard }: { when: boolean; onDiscard?: () => void }) {
  const isUploading = useUploading() !== undefined
  const isBlocked = when || isUploading
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      isBlocked && current.pathname !== next.pathname && !(await discarding(LEAVE, onDiscard)),
    enableBeforeUnload: () => isBlocked,
  })
  return null
}

/** Returns the same question as a `guard` for a dialog or drawer. */
export const guardWhen = (isDirty: () => boolean, onDiscard?: () => void): Guard =>
  Object.assign(() => !isDirty() || discarding({ ...LEAVE, title: 'Close without saving?' }, onDiscard), { isDirty })

async function discarding(question: Question, onDiscard?: () => void) {
  const yes = await confirm(question)
  if (yes) onDiscard?.()
  return yes
}
