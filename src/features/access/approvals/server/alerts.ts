import { APPROVAL_ACTIONS, describeAmount, toWire, type ApprovalAction } from '#contract/approval.ts'
import { isolated } from '#contract/isolate.ts'
import type { Cinemas } from '#server/auth/audience.ts'
import type { Db } from '#server/db/connect.ts'
import { endAlert, raiseAlert, type AlertKind } from '#server/alerts/raise.ts'
import { STATE_LABELS, type State } from '../rules.ts'

/** It is for those who have the rights of what is proposed, but for whoever proposed it. */
export const approvalPending: AlertKind = {
  name: 'approval-pending',
  label: 'Proposals that wait for approval',
  about: 'Somebody proposed what a second person has to approve, and you may.',
  permission: 'person',
}

type Waiting = {
  id: number
  action: ApprovalAction
  size: number
  permission: string[]
  cinemas: Cinemas
  requesterId: number | null
  requester: string
}

export const alertPending = (
  tx: Db,
  { id, action, size, permission, cinemas, requesterId, requester }: Waiting,
  now: Date,
) =>
  raiseAlert(tx, approvalPending, {
    key: String(id),
    title: `${APPROVAL_ACTIONS[action].one} waits for approval`,
    detail: [describeAmount(action, toWire(action, size)), `proposed by ${isolated(requester)}`]
      .filter(Boolean)
      .join(', '),
    path: `/dashboard/approvals/${id}`,
    permission: permission as AlertKind['permission'],
    cinemas,
    at: now,
    ...(requesterId !== null && { exceptId: requesterId }),
  })

/** Nobody has to look at it any more. */
export const alertDecided = (tx: Db, id: number, state: State, now: Date) =>
  endAlert(tx, approvalPending, String(id), { at: now, ended: STATE_LABELS[state], isSettled: true })
