import { fold } from '#contract/fold.ts'
import type pg from 'pg'
import { COMMON_WORD, ZONE } from '../seeding.ts'

/** Answers a call as the API does, with the fewest and cheapest statements. */
export type Answer = (pool: pg.Pool) => Promise<Record<string, unknown>>

const PER_PAGE = 10
export const iso = (at: string | null) => at && new Date(at).toISOString()
export const rowsOf = async <Row extends pg.QueryResultRow>(pool: pg.Pool, sql: string, values: unknown[] = []) =>
  (await pool.query<Row>(sql, values)).rows
/** A count that was reckoned is a numeric, which arrives as text. */
const numberOf = async (pool: pg.Pool, sql: string) =>
  Number((await rowsOf<{ n: string }>(pool, `select ${sql} as n`))[0]!.n)

const IN_FORCE = 's.starts_at <= now() and s.ends_at > now()'
const OF_CUSTOMER = `select from subscription_periods s where s.customer_id = c.id and ${IN_FORCE}`
const LISTED = (id: string) => `not exists (select from customers u where u.id = ${id} and not u.is_listed)`

/** How many, from what is few. */
export const counts = {
  all: `((select sum(count) from signup_days) - (select count(*) from customers where registered_at is not null and not is_listed))`,
  active: `(select count(*) from subscription_periods s where ${IN_FORCE} and ${LISTED('s.customer_id')})`,
}
export const conditions = {
  all: 'true',
  active: `exists (${OF_CUSTOMER})`,
  inactive: `not exists (${OF_CUSTOMER})`,
  /** All in force are gathered once: what is far down is found by walking an index past most of the customers. */
  activeFarDown: `(exists (${OF_CUSTOMER})) is true`,
  inactiveFarDown: `(exists (${OF_CUSTOMER})) is not true`,
}

type Direction = 'asc' | 'desc'
type Order = (isTurned?: boolean) => string
export const newest: Order = (isTurned) => {
  const direction: Direction = isTurned ? 'asc' : 'desc'
  return `c.registered_at ${direction}, c.id ${direction}`
}
export const byName: Order = (isTurned) => {
  const direction: Direction = isTurned ? 'desc' : 'asc'
  return `c.name_key ${direction}, c.id ${direction}`
}

/** A page: rows left out before it, or behind it. */
export type Place = { offset: number; limit?: number; isFromEnd?: boolean }

const COLUMNS = `c.id, c.first_name, c.last_name, c.email, c.phone, c.card_number, c.birth_date, c.registered_at, l.plan, l.ends_at, l.reason,
  l.ends_at > now() as is_in_force`
const LAST_PERIOD = `left join lateral (
  select s.plan, s.ends_at, s.reason from subscription_periods s where s.customer_id = c.id and s.starts_at <= now()
  order by s.starts_at desc limit 1) l on true`

export type Person = {
  id: number
  first_name: string
  last_name: string
  email: string | null
  phone: string | null
  card_number: string | null
}
type User = Person & {
  birth_date: string | null
  registered_at: string
  plan: string | null
  ends_at: string | null
  reason: string | null
  is_in_force: boolean | null
}
type Found = { n: number }

const toUser = (row: User) => ({
  userId: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  mobile: row.phone,
  dateOfBirth: row.birth_date,
  rosettaCardNumber: row.card_number,
  createdAt: iso(row.registered_at),
  lastest_subscription: {
    subscriptionName: row.plan ?? 'Basic',
    endsAt: row.is_in_force ? iso(row.ends_at) : null,
    endedAt: row.is_in_force === false ? iso(row.ends_at) : null,
    reason: row.is_in_force === false ? row.reason : '',
  },
})

/** @param total what the API calls how many there are */
export const users =
  (
    condition: string,
    count: string,
    order: Order,
    { offset, limit = PER_PAGE, isFromEnd }: Place,
    total = 'totalCount',
  ): Answer =>
  async (pool) => {
    const counted = await numberOf(pool, count)
    const rows = await rowsOf<User>(
      pool,
      `select ${COLUMNS}
       from (select c.id from customers c where c.is_listed and ${condition} order by ${order(isFromEnd)}
         limit ${limit} offset ${offset}) x
       join customers c using (id) ${LAST_PERIOD} order by ${order()}`,
    )
    return { users: rows.map(toUser), [total]: counted }
  }

/** All that a search finds is found once, and the first page of it sorted. `found` is a condition of customers c. */
export const usersFound =
  (found: string, condition: string, total = 'totalCount'): Answer =>
  async (pool) => {
    const rows = await rowsOf<User & Found>(
      pool,
      `with found as materialized (
         select c.id, c.registered_at from customers c where c.is_listed and (${found}) and ${condition}
       ) select ${COLUMNS}, (select count(*) from found) as n
       from (select * from found order by registered_at desc, id desc limit ${PER_PAGE}) x
       join customers c using (id) ${LAST_PERIOD} order by c.registered_at desc, c.id desc`,
    )
    return { users: rows.map(toUser), [total]: rows[0]?.n ?? 0 }
  }
export const contains = (word: string) => `c.search_text like '%${word}%'`
const hasReference = (part: string) => `c.id = any(array(
  select customer_id from purchases where payment_reference ilike '%${part}%' and customer_id is not null limit 1000))`
/** A number may be part of a card's or a payment's. */
export const containsPhone = (local: string) =>
  `${contains(local)} or ${contains(local.slice(-9))} or ${hasReference(local)}`
export const containsReference = (reference: string) => `${contains(fold(reference))} or ${hasReference(reference)}`

type Guest = { email: string; name: string; last_purchase_at: string; purchases: number }

export const guests =
  (offset: number): Answer =>
  async (pool) => {
    const totalCount = await numberOf(pool, '(select count(*) from guests)')
    const rows = await rowsOf<Guest>(
      pool,
      `select g.* from (select email from guests order by last_purchase_at desc, email desc
         limit ${PER_PAGE} offset ${offset}) x join guests g using (email) order by g.last_purchase_at desc, g.email desc`,
    )
    return { guestUsers: rows.map(toGuest), totalCount }
  }
export const guestsFound: Answer = async (pool) => {
  const rows = await rowsOf<Guest & Found>(
    pool,
    `with found as materialized (select email, last_purchase_at from guests where search_text like '%${COMMON_WORD}%')
     select g.*, (select count(*) from found) as n
     from (select * from found order by last_purchase_at desc, email desc limit ${PER_PAGE}) x join guests g using (email)
     order by g.last_purchase_at desc, g.email desc`,
  )
  return { guestUsers: rows.map(toGuest), totalCount: rows[0]!.n }
}
const toGuest = (row: Guest) => ({
  customer_email: row.email,
  customer_name: row.name,
  lastPurchaseDate: iso(row.last_purchase_at),
  purchases: row.purchases,
})

const HIGHER = '(select count(*) from loyalty_members where tier > 0)'
const MONTH_BEGAN = `(date_trunc('month', now() at time zone '${ZONE}') at time zone '${ZONE}')`
const MEMBER = `c.id, trim(c.first_name || ' ' || c.last_name) as full_name, c.email, coalesce(m.tier, 0) as tier,
  coalesce(m.lifetime, 0) as lifetime_points, coalesce(m.available, 0) as available_points,
  coalesce(moved.awarded, 0) as awarded_this_month, coalesce(moved.redeemed, 0) as redeemed_this_month,
  coalesce(m.version, 1) as version`
const OF_MEMBER = `join customers c on c.id = x.id left join loyalty_members m on m.customer_id = x.id
  cross join lateral (
    select sum(lifetime)::bigint as awarded, sum(lifetime - points)::bigint as redeemed from points_ledger
    where customer_id = x.id and at >= ${MONTH_BEGAN} and kind in ('award', 'redemption', 'reversal')) moved`
const listedMembers = (page: string, order: string) =>
  `select ${MEMBER} from (${page}) x ${OF_MEMBER} order by ${order}`

const MOST_FIRST = 'm.lifetime desc, m.customer_id desc'
/** A page of one tier, most lifetime points first, among those who have some. */
export const membersOfTier =
  (tier: 0 | 1, offset: number): Answer =>
  async (pool) => {
    const count = tier ? `(select count(*) from loyalty_members where tier = 1)` : `(${counts.all} - ${HIGHER})`
    const totalCount = await numberOf(pool, count)
    const page = `select m.customer_id as id from loyalty_members m where m.tier = ${tier} and m.lifetime > 0
      order by ${MOST_FIRST} limit ${PER_PAGE} offset ${offset}`
    return { members: await rowsOf(pool, listedMembers(page, MOST_FIRST)), totalCount }
  }
/** Fans without any points, so far behind the last with some. */
export const fansWithNone =
  (page: number): Answer =>
  async (pool) => {
    const some = 'select count(*) as n from loyalty_members where tier = 0 and lifetime > 0'
    const [counted] = await rowsOf<{ some: number; n: string }>(
      pool,
      `select (${some}) as some, ${counts.all} - ${HIGHER} as n`,
    )
    const offset = (page - 1) * PER_PAGE - counted!.some
    const none = `select c.id from customers c where c.is_listed and not exists (
        select from loyalty_members z where z.customer_id = c.id and (z.lifetime > 0 or z.tier > 0))
      order by c.id desc limit ${PER_PAGE} offset ${offset}`
    return { members: await rowsOf(pool, listedMembers(none, 'c.id desc')), totalCount: Number(counted!.n) }
  }
export const membersFound =
  (tier: 0 | 1, word: string): Answer =>
  async (pool) => {
    const rows = await rowsOf<Found>(
      pool,
      `with found as materialized (
         select c.id, coalesce(m.lifetime, 0) as sum from customers c left join loyalty_members m on m.customer_id = c.id
         where c.is_listed and c.search_text like '%${word}%' and coalesce(m.tier, 0) = ${tier}
       ) select ${MEMBER}, (select count(*) from found) as n
       from (select * from found order by sum desc, id desc limit ${PER_PAGE}) x ${OF_MEMBER} order by x.sum desc, x.id desc`,
    )
    const totalCount = rows[0]!.n
    return { members: rows.map(({ n: _, ...member }) => member), totalCount }
  }

const KID = `c.id, c.first_name, c.last_name, c.email, c.phone, c.card_number, c.birth_date, k.joined_at, k.guardian_name,
  k.consent_on, k.consent_source, k.version`
type Kid = Person & {
  birth_date: string
  joined_at: string
  guardian_name: string
  consent_on: string | null
  consent_source: string | null
  version: number
}
const toKid = (row: Kid) => ({
  userId: row.id,
  createdAt: iso(row.joined_at),
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  rosettaCardNumber: row.card_number,
  mobile: row.phone,
  dateOfBirth: row.birth_date,
  guardianName: row.guardian_name,
  consentDate: row.consent_on,
  consentSource: row.consent_source,
  version: row.version,
})
export const kids =
  (offset: number): Answer =>
  async (pool) => {
    const of = `from kids_club_members k where ${LISTED('k.customer_id')}`
    const totalItems = await numberOf(pool, `(select count(*) ${of})`)
    const rows = await rowsOf<Kid>(
      pool,
      `select ${KID} from (select k.customer_id ${of} order by k.joined_at desc, k.customer_id desc
         limit ${PER_PAGE} offset ${offset}) x
       join kids_club_members k using (customer_id) join customers c on c.id = k.customer_id
       order by k.joined_at desc, k.customer_id desc`,
    )
    return { users: rows.map(toKid), totalItems }
  }
export const kidsFound =
  (word: string): Answer =>
  async (pool) => {
    const rows = await rowsOf<Kid & Found>(
      pool,
      `with found as materialized (
         select k.customer_id, k.joined_at from kids_club_members k join customers c on c.id = k.customer_id
         where c.is_listed and c.search_text like '%${word}%'
       ) select ${KID}, (select count(*) from found) as n
       from (select * from found order by joined_at desc, customer_id desc limit ${PER_PAGE}) x
       join kids_club_members k using (customer_id) join customers c on c.id = x.customer_id
       order by k.joined_at desc, k.customer_id desc`,
    )
    return { users: rows.map(toKid), totalItems: rows[0]!.n }
  }

type Churn = Pick<Person, 'first_name' | 'last_name' | 'email'> & {
  customer_id: number
  is_listed: boolean
  starts: number
  ends_on: string
  plan: string
  kobo: number
  reason: string
}
export const churns: Answer = async (pool) => {
  const local = `now() at time zone 'Africa/Lagos'`
  const of = `from subscription_periods l where l.renewed_on > (${local})::date
    and l.ends_at < date_trunc('day', ${local}) at time zone 'Africa/Lagos'`
  const totalCount = await numberOf(pool, `(select count(*) ${of})`)
  const rows = await rowsOf<Churn>(
    pool,
    `select x.*, extract(epoch from x.starts_at)::float8 as starts, c.is_listed, c.first_name, c.last_name, c.email
     from (select l.* ${of} order by l.ends_at desc, l.customer_id desc limit ${PER_PAGE}) x
     join customers c on c.id = x.customer_id order by x.ends_at desc, x.customer_id desc`,
  )
  return {
    churns: rows.map((row) => ({
      id: `${row.customer_id}-${Math.round(row.starts)}`,
      reason: row.reason,
      date: row.ends_on,
      subscriptionName: row.plan,
      price: row.kobo / 100,
      user: row.is_listed
        ? { id: row.customer_id, firstName: row.first_name, lastName: row.last_name, email: row.email }
        : null,
    })),
    totalCount,
  }
}
