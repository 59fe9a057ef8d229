import { isolated } from '#contract/isolate.ts'
import { isAdmin, OTHER_CINEMA, refusal, SERVICE_TOKEN } from '#contract/permissions.ts'
import type { App } from '#server/app.ts'
import { addLine } from '#server/audit/store.ts'
import type { AuditSummary } from '#server/audit/summary.ts'
import { isAmong } from '#server/auth/audience.ts'
import { integrationById } from '#server/auth/service-tokens.ts'
import { principalOfAdmin } from '#server/auth/sessions.ts'
import type { Db } from '#server/db/connect.ts'
import { runFor, withoutVersions } from '#server/http/run-for.ts'
import type { ApprovalSubject } from '#server/http/approval.ts'
import type { Context } from '#server/http/handle.ts'
import { actorOf, type Principal } from '#server/http/principal.ts'
import { assertInScope } from '#server/http/scope.ts'
import { conflict, forbidden, notFound, Refusal } from '#server/http/problem.ts'
import type { approvals } from '../contract.ts'
import { messages } from '../rules.ts'
import { presentFor, decisionBlockedReason } from './present.ts'
import {
  decide,
  findApprovalRequest,
  lockApprovalRequest,
  approvalRequestById,
  renew,
  stateAt,
  lineOf,
  type StoredApprovalRequest,
} from './store.ts'

/** What is to be done is not what was seen. */
class SubjectChanged extends Error {
  readonly subject: ApprovalSubject

  constructor(subject: ApprovalSubject) {
    super(messages.changed)
    this.subject = subject
  }
}

/** One that this person may see. @throws 404 */
export async function approvalRequestOr404(db: Db, id: number, me: Principal): Promise<StoredApprovalRequest> {
  const found = await findApprovalRequest(db, id, me)
  if (!found) throw notFound('approval request')
  return found
}

/** Holds a proposal that waits. @throws 409 for one that was decided about */
export async function lockPending(tx: Db, id: number, now: Date): Promise<StoredApprovalRequest> {
  const locked = await lockApprovalRequest(tx, id)
  const state = stateAt(locked, now)
  if (state !== 'pending') throw conflict(messages.decided(state, locked.decidedBy))
  return locked
}

/** @throws 403 for whoever may not decide about it */
export async function assertCanDecide(db: Db, me: Principal, approvalRequest: StoredApprovalRequest): Promise<void> {
  const reason = await decisionBlockedReason(db, me, approvalRequest)
  if (reason) throw forbidden(reason)
}

/**
 * Does what was proposed, as whoever proposed it, by the call's own handler. The decision is part of the transaction that
 * does it: of many approvals one does it, and after a crash it is done and decided, or neither.
 * @throws 409 with the proposal as it is now, when what it would do is another thing than what was seen
 */
export async function approve(context: Context<(typeof approvals)['approve']>): Promise<void> {
  const { app, db, params, body, me, now, request, say, write } = context
  const found = await approvalRequestOr404(db, params.id, me)
  // Sent again, as its answer was lost.
  if (found.state === 'approved' && found.decidedById === me.id) return
  await assertCanDecide(db, me, found)
  const { id } = found
  const at = { requestId: request.id, now, cinemaIds: found.cinemas?.flat() ?? [] }
  const state = stateAt(found, now)
  if (state !== 'pending') throw conflict(messages.decided(state, found.decidedBy))
  const requester = await requesterNow(app, found, now)
  if (typeof requester === 'string') {
    await write(async ({ db: tx, record }) => {
      await lockPending(tx, id, now)
      await decide(tx, id, { state: 'rejected', by: me, reason: requester, now })
      await record({ ...lineOf('Rejected the request', found), after: { reason: requester } })
    })
    throw conflict(messages.rejectedAlready(requester))
  }
  const route = app.guarded.get(found.call)
  if (!route) throw conflict(messages.cannot(messages.noCall))
  // What it is about may belong to another cinema by now.
  await assertInScope(app, route.endpoint, me, found.input!)
  let message: string | undefined
  /** This call's transaction has got as far as the decision. */
  let isDecided = false
  try {
    await runFor(route, app, {
      me: requester,
      input: withoutVersions(found.input!),
      isApproved: true,
      key: `approval-request-${id}`,
      note: `, approved by ${isolated(me.name)}`,
      say: (text) => void (message = text),
      request,
      now,
      before: (tx) => {
        isDecided = false
        return lockPending(tx, id, now)
      },
      judging: async (tx) => async (subjects) => {
        const subject = subjects.find(({ action }) => action === found.action)
        if (!subject) return
        if (subject.fingerprint !== body.fingerprint) throw new SubjectChanged(subject)
        await decide(tx, id, { state: 'approved', by: me, reason: '', now })
        const line = lineOf('Approved the request', found)
        const summary: AuditSummary = `${line.summary}, requested by ${isolated(found.requester)}`
        await addLine(tx, actorOf(me), 'approvals.approve', { ...line, summary }, at)
        isDecided = true
      },
    })
  } catch (error) {
    const after = (await approvalRequestById(db, id))!
    if (isDecided && after.state === 'approved' && error instanceof Refusal) return say(messages.butThen(error.message))
    const decided = stateAt(after, now)
    if (error instanceof SubjectChanged && decided !== 'pending')
      throw conflict(messages.decided(decided, after.decidedBy))
    // A fault, or somebody else was faster.
    if (decided !== 'pending') throw error
    if (error instanceof SubjectChanged) {
      await renew(db, id, error.subject)
      throw conflict(messages.changed, await presentFor(db, me, (await approvalRequestById(db, id))!, now))
    }
    if (error instanceof Refusal && error.status < 500) throw conflict(messages.cannot(error.message))
    throw error
  }
  if ((await approvalRequestById(db, id))!.state !== 'approved')
    throw new Error(`${found.call} did not declare its amount`)
  if (message) say(message)
}

/** Whoever proposed it, with their rights as they are now; or why they may not do it any more. */
async function requesterNow(app: App, approvalRequest: StoredApprovalRequest, now: Date): Promise<Principal | string> {
  const { requesterId, tokenId, permission } = approvalRequest
  const found =
    tokenId === null
      ? await principalOfAdmin(app.db, requesterId!)
      : await integrationById(app.db, tokenId, now, app.env.zone)
  if (typeof found === 'string') return messages.lost(approvalRequest.requester, found)
  if (!found || (found.userType !== SERVICE_TOKEN && !isAdmin(found.userType)))
    return messages.requesterLeft(approvalRequest.requester)
  const reason = isAmong(found, approvalRequest)
    ? undefined
    : (refusal(found, permission) ?? (approvalRequest.cinemas && OTHER_CINEMA))
  return reason ? messages.lost(approvalRequest.requester, reason) : found
}
