import { counted } from '#contract/counted.ts'
import { isolated } from '#contract/isolate.ts'
import { scopeOf } from '#contract/permissions.ts'
import { dayOf, showDay } from '#contract/time.ts'
import { sliceOf } from '#server/db/page.ts'
import { exportLists, exportRows, type CsvColumn } from '#server/http/csv.ts'
import { handle, type Context } from '#server/http/handle.ts'
import { notFound } from '#server/http/problem.ts'
import { edibles, merchandise } from '../product-contract.ts'
import { PAGE, priceRange } from '../product-rules.ts'
import { everyPurchaseOf, historyCells, purchasesOf } from './merchandise-sales.ts'
import {
  cinemaMenus,
  countProducts,
  findProductOf,
  listProducts,
  toEdible,
  toMerchandise,
  type ProductFilter,
  type SoldRow,
} from './products.ts'

type Kit = Pick<Context<typeof edibles.list>, 'db' | 'app' | 'now'>
type Filter = Omit<ProductFilter, 'kind' | 'zone' | 'at'>
type Query = Filter & { page?: number | undefined; perPage?: number }

/** A page of the products of a kind and how many there are; without a page all of them. */
async function productsOf(
  kind: ProductFilter['kind'],
  { page, perPage = PAGE, ...query }: Query,
  { db, app, now }: Kit,
) {
  const filter = { ...query, kind, zone: app.env.zone, at: now }
  if (page === undefined) return { rows: await listProducts(db, filter) }
  const rows = await listProducts(db, filter, sliceOf({ page, perPage }))
  return { rows, totalCount: await countProducts(db, filter) }
}

export const handlers = [
  ...handle(edibles, {
    list: async ({ query, ...kit }) => {
      const { rows, totalCount } = await productsOf('edible', query, kit)
      const concessions = rows.map(toEdible)
      return totalCount === undefined ? concessions : { concessions, totalCount }
    },

    listCsv: (context) =>
      fileOf('edible', context, 'food-and-beverages.csv', EDIBLE_COLUMNS, (count) =>
        counted(count, 'food or beverage', 'foods and beverages'),
      ),

    cinemas: async ({ db, me, query, now }) => {
      const scope = scopeOf(me, edibles.cinemas.permission)
      const menus = await cinemaMenus(db, { withConcessions: query.$include === 'concessions', at: now })
      return scope === 'chain' ? menus : menus.filter(({ id }) => scope.includes(id))
    },
  }),

  ...handle(merchandise, {
    list: async ({ query, ...kit }) => {
      const { rows, totalCount } = await productsOf('merchandise', query, kit)
      const merchandises = rows.map(toMerchandise)
      return totalCount === undefined ? merchandises : { merchandises, totalCount }
    },

    listCsv: (context) =>
      fileOf(
        'merchandise',
        context,
        'merchandise.csv',
        MERCHANDISE_COLUMNS,
        (count) => `${counted(count, 'piece')} of merchandise`,
      ),

    fetch: async ({ db, params: { id }, query, app, now }) => {
      const row = await findProductOf(db, 'merchandise', id, now)
      if (!row) throw notFound('merchandise')
      return { ...toMerchandise(row), ...(await purchasesOf(db, row, query, app.env.dayZone)) }
    },

    historyCsv: async ({ db, params: { id }, query, app, now, write }) => {
      const row = await findProductOf(db, 'merchandise', id, now)
      if (!row) throw notFound('merchandise')
      const rows = await everyPurchaseOf(db, row.id, query, app.env.dayZone)
      return exportLists(write, db, {
        name: 'merchandise-purchases.csv',
        what: `${counted(rows.total!, 'purchase')} of the merchandise ${isolated(row.name)}`,
        columns: historyCells(row, app.env.zone),
        lists: [rows],
      })
    },
  }),
]

type Column = 'name' | 'type' | 'flavour' | 'size' | 'hpok' | 'price' | 'units_sold' | 'createdAt'
const EDIBLE_COLUMNS: readonly Column[] = ['name', 'type', 'flavour', 'size', 'hpok', 'price', 'createdAt']
const MERCHANDISE_COLUMNS: readonly Column[] = ['name', 'type', 'price', 'units_sold', 'size', 'createdAt']

const columnsIn = (zone: string): Record<Column, Omit<CsvColumn<SoldRow>, 'id'>> => ({
  name: { title: 'Name', cell: (row) => row.name },
  type: { title: 'Type', cell: (row) => row.type },
  flavour: { title: 'Flavour', cell: (row) => row.flavour },
  size: { title: 'Size', cell: (row) => row.size },
  hpok: { title: 'HPOK', cell: (row) => row.hpok },
  price: { title: 'Price', cell: (row) => priceRange(row.price, row.highest_price, (naira) => naira.toFixed(2)) },
  units_sold: { title: 'Units sold', cell: (row) => row.units_sold, adds: true },
  createdAt: { title: 'Date added', cell: (row) => showDay(dayOf(row.createdAt, zone)) },
})

type Exporting = Kit & {
  query: Filter & { columns?: string | undefined }
  write: Context<typeof edibles.listCsv>['write']
}

/** The list of a kind as a file. */
async function fileOf(
  kind: ProductFilter['kind'],
  { query: { columns: choice, ...query }, write, ...kit }: Exporting,
  name: string,
  ids: readonly Column[],
  count: (rows: number) => string,
) {
  const all = columnsIn(kit.app.env.zone)
  const columns = ids.map((id) => ({ id, ...all[id] }))
  const { rows } = await productsOf(kind, query, kit)
  return exportRows(write, { name, what: count(rows.length), columns, choice, rows })
}
