import type { AuditSummary } from '#server/audit/summary.ts'
import { actorOf } from '#server/http/principal.ts'
import { isSuperadmin } from '#contract/permissions.ts'
import { counted } from '#contract/counted.ts'
import { isolated } from '#contract/isolate.ts'
import { recordOpening } from '#server/audit/store.ts'
import type { Db } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { totalOf } from '#server/db/batches.ts'
import { exportLists } from '#server/http/csv.ts'
import { handle, type Recorder } from '#server/http/handle.ts'
import type { Principal } from '#server/http/principal.ts'
import { conflict, invalid, notFound, stale } from '#server/http/problem.ts'
import { points, type PointsBalance } from '../contract.ts'
import {
  awardOf,
  messages,
  redemptionOf,
  reversalOf,
  tierChange,
  tierName,
  TIERS,
  reverseBlockedReason,
  type Balance,
} from '../rules.ts'
import { addLine, findLine, lockMember, monthBegan, movedBy, pageOfLines, redeemedOf } from './ledger.ts'
import { CELLS, everyMember, pageOfMembers } from './members.ts'
import { findRecord } from './record.ts'

/** Of one tier alone it is named so. */
const FILES = new Map<string | undefined, string>(
  TIERS.map((name, tier) => [String(tier), `points-${name.toLowerCase()}.csv`]),
)

export const handlers = handle(points, {
  list: ({ db, query, app, now }) => pageOfMembers(db, { ...query, since: monthBegan(now, app.env.zone) }, query),

  csv: async ({ db, query, app, now, write }) => {
    const filter = { ...query, since: monthBegan(now, app.env.zone) }
    const lists = await everyMember(db, filter)
    const name = FILES.get(query.tier) ?? 'loyalty-users.csv'
    const what = `the points of ${counted(totalOf(lists)!, 'customer')}`
    return exportLists(write, db, { name, what, columns: CELLS, choice: query.columns, lists })
  },

  fetch: async ({ params: { id }, app, db, me, now, write }) => {
    const found = await findRecord(db, id, { now, since: monthBegan(now, app.env.zone) })
    if (!found) throw notFound('customer')
    const summary: AuditSummary = `Viewed the loyalty page of ${found.full_name ? isolated(found.full_name) : `customer ${id}`}`
    const by = { actor: actorOf(me), actions: ['points.fetch'], now } as const
    await recordOpening({ db, write }, { entity: 'customer', id, summary }, by)
    return found
  },

  history: async ({ db, params: { id }, query: { page, perPage } }) => {
    const found = await pageOfLines(db, id, sliceOf({ page, perPage }))
    if (!found) throw notFound('customer')
    return found
  },

  award: async ({ params: { id }, body: { points: amount, reason }, db, me, now, record, declareAmount }) => {
    refuseOver(me, amount)
    const before = await balanceOr404(db, id)
    const over = await overDay(db, me, amount, now)
    if (over) throw invalid({ points: over })
    const done = await addLine(db, id, { kind: 'award', ...awardOf(amount), reason }, actorOf(me), now)
    declareAmount(amount, { fresh: ['line'] })
    await note(record, `Awarded ${amount} points to customer ${id}`, before, done)
    return done
  },

  redeem: async ({ params: { id }, body: { points: amount, reason }, db, me, now, record, declareAmount }) => {
    refuseOver(me, amount)
    const before = await balanceOr404(db, id)
    if (amount > before.available_points) throw invalid({ points: messages.tooFew(before.available_points) })
    const left = isSuperadmin(me.userType) ? Infinity : me.pointsLimit - (await redeemedOf(db, id, now))
    if (amount > left) throw invalid({ points: messages.overCustomer(me.pointsLimit, left) })
    const done = await addLine(db, id, { kind: 'redemption', ...redemptionOf(amount), reason }, actorOf(me), now)
    declareAmount(amount, { fresh: ['line'] })
    await note(record, `Redeemed ${amount} points of customer ${id}`, before, done)
    return done
  },

  setTier: async ({ params: { id }, body: { tier, reason, version }, db, me, now, record }) => {
    const before = await balanceOr404(db, id)
    if (version !== undefined && version !== before.version) throw stale(before)
    if (tier === before.tier) throw invalid({ tier: messages.inTier(tier) })
    const done = await addLine(db, id, { kind: 'tier', ...tierChange(before.tier, tier), reason }, actorOf(me), now)
    await note(record, `Moved customer ${id} to the tier ${tierName(tier)}`, before, done)
    return done
  },

  reverse: async ({ params, body: { reason }, db, me, now, record, declareAmount }) => {
    const customer = (await findLine(db, params.id))?.customerId
    if (!customer) throw notFound('transaction')
    const before = await balanceOr404(db, customer)
    const line = (await findLine(db, params.id))!
    const blockedReason = reverseBlockedReason(line, balanceOf(before), me.pointsLimit)
    const over = blockedReason ?? (await overDay(db, me, Math.abs(line.points), now))
    if (over) throw conflict(over, before)
    const counter = { kind: 'reversal' as const, ...reversalOf(line), reason, reverses: line.id }
    const done = await addLine(db, customer, counter, actorOf(me), now)
    declareAmount(Math.abs(line.points), { fresh: ['line'] })
    await note(record, `Reversed the points transaction ${line.id} of customer ${customer}`, before, done)
    return done
  },
})

function refuseOver({ pointsLimit }: Principal, amount: number): void {
  if (amount > pointsLimit) throw invalid({ points: messages.overPointsLimit(pointsLimit) })
}

/** Why they may not award or take back as many more today; superadmins have no such limit but the rule of a second person. */
async function overDay(tx: Db, me: Principal, amount: number, now: Date): Promise<string | undefined> {
  if (isSuperadmin(me.userType)) return
  const left = me.pointsLimit - (await movedBy(tx, me, now))
  return amount > left ? messages.overDay(me.pointsLimit, left) : undefined
}

async function balanceOr404(db: Db, id: number): Promise<PointsBalance> {
  const member = await lockMember(db, id)
  if (!member) throw notFound('customer')
  return member
}

const balanceOf = (member: PointsBalance): Balance => ({
  tier: member.tier,
  lifetime: member.lifetime_points,
  available: member.available_points,
})

/** The audit has the sums; the reason stands in the ledger, from where an erasure can take it. */
const note = (
  record: Recorder,
  summary: AuditSummary,
  before: PointsBalance,
  { line_id: line, member }: { line_id: number; member: PointsBalance },
) =>
  record({
    entity: 'customer',
    id: member.id,
    summary,
    before: { ...balanceOf(before), line: null },
    after: { ...balanceOf(member), line },
  })
