import { counted } from '#contract/counted.ts'
import { toNaira } from '#contract/money.ts'
import { dayOf, showDay, showInstant } from '#contract/time.ts'
import { takeTurn } from '#features/programming/cinemas/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { exportRows, type CsvColumn } from '#server/http/csv.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, notFound } from '#server/http/problem.ts'
import { priceChanges, type PriceChange } from '../price-contract.ts'
import { changeText, COMBOS_LISTED, daysText, messages, PRICE_CHANGES_CSV, STATE_LABELS } from '../price-rules.ts'
import { overlapText, planOf, pricesOf, refusalOf, touchedCombos } from './price-plan.ts'
import {
  addChange,
  cinemasOfChange,
  countChanges,
  findChange,
  lockChange,
  largestMove,
  listChanges,
  markCancelled,
  pricesOfChange,
  sellable,
  type ListedPrice,
  type Place,
} from './price-store.ts'

const PREVIEW_PAGE = 25

export const handlers = handle(priceChanges, {
  list: async ({ db, query, now, app }) => ({
    changes: await listChanges(db, query, { now, zone: app.env.zone }, sliceOf(query)),
    totalCount: await countChanges(db, query, now),
  }),

  csv: async ({ db, query: { columns, ...query }, now, app, write }) => {
    const { zone } = app.env
    const rows = await listChanges(db, query, { now, zone }, undefined)
    const what = counted(rows.length, 'price change')
    return exportRows(write, { name: PRICE_CHANGES_CSV, what, columns: csvColumns(zone), choice: columns, rows })
  },

  products: async ({ db }) => sellable(db),

  preview: async ({ db, body: plan, now, app }) => {
    const { zone } = app.env
    const planned = await planOf(db, plan, { now, zone })
    const { prices, overlaps, times } = planned
    const combos = await touchedCombos(db, prices, times.startsAt)
    const count = (is: (price: (typeof prices)[number]) => boolean) => prices.filter(is).length
    return {
      totalCount: prices.length,
      up: count(({ kobo, after }) => after > kobo),
      down: count(({ kobo, after }) => after < kobo),
      same: count(({ kobo, after }) => after === kobo),
      not_sold: plan.product_ids.length * plan.cinema_ids.length - prices.length,
      wrong: count(({ problem }) => problem !== null),
      combos: combos.slice(0, COMBOS_LISTED),
      combo_count: combos.length,
      combos_above: combos.filter(({ isAbove }) => isAbove).length,
      overlaps: overlaps.map((overlap) => overlapText(overlap, zone)),
      refusal: refusalOf(planned, zone) ?? null,
    }
  },

  previewPrices: async ({ db, body: { page, ...plan }, now, app }) => {
    const prices = await pricesOf(db, plan, { now, zone: app.env.zone }, sliceOf({ page, perPage: PREVIEW_PAGE }))
    return {
      prices: prices.map(({ kobo, after, ...price }) => ({ ...price, before: toNaira(kobo), after: toNaira(after) })),
    }
  },

  create: async ({ db, body: { name, ...plan }, me, now, app, record, declareAmount }) => {
    const { zone } = app.env
    // Two that cannot stand beside each other are not saved at once.
    await takeTurn(db, 'price changes')
    const planned = await planOf(db, plan, { now, zone })
    const refusal = refusalOf(planned, zone)
    if (refusal) throw conflict(refusal)
    const { how, value, step } = plan
    const prices = planned.prices.map(({ id, kobo, after }) => ({ id, before: kobo, kobo: after }))
    const id = await addChange(db, { name, how, value, step, ...planned.times, by: me.name, now }, prices)
    declareAmount(Math.max(...prices.map(({ before, kobo }) => Math.abs(kobo - before))), { fresh: ['id'] })
    const change = await changeOr404(db, id, { now, zone })
    await record({
      ...about(change),
      summary: `Created the price change ${name}`,
      after: { ...audited(change), ...(await sampled(db, id, prices.length)) },
    })
    return change
  },

  fetch: async ({ db, params: { id }, query, now, app }) => {
    const change = await changeOr404(db, id, { now, zone: app.env.zone })
    const at = await cinemasOfChange(db, id)
    const cinema = at.find(({ cinema_id }) => cinema_id === query.cinema_id) ?? at[0]
    return {
      ...change,
      at,
      cinema_id: cinema?.cinema_id ?? null,
      list: cinema ? await pricesOfChange(db, id, cinema.cinema_id) : [],
    }
  },

  pricesCsv: async ({ db, params: { id }, query, now, app, write }) => {
    const change = await changeOr404(db, id, { now, zone: app.env.zone })
    const rows = await pricesOfChange(db, id, query.cinema_id)
    const name = `price-change-${id}${query.cinema_id ? `-${query.cinema_id.replace(/\W/g, '')}` : ''}.csv`
    const what = `${counted(rows.length, 'price')} of the price change ${change.name}`
    return exportRows(write, { name, what, columns: listColumns(change), rows })
  },

  cancel: async ({ db, params: { id }, me, now, app, record, declareAmount }) => {
    const place = { now, zone: app.env.zone }
    await lockChange(db, id)
    const before = await changeOr404(db, id, place)
    if (before.state === 'cancelled') throw conflict(messages.isCancelled)
    if (before.state === 'ended') throw conflict(messages.hasEnded)
    await markCancelled(db, id, me.name, now)
    declareAmount(await largestMove(db, id))
    const after = await changeOr404(db, id, place)
    await record({
      ...about(after),
      summary: `Cancelled the price change ${after.name}`,
      before: { state: STATE_LABELS[before.state] },
      after: { state: STATE_LABELS[after.state] },
    })
    return after
  },
})

async function changeOr404(db: Db, id: number, place: Place): Promise<PriceChange> {
  const change = await findChange(db, id, place)
  // Of other cinemas alone: it is not there for whoever does not see them.
  if (!change?.prices) throw notFound('price change')
  return change
}

const about = ({ id }: PriceChange) => ({ entity: 'price change', id })
const audited = (change: PriceChange) => ({
  name: change.name,
  change: changeText(change),
  days: daysText(change),
  products: change.products,
  cinemas: change.cinemas,
})

/** Prices that the log and whoever approves it are shown; all of them are kept with the change. */
const SAMPLE = 50

/** The first prices by product and cinema, and all that are changed. */
async function sampled(db: Db, id: number, count: number) {
  const prices = await pricesOfChange(db, id, undefined, SAMPLE)
  return {
    prices: prices.map(
      ({ product_name, cinema_name, before, after }) =>
        `${product_name} at ${cinema_name}: ${before.toFixed(2)} → ${after.toFixed(2)}`,
    ),
    ...(count > SAMPLE && { more_prices: count - SAMPLE }),
  }
}

const csvColumns = (zone: string): CsvColumn<PriceChange>[] => [
  { id: 'name', title: 'Name', cell: (row) => row.name },
  { id: 'state', title: 'State', cell: (row) => STATE_LABELS[row.state] },
  { id: 'from_day', title: 'First day', cell: (row) => showDay(row.from_day) },
  { id: 'until_day', title: 'Last day', cell: (row) => row.until_day && showDay(row.until_day) },
  { id: 'change', title: 'Change', cell: changeText },
  { id: 'products', title: 'Products', cell: (row) => row.products },
  { id: 'cinemas', title: 'Cinemas', cell: (row) => row.cinemas },
  { id: 'created_by', title: 'Planned by', cell: (row) => row.created_by },
  { id: 'created_at', title: 'Planned on', cell: (row) => showDay(dayOf(row.created_at, zone)) },
  { id: 'cancelled_by', title: 'Cancelled by', cell: (row) => row.cancelled_by },
  {
    id: 'cancelled_at',
    title: 'Cancelled',
    cell: (row) => row.cancelled_at && showInstant(row.cancelled_at, zone),
  },
]

const listColumns = ({ from_day, until_day }: PriceChange): CsvColumn<ListedPrice>[] => [
  { id: 'cinema_name', title: 'Cinema', cell: (row) => row.cinema_name },
  { id: 'product_id', title: 'Product ID', cell: (row) => row.product_id },
  { id: 'product_name', title: 'Product', cell: (row) => row.product_name },
  { id: 'category', title: 'Category', cell: (row) => row.category },
  { id: 'before', title: 'Old price', cell: (row) => row.before.toFixed(2) },
  { id: 'after', title: 'New price', cell: (row) => row.after.toFixed(2) },
  { id: 'from_day', title: 'First day', cell: () => showDay(from_day) },
  { id: 'until_day', title: 'Last day', cell: () => until_day && showDay(until_day) },
]
