import { and, eq } from 'drizzle-orm'
import { RESET_MINUTES } from '#server/auth/tokens.ts'
import type { App } from '#server/app.ts'
import type { PasswordResets } from '#server/feature.ts'
import { letter } from '#server/integrations/mail/letter.ts'
import type { Letter } from '#server/integrations/mail/port.ts'
import { customerByEmail, fullName } from './people.ts'
import {
  addReset,
  CUSTOMER_PASSWORD_RESET,
  ownerOfReset,
  setCustomerPassword,
  spendReset,
  type CustomerPasswordReset,
} from './resets.ts'
import { customers } from './tables.ts'

async function customerReset(app: App, { customerId }: CustomerPasswordReset): Promise<Letter | undefined> {
  const { db, clock, origin, env } = app
  const [customer] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.id, customerId), eq(customers.isListed, true)))
  if (!customer?.email) return
  const name = customer.firstName || fullName(customer)
  const token = await addReset(db, customer.id, clock.now())
  return letter(customer.email, {
    chain: env.chainName,
    subject: `Choose a new ${env.chainName} password`,
    title: 'Choose a new password',
    greeting: name ? `Hello ${name},` : 'Hello,',
    paragraphs: [
      `A new password was asked for your ${env.chainName} account, by you or by our staff for you.`,
      `Open this link within ${RESET_MINUTES} minutes to choose one. It works once.`,
    ],
    button: {
      label: 'Choose a new password',
      link: `${origin}/reset-password/${token}?name=${encodeURIComponent(name)}`,
    },
    smallPrint: 'If it was not you, there is nothing to do: your password stays as it is.',
  })
}

/** The shop's and the app's customers ask for a link where staff do. */
export const passwordResets: PasswordResets = {
  letter: async (app, email) => {
    const customer = await customerByEmail(app.db, email)
    return customer && customerReset(app, { customerId: customer.id })
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

export const letters = { [CUSTOMER_PASSWORD_RESET]: customerReset }
