import { sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/endpoint.ts'
import { readChoice, readRange, type FilterText, type Choice } from '#contract/filter.ts'
import type { Day } from '#contract/time.ts'
import { inForce } from '#features/sales/trade/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { allOf, isOnDates, isOnDays } from '#server/db/filter.ts'
import { listOf } from '#server/db/rows.ts'
import { sortOf, type Selection } from '#server/db/page.ts'
import { prepared } from '#server/db/prepared.ts'
import type { customers, KidsClubUser, UserRow } from '../contract.ts'
import { DEFAULT_PLAN } from '../rules.ts'
import { countsOf, isOfListed } from './counts.ts'
import { customersMatching } from './search.ts'
import { areSeen, type Seen } from './visibility.ts'
import { bool, number, orNull, query, text, present } from '#server/db/query.ts'

/** Selections of the customer lists: members, order and rows. The id is the last key of each. */

/** Zone and current day of the filter's days. */
type Now = { zone?: string; today?: Day }
export type UsersFilter = Omit<Output<(typeof customers)['listCsv']['query']>, 'columns'> & Now
export type AllFilter = Omit<Output<(typeof customers)['allCsv']['query']>, 'columns'> & Now

const id = { of: sql`c.id`, type: 'bigint' } as const
const isListed = sql`c.is_listed`

const KEYS = {
  createdAt: [{ of: sql`c.registered_at`, type: 'timestamptz' }, id],
  name: [{ of: sql`c.name_key`, type: 'text' }, id],
  email: [{ of: sql`coalesce(lower(c.email), '')`, type: 'text' }, id],
} satisfies Record<string, Selection['keys']>

/** Condition on the subscription periods of a customer. */
type PeriodCondition = { has: boolean; period: SQL }
const has = (period: SQL): PeriodCondition => ({ has: true, period })
const hasNo = (period: SQL): PeriodCondition => ({ has: false, period })
const anyPeriod = ({ period }: PeriodCondition) =>
  sql`exists (select from subscription_periods s where s.customer_id = c.id and ${period})`
const lookedUp = (condition: PeriodCondition) =>
  condition.has ? anyPeriod(condition) : sql`not ${anyPeriod(condition)}`
/** The same condition, but evaluated for all periods before customers are read. Faster for pages far down. */
const gathered = (condition: PeriodCondition) =>
  sql`(${anyPeriod(condition)}) is ${sql.raw(condition.has ? 'true' : 'not true')}`

/** Reads a choice of plan names. */
export const planNames = (plans: FilterText<'choice'>): readonly string[] => (readChoice(plans) as Choice).values

/** Condition that a subscription has one of some plans. It stores the plan's name at the time. */
export function isOfPlan(names: readonly string[], period: SQL): SQL {
  const query = listOf(
    names.map((name) => name.toLowerCase()),
    'text',
  )
  return sql`lower(${period}.plan) = any(array(
    select o.name from plan_names n join plan_names o on o.plan_id = n.plan_id where n.name = any(${query})
  ) || ${query})`
}

/** Selects customers by subscription state, newest first unless sorted. */
export function usersListed(filter: UsersFilter, at: Date, seen?: Seen): Selection[] {
  const now = at.toISOString()
  const { type, plan, had, search_query: search, sort = '-createdAt', zone = 'UTC' } = filter
  const [isActive, isInactive] = [has(inForce(now)), hasNo(inForce(now))]
  const [hadOne, hadNone] = [has(sql`s.starts_at <= ${now}`), hasNo(sql`s.starts_at <= ${now}`)]
  const ofPlan = plan ? has(sql`${isOfPlan(planNames(plan), sql`s`)} and ${inForce(now)}`) : undefined
  const isLast = (period: SQL) =>
    [
      filter.last_plan && isOfPlan(planNames(filter.last_plan), period),
      isOnDays(filter.ended, sql`${period}.ends_at`, zone),
    ].filter((condition) => condition !== undefined)
  const ofLast = isLast(sql`s`).length
    ? has(sql`s.starts_at <= ${now} and ${allOf(isLast(sql`s`))} and not exists (
        select from subscription_periods later
        where later.customer_id = s.customer_id and later.starts_at <= ${now} and later.starts_at > s.starts_at)`)
    : undefined
  const isRegistered = isOnDays(filter.registered, sql`c.registered_at`, zone)
  const isFurther = ofLast !== undefined || isRegistered !== undefined
  const counted = (of: Pick<UsersFilter, 'type' | 'had' | 'plan'>) =>
    search || isFurther ? undefined : countOf(of, now, seen)
  const { by, descending } = sortOf(sort)

  const those = (
    conditions: readonly (PeriodCondition | undefined)[],
    keys: Selection['keys'],
    isDescending: boolean,
    { where, count }: { where?: SQL; count?: SQL | undefined } = {},
  ): Selection => {
    const periods = [ofPlan, ofLast, ...conditions].filter((condition) => condition !== undefined)
    const common = [
      isListed,
      areSeen(sql`c.id`, seen),
      search ? customersMatching(search, seen) : undefined,
      isRegistered,
      where,
    ]
    return {
      from: sql`customers c`,
      where: allOf([...common, ...periods.map(lookedUp)]),
      deepPageWhere: allOf([...common, ...periods.map(gathered)]),
      count,
      keys,
      descending: isDescending,
      isSearch: Boolean(search),
    }
  }
  const isOfType =
    type === 'ACTIVE' && !plan ? isActive : type === 'INACTIVE' && had !== 'never' ? isInactive : undefined
  const isOfPast = had && (had === 'before' ? hadOne : hadNone)
  const asFiltered = (keys: Selection['keys'], isDescending: boolean) =>
    those([isOfType, isOfPast], keys, isDescending, { count: counted(filter) })
  if (by !== 'ended') return [asFiltered(KEYS[by], descending)]
  if (type === 'ACTIVE' || had === 'never') return [asFiltered(KEYS.createdAt, true)]

  // Sorted by the end of the last subscription. Customers without such an end are last: never subscribed, or active.
  const ended: Selection = {
    from: sql`subscription_periods l join customers c on c.id = l.customer_id`,
    where: allOf([
      isListed,
      areSeen(sql`c.id`, seen),
      search ? customersMatching(search, seen) : undefined,
      ofPlan && lookedUp(ofPlan),
      ...isLast(sql`l`),
      isRegistered,
      sql`l.ends_at <= ${now}`,
      sql`not exists (
        select from subscription_periods s where s.customer_id = l.customer_id and s.starts_at <= ${now} and s.ends_at > l.ends_at)`,
    ]),
    count: counted({ type: 'INACTIVE', had: 'before', plan }),
    keys: [{ of: sql`l.ends_at`, type: 'timestamptz' }, id],
    descending,
    isSearch: Boolean(search),
  }
  if (had === 'before' && type === 'INACTIVE') return [ended]
  const without =
    type === 'INACTIVE'
      ? those([hadNone, isOfPast], KEYS.createdAt, true, { count: counted({ had: 'never', plan }) })
      : those([isOfPast], KEYS.createdAt, true, { where: sql`(${lookedUp(isActive)} or ${lookedUp(hadNone)})` })
  return [ended, without]
}

/** Counts the customers of a filter from rollups, if possible. */
function countOf(
  { type, had, plan }: Pick<UsersFilter, 'type' | 'had' | 'plan'>,
  now: string,
  seen: Seen | undefined,
): SQL | undefined {
  const counts = countsOf(seen)
  const active = counts.active(now)
  const ever = counts.ever(now)
  if (plan)
    return type === 'ACTIVE' && !had
      ? counts.periods(sql`${isOfPlan(planNames(plan), sql`s`)} and ${inForce(now)}`)
      : undefined
  if (type === 'ACTIVE') return had === 'never' ? undefined : active
  if (had === 'never') return sql`${counts.listed} - ${ever}`
  if (had === 'before') return type === 'INACTIVE' ? sql`${ever} - ${active}` : ever
  return type === 'INACTIVE' ? sql`(${counts.listed} - ${active})` : counts.listed
}

/** Selects all registered customers. */
export function everybodyListed(
  { search_query: search, joined, sort = '-createdAt', zone = 'UTC' }: AllFilter,
  seen?: Seen,
): Selection {
  const isIncluded = isOnDays(joined, sql`c.registered_at`, zone)
  const { by, descending } = sortOf(sort)
  return {
    from: sql`customers c`,
    where: allOf([
      isListed,
      areSeen(sql`c.id`, seen),
      search ? customersMatching(search, seen) : undefined,
      isIncluded,
    ]),
    count: search || isIncluded ? undefined : countsOf(seen).listed,
    keys: KEYS[by],
    descending,
    isSearch: Boolean(search),
    ...(search && !isIncluded && { withoutSearch: isListed }),
  }
}

/** Condition that customer `c` has an age in years on a day. */
function isOfAge(age: FilterText<'count'>, today: Day): SQL {
  const range = readRange(age)
  if (range === 'none') return sql`c.birth_date is null`
  if (range === 'some') return sql`c.birth_date is not null`
  const yearsAgo = (years: number) => sql`(${today}::date - make_interval(years => ${years}))::date`
  return allOf([
    range.from === undefined ? undefined : sql`c.birth_date <= ${yearsAgo(Number(range.from))}`,
    range.to === undefined ? undefined : sql`c.birth_date > ${yearsAgo(Number(range.to) + 1)}`,
  ])
}

/** Source of members, unless the search or the order needs names. */
const MEMBERS = sql`kids_club_members k`
const MEMBERS_WITH_PEOPLE = sql`${MEMBERS} join customers c on c.id = k.customer_id`
/** Adds the customer `c` to a selection. */
export const memberWithPerson = ({ from }: Pick<Selection, 'from'>): SQL =>
  from === MEMBERS ? MEMBERS_WITH_PEOPLE : from

/** Selects kids club members, latest first unless sorted. */
export const kidsClubListed = (
  {
    search_query: search,
    consent,
    age,
    turns_13: turns13,
    joined: joinedOn,
    sort = '-createdAt',
    zone = 'UTC',
    today = '',
  }: AllFilter,
  seen?: Seen,
): Selection => {
  const { by, descending } = sortOf(sort)
  const query = [
    consent && (consent === 'given' ? sql`k.consent_on is not null` : sql`k.consent_on is null`),
    isOnDays(joinedOn, sql`k.joined_at`, zone),
  ]
  const joined: Selection['keys'] = [
    { of: sql`k.joined_at`, type: 'timestamptz' },
    { of: sql`k.customer_id`, type: 'bigint' },
  ]
  const members = { from: MEMBERS, where: allOf([isOfListed(sql`k.customer_id`), ...query]) }
  const ofAge = [age && isOfAge(age, today), isOnDates(turns13, sql`(c.birth_date + interval '13 years')::date`)]
  const isOfAges = ofAge.some(Boolean)
  if (!search && !isOfAges && by === 'createdAt') return { ...members, keys: joined, descending }
  return {
    from: MEMBERS_WITH_PEOPLE,
    where: allOf([isListed, search ? customersMatching(search, seen) : undefined, ...ofAge, ...query]),
    count: search || isOfAges ? undefined : sql`(select count(*) from ${members.from} where ${members.where})`,
    keys: by === 'createdAt' ? joined : KEYS[by],
    descending,
    isSearch: Boolean(search),
  }
}

const idsIn = (keys: readonly string[][]) => sql`unnest(${sql.param(keys.map((key) => key.at(-1)))}::bigint[])`

const personRow = {
  id: number,
  first_name: text,
  last_name: text,
  email: orNull(text),
  phone: orNull(text),
  card_number: orNull(text),
  birth_date: orNull(text),
}
const userRow = {
  ...personRow,
  registered_at: present(text),
  plan: orNull(text),
  ends_at: orNull(text),
  reason: orNull(text),
  is_in_force: orNull(bool),
}

const instant = (at: string) => new Date(at).toISOString()

/** Reads the rows of customers, in their order. */
export async function readUsers(db: Db, keys: readonly string[][], at: Date): Promise<UserRow[]> {
  if (!keys.length) return []
  const now = at.toISOString()
  const { rows } = await query(
    db,
    userRow,
  )(
    prepared(sql`
    select c.id, c.first_name, c.last_name, c.email, c.phone, c.card_number, c.birth_date, c.registered_at,
      l.plan, l.ends_at, l.reason, l.ends_at > ${now} as is_in_force
    from ${idsIn(keys)} with ordinality x(id, n) join customers c on c.id = x.id
    left join lateral (
      select s.plan, s.ends_at, s.reason from subscription_periods s
      where s.customer_id = c.id and s.starts_at <= ${now} order by s.starts_at desc limit 1
    ) l on true
    order by x.n`),
  )
  return rows.map((row) => ({
    userId: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    mobile: row.phone,
    dateOfBirth: row.birth_date,
    rosettaCardNumber: row.card_number,
    createdAt: instant(row.registered_at),
    lastest_subscription: {
      subscriptionName: row.plan ?? DEFAULT_PLAN,
      endsAt: row.is_in_force ? instant(row.ends_at!) : null,
      endedAt: row.is_in_force === false ? instant(row.ends_at!) : null,
      reason: row.is_in_force === false ? row.reason! : '',
    },
  }))
}

const memberRow = {
  ...personRow,
  joined_at: text,
  guardian_name: text,
  consent_on: orNull(text),
  consent_source: orNull(text),
  version: number,
}

/** Reads the rows of kids club members, in their order. */
export async function readMembers(db: Db, keys: readonly string[][]): Promise<KidsClubUser[]> {
  if (!keys.length) return []
  const { rows } = await query(db, memberRow)`
    select c.id, c.first_name, c.last_name, c.email, c.phone, c.card_number, c.birth_date, k.joined_at, k.guardian_name,
      k.consent_on, k.consent_source, k.version
    from ${idsIn(keys)} with ordinality x(id, n)
      join customers c on c.id = x.id join kids_club_members k on k.customer_id = c.id
    order by x.n`
  return rows.map((row) => ({
    userId: row.id,
    createdAt: instant(row.joined_at),
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
  }))
}
