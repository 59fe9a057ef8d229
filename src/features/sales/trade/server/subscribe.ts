import { addMonths, clockOf, dayOf, instantAt, type Zones } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { rowsOf } from '#server/db/rows.ts'
import { OWN_SOURCE, type EventKind } from '../rules.ts'
import { sell, type Sender } from './sell.ts'
import { paidUntil, workOut } from './subscription-periods.ts'
import { number, query, text, present } from '#server/db/query.ts'

/** Event of a customer's subscription, under the sender's id. An end has only a time and a reason. */
export type SubscriptionEvent = {
  id: string
  customer: number
  kind: EventKind
  at: Date
  until?: Date | null
  /** Name, monthly price and tickets of the plan when it was sold. */
  plan?: string
  kobo?: number
  tickets?: number
  reason?: string
  /** Decision by staff: its time, and the period in which it overrides earlier reports. */
  settled?: { at: Date; from: Date; until: Date }
}

/**
 * Adds subscription events and recalculates the subscription periods of their customers, whose rows the caller locks.
 * @returns ids of the new events
 */
export async function addSubscriptionEvents(
  tx: Db,
  { source, zone }: Sender,
  reported: readonly SubscriptionEvent[],
): Promise<Set<string>> {
  const events = reported.map(({ settled, plan = '', kobo = 0, tickets = 0, reason = '', ...event }) => ({
    ...event,
    plan,
    kobo,
    tickets,
    reason,
    ...(settled && { settled_at: settled.at, settles_from: settled.from, settles_until: settled.until }),
  }))
  const { rows } = await query(tx, { external_id: text, customer_id: number })`
    insert into subscription_events
      (source, external_id, customer_id, kind, at, day, until, plan, kobo, tickets, reason, settled_at, settles_from,
       settles_until)
    select ${source}, x.id, x.customer, x.kind, x.at, (x.at at time zone ${zone})::date, x.until, x.plan, x.kobo,
      x.tickets, x.reason, x.settled_at, x.settles_from, x.settles_until
    from ${rowsOf(
      events,
      `id text, customer bigint, kind text, at timestamptz, until timestamptz, plan text, kobo bigint, tickets integer,
       reason text, settled_at timestamptz, settles_from timestamptz, settles_until timestamptz`,
    )}
    on conflict (source, external_id) do nothing returning external_id, customer_id`
  await workOut(tx, zone, [...new Set(rows.map((row) => row.customer_id))])
  return new Set(rows.map((row) => row.external_id))
}

/** Billing period of a subscription. */
export type Term = { startsAt: Date; endsAt: Date }

/** Finds the term of an event that Marquee recorded. */
export async function ourTerm(db: Db, id: string): Promise<Term | undefined> {
  const { rows } = await query(db, { at: text, until: present(text) })`
    select at, until from subscription_events where source = ${OWN_SOURCE} and external_id = ${id}`
  return rows[0] && { startsAt: new Date(rows[0].at), endsAt: new Date(rows[0].until) }
}

/** Returns the next term: from the end of what is paid, or from now, to the same time of day months later. */
export function termAfter(paid: Date | undefined, now: Date, months: number, zone: string): Term {
  const startsAt = paid ?? now
  const day = dayOf(startsAt, zone)
  const clock = clockOf(startsAt, zone)
  const sinceTheMinute = startsAt.getTime() - instantAt(day, clock, zone).getTime()
  return { startsAt, endsAt: new Date(instantAt(addMonths(day, months), clock, zone).getTime() + sinceTheMinute) }
}

/** Term that was paid through Marquee. */
type TermSale = {
  customerId: number
  /** Current name, monthly price and tickets of the plan. */
  plan: string
  monthlyKobo: number
  tickets: number
  months: number
  /** Price of the full term. */
  kobo: number
  /** Payment reference of Marquee. Each is sold once. */
  reference: string
  at: Date
}

/**
 * Sells a term: adds a subscription event and a purchase, which reports include. A term after a gap is a start, as in the
 * feed. The caller locks the customer's row.
 * @returns the term; undefined: the reference was already sold
 */
export async function sellTerm(tx: Db, { zone, dayZone }: Zones, sale: TermSale): Promise<Term | undefined> {
  const { customerId: customer, plan, monthlyKobo, tickets, months, kobo, reference, at } = sale
  const by = { source: OWN_SOURCE, zone: dayZone }
  const paid = await paidUntil(tx, customer, at)
  const term = termAfter(paid, at, months, zone)
  const event = {
    id: reference,
    customer,
    kind: paid ? ('renewal' as const) : ('start' as const),
    at: term.startsAt,
    until: term.endsAt,
    plan,
    kobo: monthlyKobo,
    tickets,
  }
  if (!(await addSubscriptionEvents(tx, by, [event])).size) return
  const lines = [{ kind: 'subscription' as const, quantity: 1, kobo, product: plan }]
  await sell(tx, by, [{ id: reference, at, channel: 'not_specified', customer, payment: reference, lines }])
  return term
}
