import { sql, type SQL } from 'drizzle-orm'
import { inForce } from '#features/trade/server/public.ts'

/**
 * How many customers there are of a kind, without looking at each of them: from the roll-up of registrations, from the
 * subscriptions, and from those who are not listed, who are few.
 */

/** Of the customer with an id that stands elsewhere. */
export const isOfListed = (id: SQL) => sql`not exists (select from customers u where u.id = ${id} and not u.is_listed)`

export const listedCount = sql`(
  (select coalesce(sum(count), 0) from signup_days)
  - (select count(*) from customers where registered_at is not null and not is_listed))`

/** No two subscriptions of a customer are in force at a time. */
export const stintCount = (isMeant: SQL) => sql`(
  select count(*) from stints s where ${isMeant} and ${isOfListed(sql`s.customer_id`)})`

/** Listed customers with a subscription in force at an instant: lists, cards and charts of now count them by this alone. */
export const activeCount = (now: string) => stintCount(inForce(now))

/** Listed customers without one. */
export const inactiveCount = (now: string) => sql`(${listedCount} - ${activeCount(now)})`

/** Those who have had any subscription until now. */
export const everCount = (now: string) => sql`(
  select count(distinct s.customer_id) from stints s where s.starts_at <= ${now} and ${isOfListed(sql`s.customer_id`)})`
