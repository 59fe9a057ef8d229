import type { AuditSummary } from '#server/audit/summary.ts'
import { counted } from '#contract/counted.ts'
import { showNaira, toKobo, toNaira } from '#contract/money.ts'
import { addDays, dayOf, showDay, showInstant } from '#contract/time.ts'
import { mismatchLabel, paymentNamed, showMoney } from '#features/payments/payment-logs/rules.ts'
import type { Db } from '#server/db/connect.ts'
import { exportRows, type CsvColumn } from '#server/http/csv.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, invalid, notFound, stale } from '#server/http/problem.ts'
import { putSetting } from '#server/settings.ts'
import { reconciliation, type Fee, type Fees, type OwnedMismatch } from '../reconciliation-contract.ts'
import {
  FEE_TERMS,
  messages,
  RECONCILE_DAYS,
  SETTLING_RULE_IDS,
  SETTLING_RULES,
  type FeePart,
  type FeeTerms,
} from '../reconciliation-rules.ts'
import { endWhereResolved } from './alerts.ts'
import { reconcile } from './jobs.ts'
import { claimDay, dayCompared, daysCompared, lockMismatch, mismatchesOf, resolveMismatch } from './reconciliations.ts'
import { feeTermsOf } from './transaction-mismatches.ts'
import {
  addComment,
  assignMismatch,
  commentsOf,
  countFitting,
  countMismatches,
  everyMismatch,
  ownedMismatch,
  ownersIn,
  pageOfMismatches,
  settleFitting,
} from './worklist.ts'

const FILE = 'reconciliation.mismatchesCsv'

export const handlers = handle(reconciliation, {
  days: ({ app, db, query }) => daysCompared(db, app.payments.kind, query),

  compare: async ({ app, db, body: { day }, me, now, record }) => {
    const today = dayOf(now, app.env.dayZone)
    if (day > today) throw invalid({ day: messages.dayToCome })
    if (day < addDays(today, -RECONCILE_DAYS)) throw invalid({ day: messages.dayTooFar })
    const run = await claimDay(db, app.payments.kind, day, { by: me.name, now })
    if (run === undefined) throw conflict(messages.running)
    await app.jobs.send(reconcile, { day, run }, { db })
    await record({
      entity: 'reconciliation',
      id: day,
      summary: `Compared the payments of ${showDay(day)} with the payment provider`,
    })
    return (await dayCompared(db, app.payments.kind, day))!
  },

  day: async ({ app, db, params: { day }, query: { state, ...page } }) => {
    const provider = app.payments.kind
    return {
      reconciliation: (await dayCompared(db, provider, day)) ?? null,
      ...(await mismatchesOf(db, { provider, day, state }, page)),
    }
  },

  resolve: async ({ app, params: { id }, body, db, me, now, record, say }) => {
    const before = await lockMismatch(db, id)
    if (!before) throw notFound('mismatch')
    if (body.version !== undefined && body.version !== before.version) throw stale(before)
    if (body.resolved === (before.resolvedAt !== null))
      throw conflict(body.resolved ? messages.alreadyResolved : messages.notResolved)
    const note = body.note || before.note
    const after = await resolveMismatch(
      db,
      id,
      body.resolved ? { at: now, by: me.name, note } : { at: null, by: null, note },
    )
    if (body.resolved) await endWhereResolved(db, app.payments.kind, before.day, now)
    await record({
      entity: 'reconciliation',
      id: before.day,
      summary: `${body.resolved ? 'Resolved' : 'Reopened'} the mismatch of payment ${before.reference}`,
      about: [paymentNamed(before.reference)],
      before,
      after,
    })
    say(body.resolved ? messages.resolved : messages.reopened)
    return after
  },

  mismatches: ({ app, db, me, query: { page, perPage, ...filter } }) =>
    pageOfMismatches(
      db,
      { ...filter, provider: app.payments.kind, me: me.id, zone: app.env.dayZone },
      { page, perPage },
    ),

  mismatchesCsv: async ({ app, db, me, query: { columns: choice, ...filter }, write }) => {
    const selection = { ...filter, provider: app.payments.kind, me: me.id, zone: app.env.dayZone }
    const total = await countMismatches(db, selection)
    const [what, columns] = [counted(total, 'mismatch', 'mismatches'), columnsIn(app.env.zone)]
    return exportRows(write, { name: FILE, what, columns, choice, rows: everyMismatch(db, selection), total })
  },

  comments: async ({ db, params: { id } }) => {
    await mismatchOr404(db, id)
    return { comments: await commentsOf(db, id), owners: await ownersIn(db) }
  },

  comment: async ({ body: { comment }, db, me, now, params: { id }, record }) => {
    const before = await mismatchOr404(db, id)
    await addComment(db, id, me.name, comment, now)
    const summary: AuditSummary = `Added a comment to the mismatch of ${before.reference}`
    await record({
      entity: 'reconciliation',
      id: before.day,
      summary,
      about: [paymentNamed(before.reference)],
      after: { comment },
    })
    return mismatchOr404(db, id)
  },

  assign: async ({ body: { owner_id: owner }, db, params: { id }, record }) => {
    const before = await mismatchOr404(db, id)
    if (owner !== null && !(await ownersIn(db)).some((one) => one.id === owner))
      throw invalid({ owner_id: messages.noSuchOwner })
    await assignMismatch(db, id, owner)
    const after = await mismatchOr404(db, id)
    const summary: AuditSummary = after.owner
      ? `Set the owner of the mismatch of ${before.reference} to ${after.owner.name}`
      : `Removed the owner of the mismatch of ${before.reference}`
    await record({ entity: 'reconciliation', id: before.day, summary, about: [paymentNamed(before.reference)] })
    return after
  },

  rules: async ({ app, db }) => {
    const rules = []
    for (const rule of SETTLING_RULE_IDS) rules.push({ rule, count: await countFitting(db, app.payments.kind, rule) })
    return { rules }
  },

  settle: async ({ app, db, me, now, params: { rule }, record, say }) => {
    const provider = app.payments.kind
    const { label } = SETTLING_RULES[rule]
    const { settled, days } = await settleFitting(db, { provider, rule, note: `Rule: ${label}`, by: me.name, now })
    if (!settled) throw conflict(messages.nothing)
    for (const day of days) await endWhereResolved(db, provider, day, now)
    const summary: AuditSummary = `Resolved ${counted(settled, 'mismatch', 'mismatches')} by the rule “${label}”`
    await record({ entity: 'reconciliation', id: days[0]!, summary })
    say(`${counted(settled, 'mismatch', 'mismatches')} resolved`)
    return { settled }
  },

  fees: async ({ app, db }) => ({ fees: feesOf(await feeTermsOf(db, app.payments.kind)) }),

  setFees: async ({ app, body: { fees }, db, record, say }) => {
    const before = feesOf(await feeTermsOf(db, app.payments.kind))
    await putSetting(db, FEE_TERMS, termsOf(fees))
    await record({
      entity: 'setting',
      id: FEE_TERMS,
      summary: 'Changed the payment provider fees',
      before: { fees: feesText(before) },
      after: { fees: feesText(fees) },
    })
    say(fees ? messages.feesSaved : messages.feesCleared)
    return { fees }
  },
})

async function mismatchOr404(db: Db, id: number): Promise<OwnedMismatch> {
  const found = await ownedMismatch(db, id)
  if (!found) throw notFound('mismatch')
  return found
}

const side = (of: OwnedMismatch['ledgerSide']) => (of ? showMoney(of) : '')
/** The ids are the screen's. */
const columnsIn = (zone: string): CsvColumn<OwnedMismatch>[] => [
  { id: 'reference', title: 'Reference', cell: ({ reference }) => reference },
  { id: 'day', title: 'Day', cell: ({ day }) => showDay(day) },
  { id: 'kind', title: 'Mismatch', cell: mismatchLabel },
  { id: 'ledger', title: 'Marquee', cell: ({ ledgerSide }) => side(ledgerSide) },
  { id: 'provider', title: 'Provider', cell: ({ providerSide }) => side(providerSide) },
  { id: 'owner', title: 'Owner', cell: ({ owner }) => owner?.name ?? '' },
  { id: 'found', title: 'Found', cell: ({ foundAt }) => showInstant(foundAt, zone) },
  {
    id: 'state',
    title: 'State',
    cell: ({ resolvedAt, clearedAt }) => (resolvedAt ? 'Resolved' : clearedAt ? 'No longer differs' : 'Open'),
  },
  { id: 'note', title: 'Note', cell: ({ note }) => note },
]

const feeFrom = ({ basisPoints, fixedKobo, mostKobo }: FeePart): Fee => ({
  percent: basisPoints / 100,
  fixed: toNaira(fixedKobo),
  most: mostKobo === null ? null : toNaira(mostKobo),
})
const feesOf = (terms: FeeTerms | null): Fees | null =>
  terms && { ...feeFrom(terms), foreign: terms.foreign ? feeFrom(terms.foreign) : null }
const partOf = ({ percent, fixed, most }: Fee): FeePart => ({
  basisPoints: Math.round(percent * 100),
  fixedKobo: toKobo(fixed),
  mostKobo: most === null ? null : toKobo(most),
})
const termsOf = (fees: Fees | null): FeeTerms | null =>
  fees && { ...partOf(fees), foreign: fees.foreign && partOf(fees.foreign) }
const feeText = ({ percent, fixed, most }: Fee): string =>
  `${percent}% + ${showNaira(fixed)}${most === null ? '' : `, at most ${showNaira(most)}`}`
const feesText = (fees: Fees | null): string => {
  if (fees === null) return 'not compared'
  return fees.foreign ? `${feeText(fees)}; foreign cards ${feeText(fees.foreign)}` : feeText(fees)
}
