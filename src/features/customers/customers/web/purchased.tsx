import type { Column } from '#web/list/columns.ts'
import { showDay, showInstant } from '#web/ui/format.ts'
import { Amount, PaymentId, Quantity } from '#web/ui/Purchased.tsx'
import type { PurchasedLine } from '../contract.ts'
import styles from './Customers.module.css'
import { BLANK } from './format.ts'

export type Bought = PurchasedLine & { type: 'Ticket' | 'Concession' }

/** Item; for a ticket the film, show and cinema. */
function Item({ of: line }: { of: Bought }) {
  const more = [
    line.movieName !== line.product_name && line.movieName,
    line.showAt && showInstant(line.showAt),
    line.cinemaName,
  ].filter(Boolean)
  return (
    <span className={styles.item}>
      {line.product_name || BLANK}
      {more.length > 0 && <span className={styles.more}>{more.join(' · ')}</span>}
    </span>
  )
}

/** Day with the time below. */
export function When({ at }: { at: string }) {
  const text = showInstant(at)
  const day = text.slice(0, showDay('2000-01-01').length)
  return (
    <span className={styles.item}>
      {day}
      <span className={styles.more}>{text.slice(day.length).replace(/^[\s,]+/, '')}</span>
    </span>
  )
}

/** Columns of a customer's purchases (operations 2, Users). */
export const boughtColumns: Column<Bought>[] = [
  { id: 'item', title: 'Item', main: true, width: '32%', cell: (line) => <Item of={line} /> },
  { id: 'type', title: 'Type', cell: (line) => line.type },
  {
    id: 'quantity',
    title: 'Quantity',
    numeric: true,
    cell: (line) => <Quantity bought={line.quantity} refunded={line.refundedQuantity} />,
  },
  { id: 'payment', title: 'Payment ID', wide: true, cell: (line) => <PaymentId of={line} blank={BLANK} /> },
  { id: 'date', title: 'Date', cell: (line) => <When at={line.createdAt} /> },
  {
    id: 'amount',
    title: 'Order amount',
    numeric: true,
    side: true,
    cell: (line) => <Amount price={line.price} of={line} />,
  },
]
