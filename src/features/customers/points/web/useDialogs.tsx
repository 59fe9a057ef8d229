import { lazy, Suspense, useState } from 'react'
import type { PointsMember } from '../contract.ts'

// Fetched when they are opened.
const PointsDialog = lazy(() => import('./PointsDialog.tsx'))
const TierDialog = lazy(() => import('./TierDialog.tsx'))
const HistoryDialog = lazy(() => import('./HistoryDialog.tsx'))

type What = 'award' | 'redeem' | 'tier' | 'history'

/** The dialogs of one member at a time. A member who is read anew meanwhile is the one that is shown. */
export function useDialogs(members: readonly PointsMember[] | undefined) {
  const [open, setOpen] = useState<{ what: What; member: PointsMember }>()
  const close = () => setOpen(undefined)
  const member = open && (members?.find(({ id }) => id === open.member.id) ?? open.member)
  return {
    show: (what: What, of: PointsMember) => setOpen({ what, member: of }),
    dialogs: (
      <Suspense>
        {member && (open.what === 'award' || open.what === 'redeem') && (
          <PointsDialog what={open.what} member={member} onClose={close} />
        )}
        {member && open.what === 'tier' && <TierDialog member={member} onClose={close} />}
        {member && open.what === 'history' && <HistoryDialog member={member} onClose={close} />}
      </Suspense>
    ),
  }
}
