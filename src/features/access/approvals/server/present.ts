import { toWire } from '#contract/approval.ts'
import { withChainRights, OTHER_CINEMA, refusal } from '#contract/permissions.ts'
import { messages as pointsMessages } from '#features/customers/points/rules.ts'
import { summaryFor, recordFor } from '#features/access/audit/rules.ts'
import { isAmong } from '#server/auth/audience.ts'
import type { Db } from '#server/db/connect.ts'
import type { Principal } from '#server/http/principal.ts'
import type { ApprovalRequest, ApprovalRequestRow } from '../contract.ts'
import { messages } from '../rules.ts'
import { isAlsoRequester, stateAt, type StoredApprovalRequest } from './store.ts'

/** A proposal as this person may see it. */
export function rowFor(me: Principal, approvalRequest: StoredApprovalRequest, now: Date): ApprovalRequestRow {
  const state = stateAt(approvalRequest, now)
  return {
    id: approvalRequest.id,
    action: approvalRequest.action,
    summary: approvalRequest.difference.map(({ entity, summary }) => summaryFor(me, entity, summary)).join('; '),
    amount: toWire(approvalRequest.action, approvalRequest.size),
    total: approvalRequest.total === null ? null : toWire(approvalRequest.action, approvalRequest.total),
    reason: approvalRequest.reason,
    requesterId: approvalRequest.tokenId === null ? approvalRequest.requesterId : null,
    requester: approvalRequest.requester,
    createdAt: approvalRequest.createdAt.toISOString(),
    expiresAt: approvalRequest.expiresAt.toISOString(),
    state,
    decidedAt: (state === 'expired' ? approvalRequest.expiresAt : approvalRequest.decidedAt)?.toISOString() ?? null,
    decidedBy: approvalRequest.decidedBy,
    decision: approvalRequest.decision,
  }
}

export async function presentFor(
  db: Db,
  me: Principal,
  approvalRequest: StoredApprovalRequest,
  now: Date,
): Promise<ApprovalRequest> {
  const row = rowFor(me, approvalRequest, now)
  const seen = (entity: string, record: unknown) => (recordFor(me, entity, record) ?? {}) as Record<string, unknown>
  return {
    ...row,
    difference: approvalRequest.difference.map(({ entity, id, summary, before, after }) => ({
      entity,
      id,
      summary: summaryFor(me, entity, summary),
      before: seen(entity, before),
      after: seen(entity, after),
    })),
    fingerprint: approvalRequest.fingerprint,
    decisionBlockedReason:
      row.state === 'pending'
        ? ((await decisionBlockedReason(db, me, approvalRequest)) ?? null)
        : messages.decided(row.state, row.decidedBy),
    isOwn: isOwn(me, approvalRequest),
  }
}

export const isOwn = (me: Principal, { requesterId, tokenId }: StoredApprovalRequest): boolean =>
  me.tokenId === undefined ? requesterId === me.id : tokenId === me.tokenId

/** Why this person does not decide about it: they proposed it, or could not do it themselves. */
export async function decisionBlockedReason(
  db: Db,
  me: Principal,
  approvalRequest: StoredApprovalRequest,
): Promise<string | undefined> {
  if (me.tokenId !== undefined) return messages.noProgram
  if (approvalRequest.requesterId === me.id)
    return approvalRequest.tokenId === null ? messages.ownApprovalRequest : messages.ownToken
  const { action, size, permission } = approvalRequest
  if (!isAmong(me, approvalRequest)) return refusal(withChainRights(me), permission) ?? OTHER_CINEMA
  if (action === 'points' && size > me.pointsLimit) return pointsMessages.overPointsLimit(me.pointsLimit)
  return (await isAlsoRequester(db, me, approvalRequest.id)) ? messages.onePerson : undefined
}
