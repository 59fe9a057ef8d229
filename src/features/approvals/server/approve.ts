import { isolated } from '#contract/isolate.ts'
import { isAdmin, OTHER_CINEMA, refusal, SERVICE_TOKEN } from '#contract/permissions.ts'
import type { App } from '#server/app.ts'
import { addLine } from '#server/audit/store.ts'
import { isAmong } from '#server/auth/audience.ts'
import { integrationById } from '#server/auth/service-tokens.ts'
import { principalOfAdmin } from '#server/auth/sessions.ts'
import type { Db } from '#server/db/connect.ts'
import { runFor, withoutVersions } from '#server/http/run-for.ts'
import type { Deed } from '#server/http/guard.ts'
import type { Context } from '#server/http/handle.ts'
import { actorOf, type Principal } from '#server/http/principal.ts'
import { mustBeWithin } from '#server/http/reach.ts'
import { conflict, forbidden, notFound, Refusal } from '#server/http/problem.ts'
import type { approvals } from '../contract.ts'
import { messages } from '../rules.ts'
import { shownTo, whyNot } from './shown.ts'
import {
  decide,
  findProposal,
  holdProposal,
  proposalById,
  renew,
  stateAt,
  lineOf,
  type StoredProposal,
} from './store.ts'

/** What is to be done is not what was seen. */
class Moved extends Error {
  readonly deed: Deed

  constructor(deed: Deed) {
    super(messages.moved)
    this.deed = deed
  }
}

/** One that this person may see. @throws 404 */
export async function proposalOr404(db: Db, id: number, me: Principal): Promise<StoredProposal> {
  const found = await findProposal(db, id, me)
  if (!found) throw notFound('proposal')
  return found
}

/** Holds a proposal that waits. @throws 409 for one that was decided about */
export async function holdWaiting(tx: Db, id: number, now: Date): Promise<StoredProposal> {
  const held = await holdProposal(tx, id)
  const state = stateAt(held, now)
  if (state !== 'waiting') throw conflict(messages.decided(state, held.decidedBy))
  return held
}

/** @throws 403 for whoever may not decide about it */
export async function mayDecide(db: Db, me: Principal, proposal: StoredProposal): Promise<void> {
  const why = await whyNot(db, me, proposal)
  if (why) throw forbidden(why)
}

/**
 * Does what was proposed, as whoever proposed it, by the call's own handler. The decision is part of the transaction that
 * does it: of many approvals one does it, and after a crash it is done and decided, or neither.
 * @throws 409 with the proposal as it is now, when what it would do is another thing than what was seen
 */
export async function approve(context: Context<(typeof approvals)['approve']>): Promise<void> {
  const { app, db, params, body, me, now, request, say, write } = context
  const found = await proposalOr404(db, params.id, me)
  // Sent again, as its answer was lost.
  if (found.state === 'approved' && found.decidedById === me.id) return
  await mayDecide(db, me, found)
  const { id } = found
  const at = { requestId: request.id, now, cinemaIds: found.cinemas?.flat() ?? [] }
  const state = stateAt(found, now)
  if (state !== 'waiting') throw conflict(messages.decided(state, found.decidedBy))
  const proposer = await proposerNow(app, found, now)
  if (typeof proposer === 'string') {
    await write(async ({ db: tx, record }) => {
      await holdWaiting(tx, id, now)
      await decide(tx, id, { state: 'refused', by: me, reason: proposer, now })
      await record({ ...lineOf('Refused', found), after: { reason: proposer } })
    })
    throw conflict(messages.refusedAlready(proposer))
  }
  const route = app.guarded.get(found.call)
  if (!route) throw conflict(messages.cannot(messages.noCall))
  // What it is about may belong to another cinema by now.
  await mustBeWithin(app, route.endpoint, me, found.asked!)
  let said: string | undefined
  /** This call's transaction has got as far as the decision. */
  let isDecided = false
  try {
    await runFor(route, app, {
      me: proposer,
      asked: withoutVersions(found.asked!),
      isApproved: true,
      key: `proposal-${id}`,
      note: `, approved by ${isolated(me.name)}`,
      say: (words) => void (said = words),
      request,
      now,
      before: (tx) => {
        isDecided = false
        return holdWaiting(tx, id, now)
      },
      judging: async (tx) => async (deeds) => {
        const deed = deeds.find(({ act }) => act === found.act)
        if (!deed) return
        if (deed.fingerprint !== body.fingerprint) throw new Moved(deed)
        await decide(tx, id, { state: 'approved', by: me, reason: '', now })
        const line = lineOf('Approved', found)
        const summary = `${line.summary}, proposed by ${isolated(found.proposer)}`
        await addLine(tx, actorOf(me), 'approvals.approve', { ...line, summary }, at)
        isDecided = true
      },
    })
  } catch (error) {
    const after = (await proposalById(db, id))!
    if (isDecided && after.state === 'approved' && error instanceof Refusal) return say(messages.butThen(error.message))
    const decided = stateAt(after, now)
    if (error instanceof Moved && decided !== 'waiting') throw conflict(messages.decided(decided, after.decidedBy))
    // A fault, or somebody else was faster.
    if (decided !== 'waiting') throw error
    if (error instanceof Moved) {
      await renew(db, id, error.deed)
      throw conflict(messages.moved, await shownTo(db, me, (await proposalById(db, id))!, now))
    }
    if (error instanceof Refusal && error.status < 500) throw conflict(messages.cannot(error.message))
    throw error
  }
  if ((await proposalById(db, id))!.state !== 'approved')
    throw new Error(`${found.call} did not say what it does: weigh`)
  if (said) say(said)
}

/** Whoever proposed it, with their rights as they are now; or why they may not do it any more. */
async function proposerNow(app: App, proposal: StoredProposal, now: Date): Promise<Principal | string> {
  const { proposerId, tokenId, may } = proposal
  const found =
    tokenId === null
      ? await principalOfAdmin(app.db, proposerId!)
      : await integrationById(app.db, tokenId, now, app.env.zone)
  if (typeof found === 'string') return messages.lost(proposal.proposer, found)
  if (!found || (found.userType !== SERVICE_TOKEN && !isAdmin(found.userType))) return messages.gone(proposal.proposer)
  const why = isAmong(found, proposal) ? undefined : (refusal(found, may) ?? (proposal.cinemas && OTHER_CINEMA))
  return why ? messages.lost(proposal.proposer, why) : found
}
