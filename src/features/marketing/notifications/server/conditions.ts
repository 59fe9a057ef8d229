import { sql, type SQL } from 'drizzle-orm'
import { toKobo } from '#contract/money.ts'
import { addDays, dayOf } from '#contract/time.ts'
import { isOfPlan } from '#features/customers/customers/server/public.ts'
import { inForce, isSubscriber } from '#features/sales/trade/server/public.ts'
import { allOf } from '#server/db/filter.ts'
import { listOf } from '#server/db/rows.ts'
import type { Condition, Field } from '../audience-rules.ts'

/**
 * As of when, in which zone's days, and whether the people who meet a condition are gathered first, which is sooner where
 * many are asked for, or each is looked up.
 */
export type Asking = { at: Date; zone: string; isGathered: boolean }

const DAY_MS = 86_400_000
const daysBefore = ({ at }: Asking, days: number) => new Date(at.getTime() - days * DAY_MS)
const texts = (values: readonly string[]) => listOf(values, 'text')

/** Of `customers c`: whoever meets all conditions. */
export const meetsAll = (conditions: readonly Condition[], asking: Asking): SQL =>
  sql`c.is_listed and ${allOf(conditions.map((condition) => meets(condition, asking)))}`

function meets(condition: Condition, asking: Asking): SQL {
  const is = CONDITIONS[condition.field](condition, asking)
  return condition.not ? sql`not ${is}` : is
}

const CONDITIONS: Record<Field, (condition: Condition, asking: Asking) => SQL> = {
  bought: ({ any, days }, asking) => sql`exists (
    select from purchases p where p.customer_id = c.id
      and ${allOf([any.length ? sql`p.cinema_id = any(${texts(any)})` : undefined, ...boughtIn(days, asking)])})`,

  genre: ({ any, days }, asking) =>
    saw(
      sql`t.movie_id in (
        select m.id from movies m
        where case when m.genres = '{}' then string_to_array(replace(m.pos_genre, ', ', ','), ',') else m.genres end && ${texts(any)})`,
      days,
      asking,
    ),

  movie: ({ any, days }, asking) => saw(sql`t.movie_id = any(${texts(any)})`, days, asking),

  last_purchase: ({ from, to }, asking) =>
    allOf([
      sql`exists (select from purchases p where p.customer_id = c.id and ${allOf(boughtIn(to, asking))})`,
      from === null
        ? undefined
        : sql`not exists (select from purchases p
            where p.customer_id = c.id and p.at > ${daysBefore(asking, from).toISOString()}
              and p.day >= ${soughtFrom(daysBefore(asking, from), asking)})`,
    ]),

  spend: ({ from, to, days }, asking) => {
    const ends = (kobo: SQL) =>
      allOf([
        from === null ? undefined : sql`${kobo} >= ${toKobo(from)}`,
        to === null ? undefined : sql`${kobo} <= ${toKobo(to)}`,
      ])
    if (!asking.isGathered)
      return ends(sql`coalesce((select sum(x.kobo) from (${spent(days, asking, sql`p.customer_id = c.id`)}) x), 0)`)
    const whoSpent = (having: SQL) => sql`exists (
      select from (select x.customer_id from (${spent(days, asking, sql`p.customer_id is not null`)}) x
        group by 1 having ${having}) y where y.customer_id = c.id)`
    const kobo = sql`sum(x.kobo)`
    // Who bought nothing has no row: they have spent nothing.
    return from === null || from === 0 ? sql`not ${whoSpent(sql`not (${ends(kobo)})`)}` : whoSpent(ends(kobo))
  },

  subscription: ({ any }, { at }) => {
    const isActive = isSubscriber(sql`c.id`, at.toISOString())
    const hadOne = sql`exists (select from subscription_periods s where s.customer_id = c.id and s.starts_at <= ${at.toISOString()})`
    const description: Record<string, SQL> = {
      active: isActive,
      ended: sql`(${hadOne} and not ${isActive})`,
      never: sql`not ${hadOne}`,
    }
    return sql`(${sql.join(
      any.map((one) => description[one]!),
      sql` or `,
    )})`
  },

  plan: ({ any }, { at }) => sql`exists (
    select from subscription_periods s where s.customer_id = c.id and ${isOfPlan(any, sql`s`)} and ${inForce(at.toISOString())})`,

  tier: ({ any }) => {
    const tiers = sql`${sql.param(any.map(Number))}::smallint[]`
    // Everybody is in the first one, without a row.
    return any.includes('0')
      ? sql`not exists (select from loyalty_members l where l.customer_id = c.id and l.tier <> all(${tiers}))`
      : sql`exists (select from loyalty_members l where l.customer_id = c.id and l.tier = any(${tiers}))`
  },

  home: ({ any }) => sql`c.default_cinema_id in (
    select k.id from cinemas k where k.state_id = any(${listOf(any.map(Number).filter(Number.isSafeInteger), 'bigint')}))`,

  app: ({ any }) => sql`exists (
    select from push_devices o where o.customer_id = c.id and o.removed_at is null
      ${any.length ? sql`and o.platform = any(${texts(any)})` : sql``})`,

  joined: ({ from, to }, asking) =>
    allOf([
      to === null ? undefined : sql`c.registered_at >= ${daysBefore(asking, to).toISOString()}`,
      from === null ? undefined : sql`c.registered_at <= ${daysBefore(asking, from).toISOString()}`,
    ]),
}

/** A business day goes on after midnight. */
const soughtFrom = (since: Date, { zone }: Asking) => addDays(dayOf(since, zone), -1)

/** Of `purchases p`: those of the last days, all where none are said. The day finds them sooner. */
function boughtIn(days: number | null, asking: Asking): SQL[] {
  if (days === null) return []
  const since = daysBefore(asking, days)
  return [sql`p.at >= ${since.toISOString()}`, sql`p.day >= ${soughtFrom(since, asking)}`]
}

/** Whether a customer had tickets, not all given back, for a day that has come. */
function saw(movies: SQL, days: number | null, asking: Asking): SQL {
  const day = sql`coalesce(t.show_day, (t.at at time zone ${asking.zone})::date)`
  return sql`exists (
    select from ticket_log t where t.customer_id = c.id and ${movies}
      and ${day} <= ${dayOf(asking.at, asking.zone)}
      ${days === null ? sql`` : sql`and ${day} >= ${dayOf(daysBefore(asking, days), asking.zone)}`}
      and not exists (
        select from refunds r join refund_lines g on g.refund_id = r.id
        where r.purchase_id = t.purchase_id and g.kind = 'ticket' and g.show_day is not distinct from t.show_day
        having sum(g.quantity) >= (
          select sum(l.quantity) from purchase_lines l
          where l.purchase_id = t.purchase_id and l.kind = 'ticket' and l.show_day is not distinct from t.show_day)))`
}

/** What was paid in the last days, and what of it was given back, as rows of a customer and kobo. */
const spent = (days: number | null, asking: Asking, of: SQL): SQL => sql`
  select p.customer_id, p.kobo from purchases p where ${allOf([of, ...boughtIn(days, asking)])}
  union all
  select p.customer_id, -r.kobo from purchases p join refunds r on r.purchase_id = p.id
  where ${allOf([of, ...boughtIn(days, asking)])}`
