import { useBlocker } from '@tanstack/react-router'
import type { LeaveGuard } from './leave.ts'

/**
 * Asks a dialog's or drawer's guard when its page is left as well: by the back button, the palette, a reload. Some are
 * open by their address (`open`): going back closes them, going to another one takes their place.
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
