import type { AuditSummary } from '#server/audit/summary.ts'
import { sql } from 'drizzle-orm'
import { showNaira, toKobo, toNaira } from '#contract/money.ts'
import { dayOf, showDay, type Day } from '#contract/time.ts'
import { findCinema } from '#features/programming/cinemas/server/public.ts'
import { exportRows, type CsvColumn } from '#server/http/csv.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, invalid } from '#server/http/problem.ts'
import type { Db } from '#server/db/connect.ts'
import { putSetting, readSetting } from '#server/settings.ts'
import { dayClose } from '../close-contract.ts'
import {
  differencesIn,
  ACCOUNT_IDS,
  ACCOUNTS,
  bridgeOf,
  DEFAULT_CHART,
  journalOf,
  LINE_LABELS,
  linesOf,
  messages,
  SUBTOTALS,
  type Chart,
  type Entry,
  type Figures,
} from '../close-rules.ts'
import { chainOf, readBridge, readKnown, toStored } from './bridge.ts'
import { addClose, closesOf, lockTrade, inForce, reopenDay } from './closes.ts'
import { countsOf, detailOf, namesOf, refusalOf } from './day.ts'
import { pageOfDays } from './days.ts'
import { isCompared } from './mismatches.ts'
import { bool, query } from '#server/db/query.ts'

const CHART = 'day-close:accounts'
const chartOf = async (db: Db): Promise<Chart> => ({
  ...DEFAULT_CHART,
  ...(await readSetting<Partial<Chart>>(db, CHART)),
})

export const handlers = handle(dayClose, {
  list: ({ app, db, now, query }) => pageOfDays(db, app.payments.kind, dayOf(now, app.env.dayZone), query),

  day: ({ app, db, now, params: { day }, query }) => detailOf(db, app, day, { now, asOf: query.as_of }),

  close: async ({ app, db, body: { note }, me, now, params: { day }, record }) => {
    const reason = await refusalOf(db, app, day, now)
    if (reason) throw conflict(reason)
    const differences = differencesIn(await detailOf(db, app, day, { now }))
    if (differences.length && !note) throw invalid({ note: messages.explain(differences) })
    const closedAt = await lockTrade(db)
    if (inForce(await closesOf(db, day))) throw conflict(messages.closedAlready)
    const figures = await readBridge(db, {
      day,
      zone: app.env.dayZone,
      provider: app.payments.kind,
      asOf: closedAt,
    })
    await addClose(db, { day, closedAt, closedBy: me.name, note, figures: toStored(figures) })
    const { subtotals, payout } = bridgeOf(chainOf(figures))
    const explained = differences.length ? `; ${differences.join('; ')}: ${note}` : ''
    const summary: AuditSummary = `Closed ${showDay(day)} with ${showNaira(toNaira(subtotals.revenue))} of revenue and ${showNaira(toNaira(payout))} paid out${explained}`
    await record({ entity: 'business day', id: day, summary, after: { note } })
    return detailOf(db, app, day, { now })
  },

  reopen: async ({ app, db, body: { reason }, me, now, params: { day }, record }) => {
    if (!(await reopenDay(db, day, me.name, reason))) throw conflict(messages.notClosed)
    await record({ entity: 'business day', id: day, summary: `Reopened ${showDay(day)}`, after: { reason } })
    return detailOf(db, app, day, { now })
  },

  count: async ({ app, db, body, me, now, params: { day }, record }) => {
    if (day > dayOf(now, app.env.dayZone)) throw conflict(messages.notOver)
    const cinema = await findCinema(db, body.cinema_id)
    if (!cinema) throw invalid({ cinema_id: messages.noSuchCinema })
    const before = (await countsOf(db, day)).get(body.cinema_id)
    for (const method of ['cash', 'card'] as const) {
      const naira = body[method]
      if (naira === null) continue
      await db.execute(sql`
        insert into till_counts (day, cinema_id, method, kobo, counted_by)
        values (${day}, ${body.cinema_id}, ${method}, ${toKobo(naira)}, ${me.name})`)
    }
    const after = (await countsOf(db, day)).get(body.cinema_id)
    const summary: AuditSummary = `Saved the till count of ${cinema.name} for ${showDay(day)}`
    await record({ entity: 'business day', id: day, summary, before: inNaira(before), after: inNaira(after) })
    return detailOf(db, app, day, { now })
  },

  bridgeCsv: async ({ app, db, params: { day }, query, write }) => {
    const of = { day, zone: app.env.dayZone, provider: app.payments.kind, asOf: query.as_of }
    const all = await readKnown(db, of)
    const names = await namesOf(db, all)
    const compared = await wasCompared(db, of.provider, day)
    const columns: CsvColumn<Step>[] = [
      { id: 'cinema', title: 'Cinema', cell: ({ cinema }) => cinema },
      { id: 'line', title: 'Line', cell: ({ line }) => line },
      { id: 'amount', title: 'Amount', cell: ({ kobo }) => naira(kobo) },
    ]
    const steps = [
      ...stepsOf('All cinemas', chainOf(all), compared),
      ...[...all].flatMap(([id, figures]) => stepsOf(names.get(id) ?? id, figures, compared)),
    ]
    return exportRows(write, {
      name: `bridge_${day}.csv`,
      what: `the revenue-to-payout reconciliation of ${showDay(day)}`,
      columns,
      rows: steps,
    })
  },

  journalCsv: async ({ app, db, params: { day }, write }) => {
    // Before, all that the provider charged would be booked as missing there.
    if (!inForce(await closesOf(db, day)) && !(await wasCompared(db, app.payments.kind, day)))
      throw conflict(messages.notCompared)
    const { entries, names } = await journalOfDay(db, day, { zone: app.env.dayZone, provider: app.payments.kind })
    const chart = await chartOf(db)
    const columns: CsvColumn<Entry>[] = [
      { id: 'day', title: 'Date', cell: () => showDay(day) },
      { id: 'cinema', title: 'Cinema', cell: ({ cinemaId }) => names.get(cinemaId) ?? cinemaId },
      { id: 'code', title: 'Account', cell: ({ account }) => chart[account] },
      { id: 'account', title: 'Account name', cell: ({ account }) => ACCOUNTS[account].label },
      { id: 'debit', title: 'Debit', cell: ({ debit }) => (debit ? naira(debit) : '') },
      { id: 'credit', title: 'Credit', cell: ({ credit }) => (credit ? naira(credit) : '') },
    ]
    const what = `the journal of ${showDay(day)}`
    return exportRows(write, { name: `journal_${day}.csv`, what, columns, rows: entries })
  },

  accounts: async ({ db }) => ({ chart: await chartOf(db) }),

  setAccounts: async ({ db, body: { chart }, record }) => {
    const before = await chartOf(db)
    const accountLabels = (of: Chart) => ({ accounts: ACCOUNT_IDS.map((id) => `${of[id]} ${ACCOUNTS[id].label}`) })
    await putSetting(db, CHART, chart)
    await record({
      entity: 'setting',
      id: CHART,
      summary: 'Changed the journal account codes',
      before: accountLabels(before),
      after: accountLabels(chart),
    })
    return { chart: await chartOf(db) }
  },
})

async function wasCompared(db: Db, provider: string, day: Day): Promise<boolean> {
  const { rows } = await query(db, { compared: bool })`select ${isCompared(provider, sql`${day}::date`)} as compared`
  return rows[0]!.compared
}

const inNaira = (count: { cash?: number; card?: number } = {}) =>
  Object.fromEntries(Object.entries(count).map(([method, kobo]) => [method, toNaira(kobo)]))

const naira = (kobo: number) => toNaira(kobo).toFixed(2)

type Step = { cinema: string; line: string; kobo: number }
/** A bridge from above, with its subtotals, as far as it is known. */
function stepsOf(cinema: string, figures: Figures, compared: boolean): Step[] {
  const { subtotals, payout, difference } = bridgeOf(figures)
  const steps = linesOf(compared).flatMap((line): Step[] => {
    const subtotal = SUBTOTALS[line]
    return [
      { cinema, line: LINE_LABELS[line], kobo: figures[line] ?? 0 },
      ...(subtotal ? [{ cinema, line: subtotal.label, kobo: subtotals[subtotal.id] }] : []),
    ]
  })
  if (!compared) return steps
  return [...steps, { cinema, line: 'Paid out', kobo: payout }, { cinema, line: 'Difference', kobo: difference }]
}

/** The journal as it is known now. */
export async function journalOfDay(db: Db, day: Day, of: { zone: string; provider: string }) {
  const all = await readBridge(db, { ...of, day, asOf: undefined })
  const counts = await countsOf(db, day)
  for (const id of counts.keys()) if (!all.has(id)) all.set(id, {})
  const names = await namesOf(db, all)
  return { names, entries: [...all].flatMap(([id, figures]) => journalOf(id, figures, counts.get(id))) }
}
