import { toWire } from '#contract/approval.ts'
import { forWholeChain, OTHER_CINEMA, refusal } from '#contract/permissions.ts'
import { messages as pointsMessages } from '#features/points/rules.ts'
import { saidTo, seenBy } from '#features/audit/rules.ts'
import { isAmong } from '#server/auth/audience.ts'
import type { Db } from '#server/db/connect.ts'
import type { Principal } from '#server/http/principal.ts'
import type { Proposal, ProposalRow } from '../contract.ts'
import { messages } from '../rules.ts'
import { isProposerToo, stateAt, type StoredProposal } from './store.ts'

/** A proposal as this person may see it. */
export function rowFor(me: Principal, proposal: StoredProposal, now: Date): ProposalRow {
  const state = stateAt(proposal, now)
  return {
    id: proposal.id,
    act: proposal.act,
    summary: proposal.difference.map(({ entity, summary }) => saidTo(me, entity, summary)).join('; '),
    amount: toWire(proposal.act, proposal.size),
    together: proposal.together === null ? null : toWire(proposal.act, proposal.together),
    reason: proposal.reason,
    proposerId: proposal.tokenId === null ? proposal.proposerId : null,
    proposer: proposal.proposer,
    createdAt: proposal.createdAt.toISOString(),
    expiresAt: proposal.expiresAt.toISOString(),
    state,
    decidedAt: (state === 'lapsed' ? proposal.expiresAt : proposal.decidedAt)?.toISOString() ?? null,
    decidedBy: proposal.decidedBy,
    decision: proposal.decision,
  }
}

export async function shownTo(db: Db, me: Principal, proposal: StoredProposal, now: Date): Promise<Proposal> {
  const row = rowFor(me, proposal, now)
  const seen = (entity: string, record: unknown) => (seenBy(me, entity, record) ?? {}) as Record<string, unknown>
  return {
    ...row,
    difference: proposal.difference.map(({ entity, id, summary, before, after }) => ({
      entity,
      id,
      summary: saidTo(me, entity, summary),
      before: seen(entity, before),
      after: seen(entity, after),
    })),
    fingerprint: proposal.fingerprint,
    mayNot:
      row.state === 'waiting' ? ((await whyNot(db, me, proposal)) ?? null) : messages.decided(row.state, row.decidedBy),
    isMine: isOwn(me, proposal),
  }
}

export const isOwn = (me: Principal, { proposerId, tokenId }: StoredProposal): boolean =>
  me.tokenId === undefined ? proposerId === me.id : tokenId === me.tokenId

/** Why this person does not decide about it: they proposed it, or could not do it themselves. */
export async function whyNot(db: Db, me: Principal, proposal: StoredProposal): Promise<string | undefined> {
  if (me.tokenId !== undefined) return messages.noProgram
  if (proposal.proposerId === me.id) return proposal.tokenId === null ? messages.ownProposal : messages.ownToken
  const { act, size, may } = proposal
  if (!isAmong(me, proposal)) return refusal(forWholeChain(me), may) ?? OTHER_CINEMA
  if (act === 'points' && size > me.pointsCeiling) return pointsMessages.overCeiling(me.pointsCeiling)
  return (await isProposerToo(db, me, proposal.id)) ? messages.onePerson : undefined
}
