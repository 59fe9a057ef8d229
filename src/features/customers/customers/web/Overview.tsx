import { counted } from '#contract/counted.ts'
import { daysBetween, showDay, type Day } from '#contract/time.ts'
import { Card } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { showNaira, today } from '#web/ui/format.ts'
import { RecordLink } from '#web/ui/RecordLink.tsx'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import type { CustomerRecord } from '../contract.ts'
import { DEFAULT_PLAN } from '../rules.ts'
import styles from './Customers.module.css'
import { Field } from './Field.tsx'

/** Facts for a call: plan and its end, points, club and spend. */
export function Overview({ record }: { record: CustomerRecord }) {
  const { userData: customer, spend, facts } = record
  return (
    <Card>
      <dl className={styles.few}>
        <Field label="Customer number">
          <span className={styles.copied}>
            {customer.id}
            <CopyButton text={String(customer.id)} label="Copy the customer number" />
          </span>
        </Field>
        <Field label="Status">
          <StatusPill tone={customer.status === 'Active' ? 'good' : 'neutral'}>{customer.status}</StatusPill>
        </Field>
        <Field label="Subscription plan">
          <Plan of={record.userSubscriptionHistory.active_subscription} />
        </Field>
        {facts.map(({ label, text, kind, id }) => (
          <Field key={label} label={label}>
            {kind ? (
              <RecordLink kind={kind} id={id} className={styles.link}>
                {text}
              </RecordLink>
            ) : (
              text
            )}
          </Field>
        ))}
        <Field label={spend.isPart ? 'Total spend at your cinemas' : 'Total spend'}>
          <span className={styles.item}>
            {showNaira(spend.naira)}
            <span className={styles.more}>{counted(spend.purchases, 'purchase')}</span>
          </span>
        </Field>
        <Field label="Default cinema">{customer.defaultCinema?.cinema_name}</Field>
      </dl>
    </Card>
  )
}

type Running = CustomerRecord['userSubscriptionHistory']['active_subscription']

/** Plan with its end, or with its start if it is in the future. */
function Plan({ of: running }: { of: Running }) {
  if (!running) return DEFAULT_PLAN
  const { subscriptionName, subStartDate, subEndDate } = running
  return (
    <span className={styles.item}>
      {subscriptionName}
      <span className={styles.more}>
        {subStartDate > today()
          ? `from ${showDay(subStartDate)}`
          : `until ${showDay(subEndDate)} (${left(subEndDate)})`}
      </span>
    </span>
  )
}

const left = (end: Day) => {
  const days = daysBetween(today(), end)
  return days === 0 ? 'today' : counted(days, 'day')
}
