import { showCount } from '#contract/counted.ts'
import type { ReactNode } from 'react'
import { CopyButton } from './CopyButton.tsx'
import { showNaira } from './format.ts'
import styles from './Purchased.module.css'
import { RecordLink } from './RecordLink.tsx'
import { StatusPill } from './StatusPill.tsx'

/** Payment of a purchase line in tables. */

type Paid = { paymentReference: string | null; paymentId: number | null }

/** Payment reference with a copy button, and a link for people who can see payments. */
export function PaymentId({ of: { paymentReference: reference, paymentId }, blank }: { of: Paid; blank: ReactNode }) {
  if (!reference && paymentId === null) return blank
  return (
    <span className={styles.payment}>
      <RecordLink kind="payment" id={paymentId}>
        {reference || 'Payment'}
      </RecordLink>
      {reference && <CopyButton text={reference} label={`Copy ${reference}`} />}
    </span>
  )
}

type Refundable = { status: 'Paid' | 'Refunded' | 'Partly refunded'; refunded: number }

/** Amount paid; after a refund struck through, with the remaining amount. */
export const Amount = ({ price, of: { status, refunded } }: { price: number; of: Refundable }) =>
  status === 'Paid' ? (
    showNaira(price)
  ) : (
    <span className={styles.amount}>
      <span>
        <s>{showNaira(price)}</s> {showNaira(price - refunded)}
      </span>
      <StatusPill tone={status === 'Refunded' ? 'bad' : 'warn'} plain>
        {status}
      </StatusPill>
    </span>
  )

/** Quantity bought, and how many are left after refunds. */
export const Quantity = ({ bought, refunded }: { bought: number; refunded: number }) =>
  refunded > 0 ? `${showCount(bought - refunded)} of ${showCount(bought)}` : showCount(bought)
