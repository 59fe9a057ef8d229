import { inForce } from '#features/sales/trade/server/public.ts'
import { sql, type SQL } from 'drizzle-orm'
import { idsSeen, type Seen } from './visibility.ts'

/**
 * How many customers there are of a kind, without looking at each of them: from the roll-ups of registrations and
 * subscriptions, and the subscriptions of the last days.
 */

/** Of the customer with an id that stands elsewhere. */
export const isOfListed = (id: SQL) => sql`not exists (select from customers u where u.id = ${id} and not u.is_listed)`

export const listedCount = sql`(select coalesce(sum((count - unlisted)::int), 0) from signup_days)`

/** No two subscriptions of a customer are in force at a time. */
export const periodCount = (isIncluded: SQL) => sql`(
  select count(*) from subscription_periods s where ${isIncluded} and ${isOfListed(sql`s.customer_id`)})`

/**
 * What the subscriptions in force at an instant come to, from the roll-up, which has whole days of the chain: up to one that
 * has begun nowhere when the instant's day begins in UTC, less what starts after the instant and more what ends after it.
 * Renewals of the days before need no look at each.
 * @param ofDay what a day's row of the roll-up adds
 * @param ofStints the same of the subscription periods `s` that are meant
 */
export const inForceAt = (now: string, ofDay: SQL, ofPeriods: (isIncluded: SQL) => SQL): SQL => {
  const last = sql`((${now}::timestamptz at time zone 'UTC')::date + 1)`
  const until = sql`(${last} + 2)::timestamp at time zone 'UTC'`
  return sql`(
    (select coalesce(sum(${ofDay}), 0) from subscription_days where day <= ${last})
    - ${ofPeriods(sql`s.starts_at > ${now} and s.starts_at < ${until} and s.starts_on <= ${last}`)}
    + ${ofPeriods(sql`s.ends_at > ${now} and s.ends_at < ${until} and s.ends_on <= ${last}`)})`
}

/** Listed customers with a subscription in force at an instant: lists, cards and charts of now count them by this alone. */
export const activeCount = (now: string) =>
  inForceAt(now, sql`(started - ended - unlisted_started + unlisted_ended)::int`, periodCount)

/** Those who have had any subscription until now. */
export const everCount = (now: string) => sql`(
  select count(distinct s.customer_id) from subscription_periods s where s.starts_at <= ${now} and ${isOfListed(sql`s.customer_id`)})`

/** How many there are of those whom somebody sees: listed, with a subscription in force, with any until now, and subscription periods `s`. */
export type Counts = {
  listed: SQL
  active: (now: string) => SQL
  ever: (now: string) => SQL
  periods: (isIncluded: SQL) => SQL
}

const OF_CHAIN: Counts = { listed: listedCount, active: activeCount, ever: everCount, periods: periodCount }

/** The roll-ups have the whole chain's. Of some cinemas' customers each is counted. */
export function countsOf(seen: Seen | undefined): Counts {
  if (!seen) return OF_CHAIN
  const those = sql`(${idsSeen(seen)}) x`
  const counted = (what: SQL, isIncluded: SQL) => sql`(
    select count(${what}) from ${those} join subscription_periods s on s.customer_id = x.customer_id
    where ${isIncluded} and ${isOfListed(sql`x.customer_id`)})`
  return {
    listed: sql`(select count(*) from ${those} where ${isOfListed(sql`x.customer_id`)})`,
    active: (now) => counted(sql`*`, inForce(now)),
    ever: (now) => counted(sql`distinct s.customer_id`, sql`s.starts_at <= ${now}`),
    periods: (isIncluded) => counted(sql`*`, isIncluded),
  }
}
