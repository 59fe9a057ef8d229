import { counted } from '#contract/counted.ts'
import { findCinema } from '#features/programming/cinemas/server/public.ts'
import { exportRows, type CsvColumn } from '#server/http/csv.ts'
import type { Context } from '#server/http/handle.ts'
import { notFound } from '#server/http/problem.ts'
import type { concessions, ConcessionProduct } from '../contract.ts'
import { arranged, COMBO_CSV_NAME, CSV_NAME, itemNames } from '../rules.ts'
import { menuProducts } from './menu.ts'

const name: CsvColumn<ConcessionProduct> = {
  id: 'product_name',
  title: 'Title',
  cell: (product) => product.product_name,
}
const price: CsvColumn<ConcessionProduct> = {
  id: 'display_price',
  title: 'Price',
  cell: (product) => product.display_price.toFixed(2),
}
const productId: CsvColumn<ConcessionProduct> = {
  id: 'product_id',
  title: 'Product ID',
  cell: (product) => product.product_id,
}

const productColumns: CsvColumn<ConcessionProduct>[] = [
  name,
  price,
  { id: 'pos_price', title: 'Price at the point of sale', cell: (product) => product.pos_price.toFixed(2) },
  productId,
  { id: 'product_category_name', title: 'Category', cell: (product) => product.product_category_name },
  { id: 'status', title: 'Active', cell: (product) => product.isActive },
]
const comboColumns: CsvColumn<ConcessionProduct>[] = [
  name,
  price,
  productId,
  { id: 'items', title: 'Items', cell: itemNames },
  { id: 'problems', title: 'Problems', cell: (combo) => combo.problems.join('; ') },
]

type Kit = Pick<Context<typeof concessions.productsCsv>, 'db' | 'query' | 'write' | 'now'>

/** A cinema's products as a file, as its screen shows them. */
export const exportProducts = (kit: Kit) =>
  exported(kit, { file: CSV_NAME, of: 'product', columns: productColumns, isListed: () => true })

/** A cinema's combo deals as a file. */
export const exportCombos = (kit: Omit<Kit, 'query'> & { query: Context<typeof concessions.combosCsv>['query'] }) =>
  exported(kit, {
    file: COMBO_CSV_NAME,
    of: 'combo deal',
    columns: comboColumns,
    isListed: (product) => product.combo_id !== null,
  })

type What = {
  file: string
  of: string
  columns: CsvColumn<ConcessionProduct>[]
  isListed: (product: ConcessionProduct) => boolean
}

async function exported(
  {
    db,
    query: { cinema_id, columns: choice, ...filter },
    write,
    now,
  }: Omit<Kit, 'query'> & { query: Kit['query'] | Context<typeof concessions.combosCsv>['query'] },
  { file, of, columns, isListed }: What,
) {
  const cinema = await findCinema(db, cinema_id)
  if (!cinema) throw notFound('cinema')
  const rows = arranged((await menuProducts(db, cinema_id, now)).filter(isListed), filter)
  const what = `${counted(rows.length, of)} of ${cinema.name}`
  return exportRows(write, { name: file, what, columns, choice, rows })
}
