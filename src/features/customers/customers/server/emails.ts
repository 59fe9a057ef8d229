import { and, eq } from 'drizzle-orm'
import { showInstant } from '#contract/time.ts'
import { queueEmail } from '#features/messages/emails/server/public.ts'
import { RESET_MINUTES } from '#server/auth/tokens.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import type { PasswordResets } from '#server/feature.ts'
import { composeEmail } from '#server/integrations/mail/compose.ts'
import type { Email } from '#server/integrations/mail/port.ts'
import { customerByEmail, fullName } from './people.ts'
import {
  addReset,
  CUSTOMER_PASSWORD_RESET,
  isResetBlocked,
  ownerOfReset,
  setCustomerPassword,
  spendReset,
  type CustomerPasswordReset,
} from './resets.ts'
import { customers } from './tables.ts'

async function customerReset(app: App, { customerId }: CustomerPasswordReset): Promise<Email | undefined> {
  const { db, clock, origin, env } = app
  const [customer] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.id, customerId), eq(customers.isListed, true)))
  if (!customer?.email) return
  const name = customer.firstName || fullName(customer)
  const token = await addReset(db, customer.id, clock.now())
  return composeEmail(customer.email, {
    chain: env.chainName,
    subject: `Choose a new ${env.chainName} password`,
    title: 'Choose a new password',
    greeting: name ? `Hello ${name},` : 'Hello,',
    paragraphs: [
      `You or our staff asked to reset the password for your ${env.chainName} account.`,
      `Open this link within ${RESET_MINUTES} minutes to choose a new password. The link works once.`,
    ],
    button: {
      label: 'Choose a new password',
      link: `${origin}/reset-password/${token}?name=${encodeURIComponent(name)}`,
    },
    smallPrint: 'If this was not you, you do not need to do anything. Your password stays the same.',
  })
}

const CHANGED = { email: 'email', phone: 'phone number', both: 'email and phone number' } as const
export const CUSTOMER_CONTACT_CHANGED = 'customer-contact-changed'
/** `email`: the previous address. */
type ContactChanged = { customerId: number; email: string; name: string; what: keyof typeof CHANGED; at: string }

/** Queues the email to the previous address, in the transaction of the change. */
export const queueContactChanged = (tx: Db, { jobs }: App, changed: Omit<ContactChanged, 'at'>, now: Date) => {
  const params: ContactChanged = { ...changed, at: now.toISOString() }
  return queueEmail(tx, jobs, { kind: CUSTOMER_CONTACT_CHANGED, recipient: changed.email, params }, now)
}

async function contactChanged({ env }: App, { email, name, what, at }: ContactChanged): Promise<Email> {
  const title = `Your ${CHANGED[what]} was changed`
  return composeEmail(email, {
    chain: env.chainName,
    subject: `${title}: ${env.chainName}`,
    title,
    greeting: name ? `Hello ${name},` : 'Hello,',
    paragraphs: [
      `Our staff changed the ${CHANGED[what]} of your ${env.chainName} account on ${showInstant(at, env.zone)}.`,
      'If you requested this, you do not need to do anything.',
    ],
    smallPrint: 'If you did not request this, contact any of our cinemas immediately.',
  })
}

/** Password resets for customers of the shop and the app, through the same call as for staff. */
export const passwordResets: PasswordResets = {
  email: async (app, email) => {
    const customer = await customerByEmail(app.db, email)
    return customer && !isResetBlocked(customer, app.clock.now())
      ? customerReset(app, { customerId: customer.id })
      : undefined
  },
  owner: async (db, token, now) => {
    const customer = await ownerOfReset(db, token, now)
    return customer && { ...customer, mobile: customer.phone }
  },
  spend: async (tx, { token, passwordHash, now }) => {
    const customer = await spendReset(tx, token, now)
    if (!customer) return
    await setCustomerPassword(tx, customer.id, passwordHash, now)
    return { entity: 'customer', id: customer.id, name: fullName(customer) }
  },
}

export const emails = { [CUSTOMER_PASSWORD_RESET]: customerReset, [CUSTOMER_CONTACT_CHANGED]: contactChanged }
