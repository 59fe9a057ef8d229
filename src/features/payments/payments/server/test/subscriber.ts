import { sql } from 'drizzle-orm'
import { workOut } from '#features/sales/trade/server/public.ts'
import { addPlan, planOfName } from '#features/customers/tiers/server/store.ts'
import { embeddedToken } from '#server/integrations/payments/embedded.ts'
import { TEST_NOW, type TestServer } from '#server/test/harness.ts'
import { storeCard } from '../cards.ts'

export const ZONE = 'Africa/Lagos'
export const BUFF = { name: 'Buff', kobo: 900_000, tickets: 4, concessionDiscount: 10, isMultiUser: false }

type Subscriber = {
  email?: string
  billingCycle?: string
  /** Latest paid term. Null: none. */
  term?: { plan?: string; kobo?: number; at: string; until: string } | null
  /** Last four digits of an embedded card, or a provider's token; null for none. */
  card?: string | null
  provider?: string
}

/** Creates the plan Buff, once. */
export async function withPlan({ db }: TestServer) {
  return (await planOfName(db, BUFF.name)) ?? db.transaction((tx) => addPlan(tx, BUFF, new Date(TEST_NOW)))
}

let count = 0
/** Creates a registered customer with an active subscription and a stored card. @returns the id */
export async function subscriber(server: TestServer, given: Subscriber = {}): Promise<number> {
  const number = ++count
  const email = given.email ?? `customer${number}@chain.example`
  const term = given.term === undefined ? { at: '2026-11-01T09:00:00Z', until: '2026-12-01T09:00:00Z' } : given.term
  return server.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      insert into customers (source, external_id, first_name, last_name, email, registered_at, registered_on, billing_cycle)
      values ('shop', ${`c${number}`}, 'Ada', 'Obi', ${email}, '2026-01-01T09:00:00Z', '2026-01-01', ${given.billingCycle ?? null})
      returning id`)
    const { id } = rows[0]!
    if (term)
      await tx.execute(sql`
        insert into subscription_events (source, external_id, customer_id, kind, at, day, until, plan, kobo, tickets)
        values ('shop', ${`s${number}`}, ${id}, 'start', ${term.at}, ${term.at.slice(0, 10)}, ${term.until},
          ${term.plan ?? BUFF.name}, ${term.kobo ?? BUFF.kobo}, 4)`)
    await workOut(tx, ZONE, [id])
    if (given.card !== null) {
      const last4 = given.card ?? '4081'
      const card = {
        brand: 'VISA',
        first6: '408408',
        last4: /^\d{4}$/.test(last4) ? last4 : '4081',
        expiryMonth: 9,
        expiryYear: 2032,
      }
      const token = /^\d{4}$/.test(last4) ? embeddedToken(card) : last4
      const storedAt = new Date('2026-06-01T09:00:00Z')
      await storeCard(tx, { ...card, token, customerId: id, provider: given.provider ?? 'embedded', email, storedAt })
    }
    return id
  })
}

/** Returns the outcome of a customer's renewals. */
export async function outcomeOf({ db }: TestServer, customerId: number) {
  const one = async <T>(query: ReturnType<typeof sql>) => (await db.execute<{ value: T }>(query)).rows[0]!.value
  return {
    events: await one<number>(sql`
      select count(*)::int as value from subscription_events where customer_id = ${customerId} and source = 'marquee'`),
    purchases: await one<number>(sql`
      select count(*)::int as value from purchases where customer_id = ${customerId} and source = 'marquee'`),
    paidUntil: new Date(
      await one<string>(sql`select max(ends_at) as value from subscription_periods where customer_id = ${customerId}`),
    ).toISOString(),
    logs: (
      await db.execute<{ status: string }>(sql`
        select status from payment_events where customer_id = ${customerId} order by id`)
    ).rows.map(({ status }) => status),
  }
}
