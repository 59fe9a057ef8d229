import { showPhone } from '#contract/phone.ts'
import { showDay } from '#contract/time.ts'
import { Card } from '#web/ui/Card.tsx'
import { today, showDayOf, showCard } from '#web/ui/format.ts'
import type { CustomerRecord } from '../contract.ts'
import { DEFAULT_PLAN } from '../rules.ts'
import styles from './Customers.module.css'
import { Field } from './Field.tsx'
import { Picture } from './Picture.tsx'
import { ProfileActs } from './ProfileActs.tsx'
import { nameOf } from './format.ts'

type Running = NonNullable<CustomerRecord['userSubscriptionHistory']['active_subscription']>

/** Who the customer is, with the picture, and what can be done for them (operations 2, Users). */
export function Identity({
  record: { userData: customer, userSubscriptionHistory, mergedFrom },
}: {
  record: CustomerRecord
}) {
  const subscription = userSubscriptionHistory.active_subscription
  const { card } = customer
  return (
    <Card title="Profile">
      <div className={styles.identity}>
        <Picture customer={customer} />
        <dl className={styles.fields}>
          <Field label="Name">{nameOf(customer)}</Field>
          <Field label="Email">{customer.email}</Field>
          <Field label="Phone">{customer.mobile && showPhone(customer.mobile)}</Field>
          <Field label="Gender">{customer.gender}</Field>
          <Field label="Date of birth">{customer.dateOfBirth && showDay(customer.dateOfBirth)}</Field>
          <Field label="Subscription plan">{subscription ? planOf(subscription) : DEFAULT_PLAN}</Field>
          <Field label="Card number">{customer.rosettaCardNumber}</Field>
          <Field label="Date created">{showDayOf(customer.createdAt)}</Field>
          <Field label="Preferred billing cycle">{customer.preferredBillingCycle}</Field>
          <Field label="Payment card">{card && `${showCard(card)}, to ${card.expiry}`}</Field>
        </dl>
      </div>
      {mergedFrom.map(({ id, at, by }) => (
        <p key={id} className={styles.aside}>
          Merged from customer {id} on {showDayOf(at)} by <bdi>{by}</bdi>
        </p>
      ))}
      <div className={styles.acts}>
        <ProfileActs customer={customer} />
      </div>
    </Card>
  )
}

/** The plan; of one that is yet to begin, from when. */
const planOf = ({ subscriptionName, subStartDate }: Running) =>
  subStartDate > today() ? `${subscriptionName}, from ${showDay(subStartDate)}` : subscriptionName
