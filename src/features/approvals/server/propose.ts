import { createHash } from 'node:crypto'
import { isAdmin } from '#contract/permissions.ts'
import { queueMail } from '#features/mail/server/public.ts'
import type { App } from '#server/app.ts'
import { addLine } from '#server/audit/store.ts'
import { isAmong } from '#server/auth/audience.ts'
import { peopleWithRights } from '#server/auth/people.ts'
import { findToken } from '#server/auth/service-tokens.ts'
import type { Db } from '#server/db/connect.ts'
import type { Approvals, Proposing } from '#server/http/guard.ts'
import { actorOf } from '#server/http/principal.ts'
import { APPROVAL_WANTED, type Wanted } from './letters.ts'
import { note, together } from './done.ts'
import { keepSeconds } from './second.ts'
import { noticeWaiting } from './notices.ts'
import { addProposal, holdProposal, lineOf, rulesOf, waitingOn, type StoredProposal } from './store.ts'
import { shownTo } from './shown.ts'
import { nameOf } from '#contract/endpoint.ts'

const HOUR_MS = 3_600_000

/** Stores a proposal in the caller's transaction, with its audit line and the letters that its rule wants. */
export async function store(tx: Db, app: App, proposing: Proposing): Promise<StoredProposal> {
  const { endpoint, me, deed, cinemas, rule, asked, reason, key, requestId, now } = proposing
  const call = nameOf(endpoint)
  const { act, size, may, difference, fingerprint } = deed
  const token = me.tokenId === undefined ? undefined : await findToken(tx, me.tokenId)
  const { id, isNew } = await addProposal(tx, {
    act,
    call,
    may,
    cinemas,
    asked,
    size,
    together: proposing.together > size ? proposing.together : null,
    difference,
    fingerprint,
    reason,
    proposerId: token ? token.createdById : me.id,
    tokenId: me.tokenId ?? null,
    proposer: me.name,
    caller: me.caller,
    askedHash: createHash('sha256')
      .update(JSON.stringify([call, asked]))
      .digest('hex'),
    requestKey: key ?? null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + rule.hours * HOUR_MS),
  })
  const made = await holdProposal(tx, id)
  if (!isNew) return made
  await addLine(
    tx,
    actorOf(me),
    'approvals.propose',
    { ...lineOf('Proposed', made), after: { reason } },
    { requestId, now, cinemaIds: cinemas?.flat() ?? [] },
  )
  await noticeWaiting(tx, made, now)
  if (rule.isMailed)
    for (const person of await peopleWithRights(tx)) {
      const { id: adminId, email, userType } = person
      if (adminId === me.id || !isAdmin(userType) || !isAmong(person, made)) continue
      const params: Wanted = { proposalId: id, adminId }
      await queueMail(tx, app.jobs, { kind: APPROVAL_WANTED, recipient: email, params }, now)
    }
  return made
}

export const approvals: Approvals = {
  rulesOf,
  together,
  note,
  waitingOn,
  propose: (app, proposing) =>
    app.db.transaction(async (tx) => shownTo(tx, proposing.me, await store(tx, app, proposing), proposing.now)),
  keepSeconds,
}
