import { counted } from '#contract/counted.ts'
import { toKobo } from '#contract/money.ts'
import { scopeOf } from '#contract/permissions.ts'
import { addDays, dayOf, showDay, showInstant } from '#contract/time.ts'
import { fileOf } from '#features/programming/cinemas/file-rules.ts'
import { findCinema, namesOfChosen, placesOf } from '#features/programming/cinemas/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { exportRows, type CsvColumn } from '#server/http/csv.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, invalid, notFound } from '#server/http/problem.ts'
import { margin, type ListedCost, type MarginRow } from '../margin-contract.ts'
import { BY_LABELS, COSTS_CSV, MARGIN_FILE, messages, SIMULATED_DAYS } from '../margin-rules.ts'
import {
  costsOf,
  countCosts,
  dropCost,
  lockProduct,
  isProduct,
  listCosts,
  marginsOf,
  menuMargins,
  productIdsOf,
  putCost,
  simulateCombo,
} from './margin-store.ts'

export const handlers = handle(margin, {
  list: async ({ db, query: { page, perPage, ...query } }) => {
    if (query.cinemas) await namesOfChosen(db, query.cinemas)
    return marginsOf(db, query, sliceOf({ page, perPage }))
  },

  csv: async ({ db, query: { columns, ...query }, me, write }) => {
    const places = await placesOf(db, query.cinemas, scopeOf(me, margin.csv.permission))
    const { rows, totals } = await marginsOf(db, query, undefined)
    const { name, about } = fileOf({
      file: MARGIN_FILE,
      title: `Margin by ${query.by}`,
      places,
      start: query.start_date,
      end: query.end_date,
      more: query.search ? [`search: ${query.search}`] : [],
    })
    const what = `the margin of ${counted(rows.length, query.by)}`
    const file = { name, what, columns: csvColumns(BY_LABELS[query.by]), choice: columns, rows, about }
    return {
      ...(await exportRows(write, file)),
      totals: async () => ({
        'Units sold': totals.units,
        Revenue: totals.revenue,
        Cost: totals.cost,
        Margin: totals.margin,
        'Margin (%)': totals.percent,
        'Units without a cost': totals.unknown_units,
      }),
    }
  },

  menu: async ({ db, params: { id }, app, now }) => {
    if (!(await findCinema(db, id))) throw notFound('cinema')
    return menuMargins(db, id, { day: dayOf(now, app.env.zone), at: now })
  },

  simulate: async ({ db, params: { id }, query: { items, price }, app, now }) => {
    if (!(await findCinema(db, id))) throw notFound('cinema')
    const known = await productIdsOf(db, items)
    const unknown = items.find((item) => !known.has(item))
    if (unknown) throw invalid({ items: messages.unknownItem(unknown) })
    const end = dayOf(now, app.env.dayZone)
    const start = addDays(end, 1 - SIMULATED_DAYS)
    return simulateCombo(db, { cinemaId: id, productIds: [...known.values()], price: toKobo(price), start, end })
  },

  allCosts: async ({ db, query }) => ({
    costs: await listCosts(db, query, sliceOf(query)),
    totalCount: await countCosts(db, query),
  }),

  costsCsv: async ({ db, query: { columns, ...query }, app, write }) => {
    const rows = await listCosts(db, query, undefined)
    const what = `${counted(rows.length, 'cost')} of products`
    return exportRows(write, { name: COSTS_CSV, what, columns: costColumns(app.env.zone), choice: columns, rows })
  },

  costs: async ({ db, params: { id } }) => {
    if (!(await isProduct(db, id))) throw notFound('product')
    return { product_id: id, costs: await costsOf(db, id) }
  },

  setCost: async ({ db, params: { id }, body: { from_day, cost, was }, me, now, record }) => {
    const product = await productOr404(db, id)
    const before = (await costFrom(db, id, from_day)) ?? null
    if (was !== undefined && was !== before) throw conflict(messages.otherCost(showDay(from_day)))
    if (cost === null) await dropCost(db, id, from_day)
    else await putCost(db, { productId: id, from: from_day, kobo: toKobo(cost), by: me.name, now })
    await record({
      entity: 'product',
      id: product.rosetta_id,
      summary: `${cost === null ? 'Deleted' : 'Set'} the cost of ${product.name} from ${showDay(from_day)}`,
      before: { from_day, cost_price: before },
      after: { from_day, cost_price: cost },
    })
    return { product_id: id, costs: await costsOf(db, id) }
  },

  removeCost: async ({ db, params: { id }, query: { from_day }, record }) => {
    const product = await productOr404(db, id)
    const before = await costFrom(db, id, from_day)
    if (!(await dropCost(db, id, from_day))) throw notFound('cost')
    await record({
      entity: 'product',
      id: product.rosetta_id,
      summary: `Deleted the cost of ${product.name} from ${showDay(from_day)}`,
      before: { from_day, cost_price: before ?? null },
    })
    return { product_id: id, costs: await costsOf(db, id) }
  },
})

async function productOr404(tx: Db, id: number) {
  const product = await lockProduct(tx, id)
  if (!product) throw notFound('product')
  return product
}

const costFrom = async (db: Db, id: number, day: string) =>
  (await costsOf(db, id)).find(({ from_day }) => from_day === day)?.cost

const inFile = (naira: number | null) => naira?.toFixed(2)

const csvColumns = (title: string): CsvColumn<MarginRow>[] => [
  { id: 'name', title, cell: (row) => row.name },
  { id: 'units', title: 'Units sold', cell: (row) => row.units },
  { id: 'revenue', title: 'Revenue', cell: (row) => inFile(row.revenue) },
  { id: 'cost', title: 'Cost', cell: (row) => inFile(row.cost) },
  { id: 'margin', title: 'Margin', cell: (row) => inFile(row.margin) },
  { id: 'percent', title: 'Margin (%)', cell: (row) => row.percent?.toFixed(1) },
  { id: 'unknown_units', title: 'Units without a cost', cell: (row) => row.unknown_units },
]

/** An import knows its headings, and reads its days one way alone. */
const costColumns = (zone: string): CsvColumn<ListedCost>[] => [
  { id: 'product', title: 'Product', cell: (row) => row.product },
  { id: 'product_id', title: 'Product ID', cell: (row) => row.product_id },
  { id: 'cost', title: 'Cost', cell: (row) => inFile(row.cost) },
  { id: 'from_day', title: 'From', cell: (row) => showDay(row.from_day) },
  { id: 'set_by', title: 'Set by', cell: (row) => row.set_by },
  { id: 'set_at', title: 'Set', cell: (row) => showInstant(row.set_at, zone) },
]
