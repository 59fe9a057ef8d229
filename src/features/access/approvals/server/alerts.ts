import { describeAmount, toWire, type ApprovalAction } from '#contract/approval.ts'
import { isolated } from '#contract/isolate.ts'
import type { Cinemas } from '#server/auth/audience.ts'
import type { Db } from '#server/db/connect.ts'
import { endAlert, raiseAlert, type AlertKind } from '#server/alerts/raise.ts'
import type { Change } from '#server/http/approval.ts'
import { STATE_LABELS, type State } from '../rules.ts'
import { titleOf } from './title.ts'

/** For everyone who can approve the request, except the requester. */
export const approvalPending: AlertKind = {
  name: 'approval-pending',
  label: 'Approval requests',
  about: 'A request needs approval and you can approve it',
  permission: 'person',
}

type Waiting = {
  id: number
  action: ApprovalAction
  size: number
  difference: readonly Change[]
  permission: string[]
  cinemas: Cinemas
  requesterId: number | null
  requester: string
}

export const alertPending = (
  tx: Db,
  { id, action, size, difference, permission, cinemas, requesterId, requester }: Waiting,
  now: Date,
) =>
  raiseAlert(tx, approvalPending, {
    key: String(id),
    title: `New approval request: ${titleOf(action, difference)}`,
    detail: [describeAmount(action, toWire(action, size)), `requested by ${isolated(requester)}`]
      .filter(Boolean)
      .join(', '),
    path: `/dashboard/approvals/${id}`,
    permission: permission as AlertKind['permission'],
    cinemas,
    at: now,
    ...(requesterId !== null && { exceptId: requesterId }),
  })

/** Ends the alert of a decided or expired request. */
export const alertDecided = (tx: Db, id: number, state: State, now: Date) =>
  endAlert(tx, approvalPending, String(id), { at: now, ended: STATE_LABELS[state], isSettled: true })
