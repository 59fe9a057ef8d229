import { counted } from '#contract/counted.ts'
import { scopeOf } from '#contract/permissions.ts'
import { dayOf, showDay } from '#contract/time.ts'
import { sliceOf } from '#server/db/page.ts'
import { chosenColumns, csvReply, type CsvColumn } from '#server/http/csv.ts'
import { handle } from '#server/http/handle.ts'
import { edibles, type Edible } from '../edible-contract.ts'
import { CSV_NAME, priceRange } from '../edible-rules.ts'
import { cinemaMenus, toEdible } from './edibles.ts'
import { countProducts, listProducts } from './store.ts'

const kind = 'edible'

export const handlers = handle(edibles, {
  list: async ({ db, query: { page, perPage, ...query }, app, now }) => {
    const filter = { ...query, kind, zone: app.env.zone, at: now } as const
    if (page === undefined) return (await listProducts(db, filter)).map(toEdible)
    const rows = await listProducts(db, filter, sliceOf({ page, perPage }))
    return { concessions: rows.map(toEdible), totalCount: await countProducts(db, filter) }
  },

  listCsv: async ({ db, query: { columns, ...query }, app, now, write }) => {
    const { zone } = app.env
    const chosen = chosenColumns(csvColumns(zone), columns)
    const rows = (await listProducts(db, { ...query, kind, zone, at: now })).map(toEdible)
    const summary = `Exported ${counted(rows.length, 'food or beverage', 'foods and beverages')}`
    await write(({ record }) => record({ entity: 'export', id: CSV_NAME, summary }))
    return csvReply(CSV_NAME, chosen, [rows], rows.length)
  },

  cinemas: async ({ db, me, query, now }) => {
    const scope = scopeOf(me, edibles.cinemas.permission)
    const menus = await cinemaMenus(db, { withConcessions: query.$include === 'concessions', at: now })
    return scope === 'chain' ? menus : menus.filter(({ id }) => scope.includes(id))
  },
})

const inFile = (naira: number) => naira.toFixed(2)

const csvColumns = (zone: string): CsvColumn<Edible>[] => [
  { id: 'name', title: 'Name', cell: (row) => row.name },
  { id: 'type', title: 'Type', cell: (row) => row.type },
  { id: 'flavour', title: 'Flavour', cell: (row) => row.flavour },
  { id: 'size', title: 'Size', cell: (row) => row.size },
  { id: 'hpok', title: 'HPOK', cell: (row) => row.hpok },
  { id: 'price', title: 'Price', cell: (row) => priceRange(row.price, row.highest_price, inFile) },
  { id: 'createdAt', title: 'Date added', cell: (row) => showDay(dayOf(row.createdAt, zone)) },
]
