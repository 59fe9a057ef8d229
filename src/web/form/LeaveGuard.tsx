import { useBlocker } from '@tanstack/react-router'
import { confirm } from '#web/ui/confirm.ts'
import type { LeaveGuard as Guard } from '#web/ui/leave.ts'
import { useUploading } from './uploads.ts'

const LEAVE = {
  title: 'Leave without saving?',
  text: 'What you typed here has not been saved.',
  act: 'Leave',
  cancel: 'Stay',
  danger: true,
}

/** Asks before a page with unsaved typing or a running upload is left, by a link, the back button or closing the tab. */
export function LeaveGuard({ when }: { when: boolean }) {
  const isUploading = useUploading() !== undefined
  const isHeld = when || isUploading
  useBlocker({
    shouldBlockFn: async ({ current, next }) => isHeld && current.pathname !== next.pathname && !(await confirm(LEAVE)),
    enableBeforeUnload: () => isHeld,
  })
  return null
}

/** The same question for a dialog or drawer: its `guard`. */
export const guardWhen = (isDirty: () => boolean): Guard =>
  Object.assign(
    () => !isDirty() || confirm({ ...LEAVE, title: 'Close without saving?', act: 'Close', cancel: 'Go on typing' }),
    { isDirty },
  )
