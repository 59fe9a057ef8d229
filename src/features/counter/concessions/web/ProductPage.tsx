import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { showCount } from '#contract/counted.ts'
import { refusal } from '#contract/permissions.ts'
import { tickets } from '#features/sales/tickets/contract.ts'
import { paths as purchases } from '#features/sales/tickets/web/paths.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { DateRange, LATELY } from '#web/form/DateRange.tsx'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { ExportButton } from '#web/list/ExportButton.tsx'
import { List, type Reading } from '#web/list/List.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { businessToday, showInstant, showNaira } from '#web/ui/format.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { concessions } from '../contract.ts'
import { merchandise, type Edible, type MerchandisePurchase, type SoldProduct } from '../product-contract.ts'
import { PAGE, PAGES } from '../product-rules.ts'
import { CostsRecord } from './CostsRecord.tsx'
import styles from './Product.module.css'
import * as paths from './product-paths.ts'
import { ProductRecord } from './ProductRecord.tsx'

/** One food or beverage (operations 2): what it costs at each cinema. */
export function EdiblePage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const reading = useRead(concessions.fetch, { params: { id }, query: {} })
  const edible = reading.data as Edible | undefined
  return (
    <Product
      kind="Food & beverages"
      list={paths.edibles.list}
      note="The price at the point of sale, or the price set in Concessions"
      product={edible}
      reading={reading}
      facts={{ Flavour: edible?.flavour, HPOK: edible?.hpok }}
    />
  )
}

const columns: Column<MerchandisePurchase>[] = [
  { id: 'name', title: 'Name', main: true, width: '28%', cell: (row) => row.name },
  { id: 'type', title: 'Type', cell: (row) => row.type || '–' },
  { id: 'purchaseDate', title: 'Purchase date', wide: true, cell: (row) => showInstant(row.purchaseDate) },
  { id: 'cinema_name', title: 'Cinema', cell: (row) => row.cinema_name ?? '–' },
  { id: 'quantity', title: 'Quantity', numeric: true, cell: (row) => showCount(row.quantity) },
  { id: 'totalPrice', title: 'Total price', numeric: true, cell: (row) => showNaira(row.totalPrice) },
]

/** One piece of merchandise (operations 2): its price per cinema and its purchase history. */
export function MerchandiseItemPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const [address, setAddress] = useAddress(merchandise.fetch.query)
  const { page = 1, perPage = PAGE, start_date, end_date } = address
  const reading = useRead(merchandise.fetch, {
    params: { id: id as unknown as number },
    query: { page, perPage, start_date, end_date },
  })
  const me = useMe()
  const item = reading.data
  return (
    <Product
      kind="Merchandise"
      list={paths.merchandise.list}
      product={item}
      reading={reading}
      facts={{ 'Units sold': item && showCount(item.units_sold) }}
    >
      {item && (
        <List
          label="Purchase history"
          columns={columns}
          reading={reading}
          rows={item.purchaseHistory}
          total={item.purchaseCount}
          page={page}
          perPage={perPage}
          onPage={(to, how) => setAddress({ page: to }, how)}
          sizes={PAGES}
          onPerPage={(to) => setAddress({ perPage: to })}
          rowKey={(row) => row.id}
          rowTo={({ purchase_id }) =>
            refusal(me, tickets.purchase.permission) ? undefined : purchases.purchase(purchase_id)
          }
          empty={
            start_date || end_date
              ? { title: 'No purchases in this period', text: 'Choose other days' }
              : { title: 'No purchases made yet', text: 'Purchases of this product appear here' }
          }
          toolbar={
            <div className={styles.history}>
              <h2>Purchase history</h2>
              <p className={styles.sum} role="status">
                {showCount(item.purchaseQuantity)} sold for {showNaira(item.purchaseTotal)}
                {start_date || end_date ? ' in these days' : ''}
              </p>
              <DateRange
                label="Purchase date"
                now={businessToday()}
                start={start_date}
                end={end_date}
                onChange={({ start, end }) => setAddress({ start_date: start, end_date: end })}
                onClear={() => setAddress({ start_date: undefined, end_date: undefined })}
                presets={LATELY}
              />
              <ExportButton
                endpoint={merchandise.historyCsv}
                params={{ id: item.id }}
                query={{ start_date, end_date }}
              />
            </div>
          }
        />
      )}
    </Product>
  )
}

type Props = {
  /** What the page is called until the product is here. */
  kind: string
  list: string
  note?: string
  product: SoldProduct | undefined
  reading: Reading
  facts: Record<string, ReactNode>
  children?: ReactNode
}

function Product({ kind, list, note, product, reading, facts, children }: Props) {
  return (
    <Page title={product?.name ?? kind} back={list} isLoading={!product && !reading.error} note={product && note}>
      {product ? (
        <>
          <ProductRecord product={product} reading={reading} facts={facts} />
          {children}
          {/* Last, since it comes later than the rest: nothing moves under a hand. */}
          <CostsRecord id={product.id} name={product.name} />
        </>
      ) : (
        <Card>
          {reading.error ? <ErrorState error={reading.error} onRetry={reading.refetch} /> : <Skeleton height={220} />}
        </Card>
      )}
    </Page>
  )
}
