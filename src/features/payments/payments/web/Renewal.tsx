import type { PaymentState } from '../rules.ts'
import { showInstant, showNaira } from '#web/ui/format.ts'
import { StatusPill, type Tone } from '#web/ui/StatusPill.tsx'
import styles from './Payments.module.css'
import { monthsOf } from './RenewButton.tsx'
import { useRenewalUntilSettled } from './useRenewal.ts'

const STATE_PILLS: Record<PaymentState, { tone: Tone; label: string }> = {
  initiated: { tone: 'neutral', label: 'Renewal initiated' },
  succeeded: { tone: 'good', label: 'Renewed' },
  failed: { tone: 'bad', label: 'Renewal failed' },
  needs_customer: { tone: 'warn', label: 'Renewal waiting for the customer' },
}

/** Status line of the latest renewal (decisions: Renewal). */
export function Renewal({ customerId }: { customerId: number }) {
  const renewal = useRenewalUntilSettled(customerId).data?.renewal
  return (
    // Rendered before its text, so that screen readers announce changes.
    <div className={styles.renewal} role="status">
      {renewal && (
        <>
          <StatusPill tone={STATE_PILLS[renewal.state].tone}>{STATE_PILLS[renewal.state].label}</StatusPill>
          <span>
            {renewal.subscriptionName}, {monthsOf(renewal.numberOfMonths)}, {showNaira(renewal.amount)}.{' '}
            {renewal.stateText}
            {renewal.confirmUrl && (
              <>
                {' '}
                <a href={renewal.confirmUrl} target="_blank" rel="noreferrer">
                  Confirmation page for the customer
                </a>
              </>
            )}
          </span>
          <span className={styles.more}>
            <bdi>{renewal.createdBy}</bdi>, {showInstant(renewal.createdAt)}
          </span>
        </>
      )}
    </div>
  )
}
