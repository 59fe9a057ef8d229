import { sql } from 'drizzle-orm'
import { addMonths, dayOf, startOfDay } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import type { CustomerRecord } from '../contract.ts'
import type { Known } from '../form.ts'
import { ACTIVITY_MONTHS } from '../rules.ts'
import { membershipsOf, standingOf, toActive } from './memberships.ts'
import { transactionsOf } from './purchases.ts'
import type { Customer } from './people.ts'

/** Who a customer is, and how their subscription stands. */
export async function knownOf(db: Db, customer: Customer, now: Date, zone: string): Promise<Known> {
  const standing = await standingOf(db, customer.id, now)
  return {
    userData: {
      id: customer.id,
      firstName: customer.firstName,
      lastName: customer.lastName,
      email: customer.email,
      mobile: customer.phone,
      dateOfBirth: customer.birthDate,
      gender: customer.gender,
      createdAt: customer.registeredAt!.toISOString(),
      preferredBillingCycle: customer.billingCycle,
      profileImage: customer.profileImage,
      rosettaCardNumber: customer.cardNumber,
      hasCardPin: customer.cardPinHash !== null,
      card: await cardOf(db, customer.id),
      status: standing?.isInForce ? 'Active' : 'Unsubscribed',
      defaultCinema: await cinemaOf(db, customer.defaultCinemaId),
      version: customer.version,
    },
    userSubscriptionHistory: { active_subscription: standing ? toActive(standing, zone) : null },
  }
}

/** A customer as staff read them, with all that is known. */
export async function recordOf(db: Db, customer: Customer, now: Date, zone: string): Promise<CustomerRecord> {
  const { userData, userSubscriptionHistory } = await knownOf(db, customer, now, zone)
  const { subscriptions } = await membershipsOf(db, customer.id)
  const since = startOfDay(addMonths(dayOf(now, zone), -ACTIVITY_MONTHS), zone)
  return {
    userData,
    userSubscriptionHistory: { ...userSubscriptionHistory, all_subscriptions: subscriptions },
    userCompleteTransaction: await transactionsOf(db, customer, since),
    habits: {
      preferences: await genresOf(db, customer.id),
      mostVisitedCinema: await mostVisited(db, customer.id),
      trailersWatched: customer.trailersWatched,
    },
  }
}

async function cardOf(db: Db, customerId: number): Promise<CustomerRecord['userData']['card']> {
  const { rows } = await db.execute<{ brand: string; first6: string; last4: string; expiry: string }>(sql`
    select brand, first6, last4, lpad(expiry_month::text, 2, '0') || '/' || right(expiry_year::text, 2) as expiry
    from payment_cards where customer_id = ${customerId}`)
  return rows[0] ?? null
}

/** One that the point of sale no longer has is shown by its id. */
async function cinemaOf(db: Db, id: string | null) {
  if (id === null) return null
  const { rows } = await db.execute<{ name: string }>(sql`select name from cinemas where id = ${id}`)
  return { id, cinema_name: rows[0]?.name ?? id }
}

/** Genres of the movies that a customer's tickets were for, the most frequent first. */
async function genresOf(db: Db, customerId: number): Promise<string[]> {
  const { rows } = await db.execute<{ genre: string }>(sql`
    select trim(g.genre) as genre
    from purchases p join purchase_lines l on l.purchase_id = p.id and l.kind = 'ticket' join movies m on m.id = l.movie_id
    cross join unnest(case when m.genres = '{}' then string_to_array(m.pos_genre, ',') else m.genres end) g(genre)
    where p.customer_id = ${customerId} and trim(g.genre) <> ''
    group by 1 order by sum(l.quantity) desc, 1 limit 3`)
  return rows.map(({ genre }) => genre)
}

/** Where a customer's tickets were torn most often; of one without any, where they bought most often. */
async function mostVisited(db: Db, customerId: number): Promise<string | null> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.name from (
      select r.cinema_id, 1 as rank, sum(r.tickets) as n from redemptions r
      where r.customer_id = ${customerId} group by r.cinema_id
      union all
      select p.cinema_id, 2, count(*) from purchases p where p.customer_id = ${customerId} group by p.cinema_id
    ) x join cinemas c on c.id = x.cinema_id
    order by x.rank, x.n desc, c.name limit 1`)
  return rows[0]?.name ?? null
}
