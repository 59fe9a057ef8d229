import { sql } from 'drizzle-orm'
import { addMonths, clockOf, dayOf, instantAt } from '#contract/time.ts'
import { workOut } from '#features/customers/server/store.ts'
import { OURS } from '#features/customers/rules.ts'
import type { Db } from '#server/db/connect.ts'

/** A term of a subscription that was paid here. */
export type Sale = {
  customerId: number
  /** The plan's name, a month's price and tickets, as they are sold now. */
  plan: string
  monthlyKobo: number
  tickets: number
  months: number
  /** What was paid for all of it. */
  kobo: number
  /** Ours, of the payment: a sale is made once of each. */
  reference: string
  at: Date
}

type Term = { startsAt: Date; endsAt: Date }

/** Until when a customer has paid; undefined when nothing is in force or to come. */
export async function paidUntil(db: Db, customerId: number, now: Date): Promise<Date | undefined> {
  const { rows } = await db.execute<{ until: string | null }>(sql`
    select max(ends_at) as until from stints where customer_id = ${customerId} and ends_at > ${now.toISOString()}`)
  return rows[0]?.until ? new Date(rows[0].until) : undefined
}

/** The term that months more would be: from the end of what is paid, or from now, to the same time of a later day. */
export function termAfter(paid: Date | undefined, now: Date, months: number, zone: string): Term {
  const startsAt = paid ?? now
  const day = dayOf(startsAt, zone)
  const clock = clockOf(startsAt, zone)
  const sinceTheMinute = startsAt.getTime() - instantAt(day, clock, zone).getTime()
  return { startsAt, endsAt: new Date(instantAt(addMonths(day, months), clock, zone).getTime() + sinceTheMinute) }
}

/**
 * Sells a term: a subscription event and a purchase of ours, from which the figures follow. One that begins after a gap is
 * a start, as the feed tells it. The customer's row is held by the caller.
 * @returns the term; undefined when the reference was sold before
 */
export async function sellTerm(tx: Db, zone: string, sale: Sale): Promise<Term | undefined> {
  const { customerId, plan, monthlyKobo, tickets, months, kobo, reference } = sale
  const paid = await paidUntil(tx, customerId, sale.at)
  const term = termAfter(paid, sale.at, months, zone)
  const [at, from, until] = [sale.at, term.startsAt, term.endsAt].map((instant) => instant.toISOString())
  const { rows } = await tx.execute(sql`
    insert into subscription_events (source, external_id, customer_id, kind, at, day, until, plan, kobo, tickets)
    values (${OURS}, ${reference}, ${customerId}, ${paid ? 'renewal' : 'start'}, ${from},
      (${from}::timestamptz at time zone ${zone})::date, ${until}, ${plan}, ${monthlyKobo}, ${tickets})
    on conflict (source, external_id) do nothing returning id`)
  if (rows.length === 0) return
  await tx.execute(sql`
    with p as (
      insert into purchases (source, external_id, at, day, channel, customer_id, payment_reference, kobo, by_subscriber)
      values (${OURS}, ${reference}, ${at}, (${at}::timestamptz at time zone ${zone})::date, 'not_specified',
        ${customerId}, ${reference}, ${kobo}, ${paid !== undefined})
      returning id
    )
    insert into purchase_lines (purchase_id, n, kind, quantity, kobo, product)
    select id, 1, 'subscription', 1, ${kobo}, ${plan} from p`)
  await workOut(tx, zone, [customerId])
  return term
}
