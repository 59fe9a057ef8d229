import { useBlocker } from '@tanstack/react-router'
import type { LeaveGuard } from './leave.ts'

/**
 * Asks a dialog's or drawer's guard when its page is left: by the back button, the palette or a reload. Some dialogs
 * are part of the address (`open`): going back closes them, and another address replaces them.
 */
export function AskOnLeave({ guard }: { guard: LeaveGuard }) {
  useBlocker({
    shouldBlockFn: async ({ action, current, next }) => {
      const isOwn = (action === 'PUSH' || action === 'REPLACE') && !openIn(next)
      const stays = current.pathname === next.pathname && (isOwn || openIn(current) === openIn(next))
      return !stays && !(await guard())
    },
    enableBeforeUnload: () => guard.isDirty?.() ?? false,
  })
  return null
}

const openIn = ({ search }: { search: object }) => (search as { open?: unknown }).open
