import { sql } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import { addMonths, dayOf, startOfDay } from '#contract/time.ts'
import { refusal, type Permission, type Rights } from '#contract/permissions.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { isScoped } from '#server/db/scoped.ts'
import { hidden, prepared } from '#server/db/prepared.ts'
import type { OfCustomer } from '#server/timeline.ts'
import type { CustomerRecord } from '../contract.ts'
import type { Known } from '../form.ts'
import { ACTIVITY_MONTHS } from '../rules.ts'
import { membershipsOf, databaseStateOf, toActive } from './memberships.ts'
import { boughtBy, OF_ACTIVITIES, transactionsOf } from './purchases.ts'
import { gathering } from '#server/queue.ts'
import type { Customer } from './people.ts'
import { arrayOf, json, number, orNull, query, text } from '#server/db/query.ts'

/** Reads a customer with the current subscription. */
export async function knownOf(db: Db, customer: Customer, now: Date, zone: string): Promise<Known> {
  const standing = await databaseStateOf(db, customer.id, now)
  const { card, cinema } = await cardAndCinemaOf(db, customer)
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
      card,
      status: standing?.isInForce ? 'Active' : 'Unsubscribed',
      defaultCinema: cinema,
      version: customer.version,
    },
    userSubscriptionHistory: { active_subscription: standing ? toActive(standing, zone) : null },
  }
}

/** Lists what features add to a customer's page, as far as the caller can see it. */
export const ofCustomerFor = (app: App, me: Rights): OfCustomer[] =>
  app.ofCustomer.filter(({ permission }) => !refusal(me, permission))

type Reader = { app: App; me: Rights; scopedDb: (permission: Permission) => Db; now: Date }

/** Reads the full profile of a customer, as the caller sees it. */
export async function recordFor(
  { app, me, scopedDb, now }: Reader,
  db: Db,
  customer: Customer,
): Promise<CustomerRecord> {
  const [record, waiting, facts] = await Promise.all([
    recordOf(db, customer, now, app.env.zone),
    app.approvals?.pendingFor(db, 'customer', customer.id, now) ?? [],
    Promise.all(
      ofCustomerFor(app, me).map(({ permission, facts: read }) =>
        read ? gathering(() => read(scopedDb(permission), customer.id, now)) : [],
      ),
    ),
  ])
  return {
    ...record,
    facts: facts.flat(),
    waiting: waiting.map(({ id, action, permission, requester, createdAt }) => ({
      id,
      action: action,
      requester,
      createdAt: createdAt.toISOString(),
      canOpen: permission.every((one) => !refusal(me, one as Permission)),
    })),
  }
}

/** Reads the parts of a profile concurrently. `db` must not be a transaction, which would read them one by one. */
async function recordOf(
  db: Db,
  customer: Customer,
  now: Date,
  zone: string,
): Promise<Omit<CustomerRecord, 'facts' | 'waiting'>> {
  const since = startOfDay(addMonths(dayOf(now, zone), -ACTIVITY_MONTHS), zone)
  const [known, { subscriptions }, userCompleteTransaction, { spend, olderPurchases, mergedFrom, habits }] =
    await Promise.all([
      knownOf(db, customer, now, zone),
      membershipsOf(db, customer.id),
      transactionsOf(db, customer, since),
      sumsOf(db, customer, since),
    ])
  return {
    userData: known.userData,
    userSubscriptionHistory: { ...known.userSubscriptionHistory, all_subscriptions: subscriptions },
    userCompleteTransaction,
    spend: { ...spend, isPart: isScoped(db) },
    olderPurchases,
    mergedFrom,
    habits: { ...habits, trailersWatched: customer.trailersWatched },
  }
}

type Card = CustomerRecord['userData']['card']

/** Reads the stored card and the default cinema. A cinema that the point of sale has removed is shown by its id. */
async function cardAndCinemaOf(db: Db, { id, defaultCinemaId }: Customer) {
  const { rows } = await query(db, { card: orNull(json<NonNullable<Card>>()), cinema: orNull(text) })(
    prepared(sql`
    select (select name from cinemas where id = ${defaultCinemaId}) as cinema, (
      select jsonb_build_object('brand', brand, 'first6', first6, 'last4', last4,
        'expiry', lpad(expiry_month::text, 2, '0') || '/' || right(expiry_year::text, 2))
      from payment_cards where customer_id = ${id}) as card`),
  )
  const { card, cinema } = rows[0]!
  return {
    card,
    cinema: defaultCinemaId === null ? null : { id: defaultCinemaId, cinema_name: cinema ?? defaultCinemaId },
  }
}

const sumsRow = {
  n: number,
  kobo: number,
  older: number,
  genres: arrayOf(text),
  cinema: orNull(text),
  merged: json<{ id: number; at: string; by: string }[]>(),
}

/**
 * Sums all purchases of a customer in one statement that reads them once. Includes spend net of refunds, lines older
 * than `since`, top genres, the most visited cinema and merged customers. Visits are check-ins, or else purchases.
 */
async function sumsOf(db: Db, customer: Customer, since: Date) {
  // Refunds are looked up per purchase, because a join reads all refunds of the chain once it expects a few.
  const { rows } = await query(
    db,
    sumsRow,
  )(
    prepared(sql`
    with bought as materialized (
      select p.id, p.at, p.kobo, p.cinema_id, p.customer_id is not null as is_own from purchases p where ${boughtBy(customer)}
    ), lines as materialized (
      select b.at, b.is_own, l.kind, l.quantity, l.movie_id from bought b join purchase_lines l on l.purchase_id = b.id
    )
    select (select count(*) from bought) as n,
      (select coalesce(sum(b.kobo - coalesce((select sum(r.kobo) from refunds r where r.purchase_id = b.id), 0)), 0)
        from bought b)::bigint as kobo,
      (select count(*) from lines where kind = any(${hidden(OF_ACTIVITIES, 'text[]')}) and at < ${since.toISOString()}) as older,
      array(
        select trim(g.genre)
        from lines l join movies m on m.id = l.movie_id
        cross join unnest(case when m.genres = '{}' then string_to_array(m.pos_genre, ',') else m.genres end) g(genre)
        where l.is_own and l.kind = 'ticket' and trim(g.genre) <> ''
        group by 1 order by sum(l.quantity) desc, 1 limit 3
      ) as genres,
      (
        select c.name from (
          select r.cinema_id, 1 as rank, sum(r.tickets) as n from redemptions r
          where r.customer_id = ${customer.id} group by r.cinema_id
          union all
          select cinema_id, 2, count(*) from bought where is_own group by cinema_id
        ) x join cinemas c on c.id = x.cinema_id
        order by x.rank, x.n desc, c.name limit 1
      ) as cinema,
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'at', a.at, 'by', a.actor) order by a.at desc), '[]')
        from customers c cross join lateral (
          select at, actor from audit_log
          where entity = 'customer' and entity_id = c.id::text and action = 'privacy.merge' order by id desc limit 1
        ) a
        where c.merged_into = ${customer.id}
      ) as merged`),
  )
  const { n, kobo, older, genres, cinema, merged } = rows[0]!
  return {
    spend: { naira: toNaira(kobo), purchases: n },
    olderPurchases: older,
    mergedFrom: merged.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
    habits: { preferences: genres, mostVisitedCinema: cinema },
  }
}
