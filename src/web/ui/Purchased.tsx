import { showCount } from '#contract/counted.ts'
import type { ReactNode } from 'react'
import { CopyButton } from './CopyButton.tsx'
import { showNaira } from './format.ts'
import styles from './Purchased.module.css'
import { RecordLink } from './RecordLink.tsx'
import { StatusPill } from './StatusPill.tsx'

/** What tables of purchases show of a line. */

type Paid = { paymentReference: string | null; paymentId: number | null }

/** A payment's reference, to copy, and the way to it for those who may see payments. */
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

/** What was paid; struck, with what remains of it, once it was given back. */
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

/** How many were bought, and how many of them are left. */
export const Quantity = ({ bought, refunded }: { bought: number; refunded: number }) =>
  refunded > 0 ? `${showCount(bought - refunded)} of ${showCount(bought)}` : showCount(bought)
