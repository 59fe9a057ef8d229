import { inForce } from '#features/sales/trade/server/public.ts'
import { sql, type SQL } from 'drizzle-orm'
import { idsSeen, type Seen } from './visibility.ts'

/**
 * Counts of customers from rollups of registrations and subscriptions, and from the periods of the last days. Avoids
 * reading every customer.
 */

/** Condition that the customer of an id is listed. */
export const isOfListed = (id: SQL) => sql`not exists (select from customers u where u.id = ${id} and not u.is_listed)`

export const listedCount = sql`(select coalesce(sum((count - unlisted)::int), 0) from signup_days)`

/** Counts periods of listed customers. Two periods of a customer never overlap. */
export const periodCount = (isIncluded: SQL) => sql`(
  select count(*) from subscription_periods s where ${isIncluded} and ${isOfListed(sql`s.customer_id`)})`

/**
 * Sums the subscriptions in force at an instant. The rollup has full days of the chain, so it is read up to a day that
 * has not begun in any zone. Later starts are subtracted and later ends added. @param ofDay value of a row of the
 * rollup @param ofPeriods the same value for matching subscription periods `s`
 */
export const inForceAt = (now: string, ofDay: SQL, ofPeriods: (isIncluded: SQL) => SQL): SQL => {
  const last = sql`((${now}::timestamptz at time zone 'UTC')::date + 1)`
  const until = sql`(${last} + 2)::timestamp at time zone 'UTC'`
  return sql`(
    (select coalesce(sum(${ofDay}), 0) from subscription_days where day <= ${last})
    - ${ofPeriods(sql`s.starts_at > ${now} and s.starts_at < ${until} and s.starts_on <= ${last}`)}
    + ${ofPeriods(sql`s.ends_at > ${now} and s.ends_at < ${until} and s.ends_on <= ${last}`)})`
}

/** Counts listed customers with a subscription in force at an instant. All lists, cards and charts use this. */
export const activeCount = (now: string) =>
  inForceAt(now, sql`(started - ended - unlisted_started + unlisted_ended)::int`, periodCount)

/** Counts customers who have ever had a subscription. */
export const everCount = (now: string) => sql`(
  select count(distinct s.customer_id) from subscription_periods s where s.starts_at <= ${now} and ${isOfListed(sql`s.customer_id`)})`

/** Counts of the customers that a caller sees: listed, active, ever subscribed, and by subscription period `s`. */
export type Counts = {
  listed: SQL
  active: (now: string) => SQL
  ever: (now: string) => SQL
  periods: (isIncluded: SQL) => SQL
}

const OF_CHAIN: Counts = { listed: listedCount, active: activeCount, ever: everCount, periods: periodCount }

/** Returns counts from the rollups for the chain. For some cinemas, the customers are counted. */
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
