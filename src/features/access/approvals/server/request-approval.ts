import { createHash } from 'node:crypto'
import { isAdmin } from '#contract/permissions.ts'
import { queueEmail } from '#features/messages/emails/server/public.ts'
import type { App } from '#server/app.ts'
import { addLine } from '#server/audit/store.ts'
import { isAmong } from '#server/auth/audience.ts'
import { peopleWithRights } from '#server/auth/people.ts'
import { findToken } from '#server/auth/service-tokens.ts'
import type { Db } from '#server/db/connect.ts'
import type { Approvals, RequestingApproval } from '#server/http/approval.ts'
import { actorOf } from '#server/http/principal.ts'
import { APPROVAL_WANTED, type Wanted } from './emails.ts'
import { note, total } from './limit-usage.ts'
import { requireSecondApprovers } from './second-approver.ts'
import { alertPending } from './alerts.ts'
import {
  addApprovalRequest,
  lockApprovalRequest,
  lineOf,
  rulesOf,
  pendingFor,
  type StoredApprovalRequest,
} from './store.ts'
import { presentFor } from './present.ts'
import { nameOf } from '#contract/endpoint.ts'

const HOUR_MS = 3_600_000

/** Stores a proposal in the caller's transaction, with its audit line and the emails that its rule wants. */
export async function store(tx: Db, app: App, requestingApproval: RequestingApproval): Promise<StoredApprovalRequest> {
  const { endpoint, me, subject, cinemas, rule, input, reason, key, requestId, now } = requestingApproval
  const call = nameOf(endpoint)
  const { action, size, permission, difference, fingerprint } = subject
  const token = me.tokenId === undefined ? undefined : await findToken(tx, me.tokenId)
  const { id, isNew } = await addApprovalRequest(tx, {
    action: action,
    call,
    permission,
    cinemas,
    input,
    size,
    total: requestingApproval.total > size ? requestingApproval.total : null,
    difference,
    fingerprint,
    reason,
    requesterId: token ? token.createdById : me.id,
    tokenId: me.tokenId ?? null,
    requester: me.name,
    caller: me.caller,
    requestHash: createHash('sha256')
      .update(JSON.stringify([call, input]))
      .digest('hex'),
    requestKey: key ?? null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + rule.hours * HOUR_MS),
  })
  const made = await lockApprovalRequest(tx, id)
  if (!isNew) return made
  await addLine(
    tx,
    actorOf(me),
    'approvals.request',
    { ...lineOf('Requested approval', made), after: { reason } },
    { requestId, now, cinemaIds: cinemas?.flat() ?? [] },
  )
  await alertPending(tx, made, now)
  if (rule.isEmailed)
    for (const person of await peopleWithRights(tx)) {
      const { id: adminId, email, userType } = person
      if (adminId === me.id || !isAdmin(userType) || !isAmong(person, made)) continue
      const params: Wanted = { approvalRequestId: id, adminId }
      await queueEmail(tx, app.jobs, { kind: APPROVAL_WANTED, recipient: email, params }, now)
    }
  return made
}

export const approvals: Approvals = {
  rulesOf,
  total,
  note,
  pendingFor,
  requestApproval: (app, requestingApproval) =>
    app.db.transaction(async (tx) =>
      presentFor(tx, requestingApproval.me, await store(tx, app, requestingApproval), requestingApproval.now),
    ),
  requireSecondApprovers,
}
