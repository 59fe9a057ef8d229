import { counted } from '#contract/counted.ts'
import { isolated } from '#contract/isolate.ts'
import { dayOf, showDay } from '#contract/time.ts'
import { countProducts, listProducts, productOf, type SoldRow } from '#features/counter/concessions/server/public.ts'
import { priceRange } from '#features/counter/concessions/edible-rules.ts'
import { sliceOf } from '#server/db/page.ts'
import { chosenColumns, copiedReply, csvReply, type CsvColumn } from '#server/http/csv.ts'
import { handle } from '#server/http/handle.ts'
import { notFound } from '#server/http/problem.ts'
import { merchandise, type Merchandise } from '../contract.ts'
import { CSV_NAME, HISTORY_NAME } from '../rules.ts'
import { everyPurchaseOf, historyCells, purchasesOf } from './sales.ts'

const kind = 'merchandise'

export const handlers = handle(merchandise, {
  list: async ({ db, query: { page, perPage, ...query }, app, now }) => {
    const filter = { ...query, kind, zone: app.env.zone, at: now } as const
    if (page === undefined) return (await listProducts(db, filter)).map(toMerchandise)
    const rows = await listProducts(db, filter, sliceOf({ page, perPage }))
    return { merchandises: rows.map(toMerchandise), totalCount: await countProducts(db, filter) }
  },

  listCsv: async ({ db, query: { columns, ...query }, app, now, write }) => {
    const { zone } = app.env
    const chosen = chosenColumns(csvColumns(zone), columns)
    const rows = (await listProducts(db, { ...query, kind, zone, at: now })).map(toMerchandise)
    const summary = `Exported ${counted(rows.length, 'piece')} of merchandise`
    await write(({ record }) => record({ entity: 'export', id: CSV_NAME, summary }))
    return csvReply(CSV_NAME, chosen, [rows], rows.length)
  },

  fetch: async ({ db, params: { id }, query, app, now }) => {
    const row = await productOf(db, kind, id, now)
    if (!row) throw notFound('merchandise')
    return { ...toMerchandise(row), ...(await purchasesOf(db, row, query, app.env.dayZone)) }
  },

  historyCsv: async ({ db, params: { id }, query, app, now, write }) => {
    const row = await productOf(db, kind, id, now)
    if (!row) throw notFound('merchandise')
    const rows = await everyPurchaseOf(db, row.id, query, app.env.dayZone)
    const summary = `Exported ${counted(rows.total!, 'purchase')} of the merchandise ${isolated(row.name)}`
    await write(({ record }) => record({ entity: 'export', id: HISTORY_NAME, summary }))
    return copiedReply(db, HISTORY_NAME, historyCells(row, app.env.zone), [rows], rows.total)
  },
})

const toMerchandise = ({ flavour: _, hpok: __, ...row }: SoldRow): Merchandise => row

const inFile = (naira: number) => naira.toFixed(2)

const csvColumns = (zone: string): CsvColumn<Merchandise>[] => [
  { id: 'name', title: 'Name', cell: (row) => row.name },
  { id: 'type', title: 'Type', cell: (row) => row.type },
  { id: 'price', title: 'Price', cell: (row) => priceRange(row.price, row.highest_price, inFile) },
  { id: 'units_sold', title: 'Units sold', cell: (row) => row.units_sold, adds: true },
  { id: 'size', title: 'Size', cell: (row) => row.size },
  { id: 'createdAt', title: 'Date added', cell: (row) => showDay(dayOf(row.createdAt, zone)) },
]
