import { showCount } from '#contract/counted.ts'
import { useParams } from '@tanstack/react-router'
import { refusal } from '#contract/permissions.ts'
import { PAGE, PAGES } from '#features/counter/concessions/edible-rules.ts'
import { tickets } from '#features/sales/tickets/contract.ts'
import { paths as purchases } from '#features/sales/tickets/web/paths.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { DateRange, LATELY } from '#web/form/DateRange.tsx'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { ExportButton } from '#web/list/ExportButton.tsx'
import { List } from '#web/list/List.tsx'
import { CostsRecord } from '#features/counter/concessions/web/CostsRecord.tsx'
import { ProductRecord } from '#features/counter/concessions/web/ProductRecord.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { businessToday, showInstant, showNaira } from '#web/ui/format.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { merchandise, type MerchandisePurchase } from '../contract.ts'
import styles from './Merchandise.module.css'
import { paths } from './paths.ts'

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
    <Page title={item?.name ?? 'Merchandise'} back={paths.list} isLoading={!item && !reading.error}>
      {item ? (
        <>
          <ProductRecord product={item} reading={reading} facts={{ 'Units sold': showCount(item.units_sold) }} />
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
                ? { title: 'Nobody bought it in these days', text: 'Choose other days.' }
                : { title: 'No purchases made yet', text: 'They appear here when it is sold.' }
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
          {/* Last, since it comes later than the rest: nothing moves under a hand. */}
          <CostsRecord id={item.id} name={item.name} />
        </>
      ) : (
        <Card>
          {reading.error ? <ErrorState error={reading.error} onRetry={reading.refetch} /> : <Skeleton height={220} />}
        </Card>
      )}
    </Page>
  )
}
