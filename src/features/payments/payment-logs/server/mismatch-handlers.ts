import { counted } from '#contract/counted.ts'
import { showNaira, toKobo, toNaira } from '#contract/money.ts'
import { showDay, showInstant } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { chosenColumns, csvReply, type CsvColumn } from '#server/http/csv.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, invalid, notFound } from '#server/http/problem.ts'
import { putSetting } from '#server/settings.ts'
import { mismatches, type Fee, type Fees, type OwnedMismatch } from '../mismatch-contract.ts'
import { messages, SETTLING_RULE_IDS, SETTLING_RULES } from '../mismatch-rules.ts'
import { FEE_TERMS, mismatchLabel, showMoney, type FeePart, type FeeTerms, paymentNamed } from '../rules.ts'
import { feeTermsOf } from './transaction-mismatches.ts'
import { endWhereResolved } from './alerts.ts'
import {
  addComment,
  assignMismatch,
  commentsOf,
  countFitting,
  everyMismatch,
  ownedMismatch,
  ownersIn,
  pageOfMismatches,
  settleFitting,
} from './worklist.ts'

const FILE = 'mismatches.csv'

export const mismatchHandlers = handle(mismatches, {
  list: ({ app, db, me, query: { page, perPage, ...filter } }) =>
    pageOfMismatches(
      db,
      { ...filter, provider: app.payments.kind, me: me.id, zone: app.env.dayZone },
      { page, perPage },
    ),

  csv: async ({ app, db, me, query: { columns: choice, ...filter }, write }) => {
    const selection = { ...filter, provider: app.payments.kind, me: me.id, zone: app.env.dayZone }
    const { totalCount } = await pageOfMismatches(db, selection, { page: 1, perPage: 1 })
    const summary = `Exported ${counted(totalCount, 'mismatch', 'mismatches')}`
    await write(({ record }) => record({ entity: 'export', id: FILE, summary }))
    return csvReply(FILE, chosenColumns(columnsIn(app.env.zone), choice), everyMismatch(db, selection), totalCount)
  },

  comments: async ({ db, params: { id } }) => {
    await mismatchOr404(db, id)
    return { comments: await commentsOf(db, id), owners: await ownersIn(db) }
  },

  comment: async ({ body: { comment }, db, me, now, params: { id }, record }) => {
    const before = await mismatchOr404(db, id)
    await addComment(db, id, me.name, comment, now)
    const summary = `Commented on the mismatch of ${before.reference}`
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
    const summary = after.owner
      ? `Assigned the mismatch of ${before.reference} to ${after.owner.name}`
      : `Took the mismatch of ${before.reference} from its owner`
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
    const summary = `Settled ${counted(settled, 'mismatch', 'mismatches')} by the rule "${label}"`
    await record({ entity: 'reconciliation', id: days[0]!, summary })
    say(`${counted(settled, 'mismatch', 'mismatches')} settled`)
    return { settled }
  },

  fees: async ({ app, db }) => ({ fees: feesOf(await feeTermsOf(db, app.payments.kind)) }),

  setFees: async ({ app, body: { fees }, db, record, say }) => {
    const before = feesOf(await feeTermsOf(db, app.payments.kind))
    await putSetting(db, FEE_TERMS, termsOf(fees))
    await record({
      entity: 'setting',
      id: FEE_TERMS,
      summary: "Changed the payment provider's fees",
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
  { id: 'ledger', title: 'Ours', cell: ({ ledgerSide }) => side(ledgerSide) },
  { id: 'provider', title: "Provider's", cell: ({ providerSide }) => side(providerSide) },
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
