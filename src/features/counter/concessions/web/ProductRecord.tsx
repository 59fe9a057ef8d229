import { useState, type ReactNode } from 'react'
import type { CinemaPrice, SoldProduct } from '../product-contract.ts'
import { PAGE, PAGES, priceRange } from '../product-rules.ts'
import { Card } from '#web/ui/Card.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { showDayOf, showNaira } from '#web/ui/format.ts'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import type { Column } from '#web/list/columns.ts'
import { List, type Reading } from '#web/list/List.tsx'
import styles from './Product.module.css'

type Props = { product: SoldProduct; reading: Reading; facts: Record<string, ReactNode> }

/** What a product that is sold at the counters is, and what it costs at each cinema. */
export function ProductRecord({ product, reading, facts }: Props) {
  return (
    <>
      <Card>
        <div className={styles.product}>
          {product.image_url && <img className={styles.picture} src={product.image_url} alt="" />}
          <Facts>
            {Object.entries({
              Price: product.concessions.length > 0 && priceRange(product.price, product.highest_price, showNaira),
              Type: product.type,
              Category: product.category,
              Size: product.size,
              ...facts,
              'Product ID': product.rosetta_product_id,
              'Date added': showDayOf(product.createdAt),
            }).map(([label, value]) => (
              <Fact key={label} label={label}>
                {value || '–'}
              </Fact>
            ))}
          </Facts>
        </div>
      </Card>
      <h2 className={styles.heading}>Price per cinema</h2>
      <CinemaPrices rows={product.concessions} reading={reading} />
    </>
  )
}

const columns: Column<CinemaPrice>[] = [
  { id: 'cinema_name', title: 'Cinema', sort: 'cinema_name', main: true, width: '36%', cell: (row) => row.cinema_name },
  { id: 'city', title: 'City', sort: 'city', cell: (row) => row.city },
  {
    id: 'isActive',
    title: 'Status',
    sort: 'isActive',
    cell: (row) => (
      <StatusPill tone={row.isActive ? 'good' : 'neutral'}>{row.isActive ? 'Active' : 'Not active'}</StatusPill>
    ),
  },
  { id: 'price', title: 'Price', sort: 'price', numeric: true, cell: (row) => showNaira(row.price) },
]

const compared = (one: CinemaPrice, other: CinemaPrice, by: keyof CinemaPrice) =>
  by === 'price' ? one.price - other.price : String(one[by]).localeCompare(String(other[by]))

/** A chain has few cinemas: they all come with the product, and are sorted and paged here. */
function CinemaPrices({ rows, reading }: { rows: readonly CinemaPrice[]; reading: Reading }) {
  const [page, setPage] = useState(1)
  const [perPage, setPerPage] = useState<number>(PAGE)
  const [sort, setSort] = useState<string>()
  const direction = sort?.startsWith('-') ? -1 : 1
  const by = sort?.replace(/^-/, '') as keyof CinemaPrice | undefined
  const sorted = by ? rows.toSorted((one, other) => direction * compared(one, other, by)) : rows
  return (
    <List
      label="Price per cinema"
      columns={columns}
      reading={reading}
      rows={sorted.slice((page - 1) * perPage, page * perPage)}
      total={rows.length}
      page={page}
      perPage={perPage}
      onPage={setPage}
      sizes={PAGES}
      onPerPage={(to) => {
        setPerPage(to)
        setPage(1)
      }}
      sort={sort}
      onSort={setSort}
      rowKey={(row) => String(row.id)}
      empty={{ title: 'No cinema sells this product now', text: 'It returns when a point of sale lists it again' }}
    />
  )
}
