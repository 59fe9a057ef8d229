import type { ReactNode } from 'react'
import { showPhone } from '#contract/phone.ts'
import { showDay } from '#contract/time.ts'
import { breakable } from '#web/ui/breakable.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { showDayOf, showCard } from '#web/ui/format.ts'
import type { CustomerRecord } from '../contract.ts'
import styles from './Customers.module.css'
import { Field } from './Field.tsx'
import { Picture } from './Picture.tsx'
import { ProfileActions } from './ProfileActions.tsx'
import { nameOf } from './format.ts'

/** Identity and picture of the customer, with actions (operations 2, Users). */
export function Identity({ record }: { record: CustomerRecord }) {
  const { userData: customer, mergedFrom } = record
  const { card } = customer
  return (
    <Card title="Profile">
      <div className={styles.identity}>
        <Picture customer={customer} />
        <dl className={styles.fields}>
          <Field label="Name">{nameOf(customer)}</Field>
          <Field label="Email">
            {customer.email && (
              <Contact to={`mailto:${customer.email}`} text={customer.email}>
                {customer.email}
              </Contact>
            )}
          </Field>
          <Field label="Phone">
            {customer.mobile && (
              <Contact to={`tel:${customer.mobile}`} text={customer.mobile}>
                {showPhone(customer.mobile)}
              </Contact>
            )}
          </Field>
          <Field label="Gender">{customer.gender}</Field>
          <Field label="Date of birth">{customer.dateOfBirth && showDay(customer.dateOfBirth)}</Field>
          <Field label="Card number">
            {customer.rosettaCardNumber && (
              <Copied text={customer.rosettaCardNumber}>{customer.rosettaCardNumber}</Copied>
            )}
          </Field>
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
      <div className={styles.actions}>
        <ProfileActions record={record} />
      </div>
    </Card>
  )
}

/** Email or phone link with a copy button. */
const Contact = ({ to, text, children }: { to: string; text: string; children: string }) => (
  <Copied text={text}>
    <a href={to} className={styles.link}>
      {breakable(children)}
    </a>
  </Copied>
)

const Copied = ({ text, children }: { text: string; children: ReactNode }) => (
  <span className={styles.copied}>
    {children}
    <CopyButton text={text} label={`Copy ${text}`} />
  </span>
)
