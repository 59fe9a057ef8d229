import { sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/endpoint.ts'
import type { Db } from '#server/db/connect.ts'
import { allOf, isChosen, isCount, isOnDays } from '#server/db/filter.ts'
import { byKeys, keysOfPage, sortOf, type Slice, type Key } from '#server/db/page.ts'
import { prepared } from '#server/db/prepared.ts'
import { hasTerms } from '#server/db/search.ts'
import type { errorLogs, ErrorDetail, LoggedError, Occurrence } from '../contract.ts'
import type { Origin, State } from '../rules.ts'
import { arrayOf, number, orNull, query, text, textOf, type RowOf } from '#server/db/query.ts'

export { addReports, FROM_BACK_OFFICE, FROM_SERVER, newReportId, type Report } from './report.ts'
export { joinErrors } from './join.ts'

/** `zone`: whose days are meant. `seesCustomers`: a search by a customer's email finds theirs. */
export type Filter = Omit<Output<(typeof errorLogs)['csv']['query']>, 'columns'> & {
  zone: string
  seesCustomers: boolean
}

/** The release in which an error `e` happened first. */
const FIRST_RELEASE = sql`(
  select x.release from error_releases x where x.error_id = e.id and x.release <> ''
  order by x.first_seen_at, x.release limit 1)`
/** Of each place where errors happen the newest release, where there was one before. */
const NEWEST = sql`
  select distinct on (origin) origin, release from (
    select o.origin, x.release, min(x.first_seen_at) as at, count(*) over (partition by o.origin) as releases
    from error_releases x join errors o on o.id = x.error_id where x.release <> '' group by o.origin, x.release
  ) r where releases > 1 order by origin, at desc, release desc`

/** Errors of the customer with this email, which is whole. */
const ofCustomer = (email: string) => sql`e.id in (
  select x.error_id from error_customers x join customers c on c.id = x.customer_id 
  where c.is_listed and lower(c.email) = lower(${email}))`
const found = (search: string, seesCustomers: boolean) =>
  seesCustomers && search.includes('@')
    ? sql`(${hasTerms(sql`e.search_text`, search)} or ${ofCustomer(search)})`
    : hasTerms(sql`e.search_text`, search)

const where = (filter: Filter): SQL => {
  const { search, release, zone } = filter
  return allOf([
    search ? found(search, filter.seesCustomers) : undefined,
    isChosen(filter.state, sql`e.state`),
    isChosen(filter.source, sql`e.origin`),
    release && sql`e.id in (select x.error_id from error_releases x where ${isChosen(release, sql`x.release`)})`,
    filter.new_in && sql`${isChosen(filter.new_in, FIRST_RELEASE)}`,
    isOnDays(filter.first_seen, sql`e.first_seen_at`, zone),
    isOnDays(filter.last_seen, sql`e.last_seen_at`, zone),
    isCount(filter.count, sql`e.count`),
    isCount(filter.customers, sql`e.customers`),
  ])
}

const KEYS: Record<'openLastSeen' | 'lastSeen' | 'count', Key> = {
  // An age earlier than any open one.
  openLastSeen: {
    of: sql`case when e.state = 'open' then e.last_seen_at else e.last_seen_at - interval '1000 years' end`,
    type: 'timestamptz',
  },
  lastSeen: { of: sql`e.last_seen_at`, type: 'timestamptz' },
  count: { of: sql`e.count`, type: 'bigint' },
}

const whomRow = { customer_id: orNull(number), admin_id: orNull(number), email: orNull(text) }
type Whom = RowOf<typeof whomRow>
const row = {
  ...whomRow,
  id: number,
  message: text,
  component: text,
  stack: text,
  origin: textOf<Origin>(),
  state: textOf<State>(),
  state_at: orNull(text),
  state_by: orNull(text),
  count: number,
  storedCount: number,
  customers: number,
  first_seen_at: text,
  last_seen_at: text,
  releases: arrayOf(text),
  new_in: orNull(text),
  version: number,
  key: text,
}
type Row = RowOf<typeof row>

/** An error as it is stored; `key` is what the list was sorted by. */
export type Stored = LoggedError & { storedCount: number; key: string }

const iso = (at: string) => new Date(at).toISOString()

/** With whole addresses: who may see them is for the handlers to say (`present.ts`). */
const whomOf = ({ customer_id, admin_id, email }: Whom): LoggedError['data'] => ({
  email: email ?? '',
  meta: {
    userId: customer_id ?? admin_id,
    userType: customer_id !== null ? 'customer' : admin_id !== null ? 'admin' : null,
  },
})

const toError = (row: Row): Stored => ({
  id: row.id,
  createdAt: iso(row.last_seen_at),
  data: whomOf(row),
  errorStack: row.stack,
  component: row.component,
  message: row.message,
  source: row.origin,
  state: row.state,
  stateAt: row.state_at && iso(row.state_at),
  stateBy: row.state_by,
  count: row.count,
  firstSeenAt: iso(row.first_seen_at),
  lastSeenAt: iso(row.last_seen_at),
  releases: row.releases,
  newIn: row.new_in,
  customers: row.customers,
  version: row.version,
  storedCount: row.storedCount,
  key: row.key,
})

const columns = (stack: SQL) => sql`
  e.id, e.message, e.component, e.origin, e.state, e.state_at, e.state_by, e.count, e.stored_count as "storedCount", e.customers, e.first_seen_at,
  e.last_seen_at, e.version, coalesce(${stack}, '') as stack, r.customer_id, r.admin_id, coalesce(c.email, a.email) as email,
  array(
    select x.release from error_releases x where x.error_id = e.id order by x.last_seen_at desc, x.release desc limit 3
  ) as releases, n.release as new_in`
/** The last time it happened, and to whom. */
const joined = sql`
  left join error_reports r on r.id = e.last_report_id
  left join (${NEWEST}) n on n.origin = e.origin and n.release = ${FIRST_RELEASE}
  left join customers c on c.id = r.customer_id
  left join admins a on a.id = r.admin_id`

/**
 * Open ones first, the one that happened last first, unless sorted; a page starts at an offset or, in an export, after an error.
 * @param stack so many characters of each stack; without it all
 */
export async function pageOfErrors(
  db: Db,
  filter: Filter,
  { stack, ...page }: Slice & { stack?: number },
): Promise<Stored[]> {
  const { by, descending } = sortOf(filter.sort ?? '-openLastSeen')
  const keys: Key[] = [KEYS[by], { of: sql`e.id`, type: 'bigint' }]
  const selection = { from: sql`errors e`, where: where(filter), keys, descending }
  const { rows } = await query(db, row)`
    with page as (${keysOfPage(selection, page)})
    select ${columns(stack === undefined ? sql`r.stack` : sql`left(r.stack, ${stack}::int)`)}, page.k0::text as key
    from page join errors e on e.id = page.k1 ${joined}
    order by ${byKeys(selection)}`
  return rows.map(toError)
}

export const countErrors = async (db: Db, filter: Filter): Promise<number> =>
  (await query(db, { n: number })`select count(*)::int as n from errors e where ${where(filter)}`).rows[0]!.n

export async function findError(db: Db, id: number): Promise<Stored | undefined> {
  const { rows } = await query(
    db,
    row,
  )(prepared(sql`select ${columns(sql`r.stack`)}, '' as key from errors e ${joined} where e.id = ${id}`))
  return rows.map(toError)[0]
}

/** Held until the transaction ends: whoever tells of it meanwhile waits. */
export const lockError = (tx: Db, id: number) => tx.execute(sql`select from errors where id = ${id} for update`)

export const setState = (tx: Db, id: number, state: State, by: string, now: Date) =>
  tx.execute(sql`
    update errors set state = ${state}, state_at = ${now.toISOString()}, state_by = ${by}, version = version + 1
    where id = ${id}`)

/** The newest first, by when each was last heard of. */
export async function everyRelease(db: Db, most: number): Promise<string[]> {
  const { rows } = await query(db, { release: text })`
    select release from error_releases where release <> ''
    group by release order by max(first_seen_at) desc, release desc limit ${most}`
  return rows.map(({ release }) => release)
}

const MOST = 50

export async function releasesOf(db: Db, id: number): Promise<ErrorDetail['allReleases']> {
  const { rows } = await query(db, { release: text, count: number, first: text, last: text })`
    select release, count, first_seen_at as first, last_seen_at as last from error_releases where error_id = ${id}
    order by last_seen_at desc, release desc limit ${MOST}`
  return rows.map(({ first, last, ...row }) => ({ ...row, firstSeenAt: iso(first), lastSeenAt: iso(last) }))
}

/** Customers it happened to; of one who was erased neither name nor email is left. */
export async function affectedBy(db: Db, id: number): Promise<ErrorDetail['affected']> {
  const { rows } = await query(db, { id: number, name: text, email: text, count: number, last: text })`
    select c.id, trim(c.first_name || ' ' || c.last_name) as name, coalesce(c.email, '') as email, x.count,
      x.last_seen_at as last
    from error_customers x join customers c on c.id = x.customer_id where x.error_id = ${id}
    order by x.last_seen_at desc, c.id desc limit ${MOST}`
  return rows.map(({ id: userId, last, ...row }) => ({ userId, ...row, lastSeenAt: iso(last) }))
}

const affectedRow = {
  id: number,
  name: text,
  email: text,
  phone: text,
  errors: number,
  count: number,
  lastSeenAt: text,
}
export type Affected = RowOf<typeof affectedRow>
type Affecting = { filter: Filter; error: number | undefined }

/** Customers of the errors that are asked for; of a release, those whom they happened to in it. */
const affecting = ({ filter, error }: Affecting) => {
  const { release } = filter
  return sql`
    from error_customers x join errors e on e.id = x.error_id join customers c on c.id = x.customer_id
    where c.is_listed and ${where(filter)} and ${error === undefined ? sql`true` : sql`e.id = ${error}`}
      and ${release ? sql`exists (select from unnest(x.releases) r where ${isChosen(release, sql`r`)})` : sql`true`}`
}

/** In the order of their ids, after one of them. */
export async function pageOfAffected(db: Db, of: Affecting, after: number, limit: number): Promise<Affected[]> {
  const { rows } = await query(db, affectedRow)`
    select c.id, trim(c.first_name || ' ' || c.last_name) as name, coalesce(c.email, '') as email,
      coalesce(c.phone, '') as phone, count(*) as errors, sum(x.count)::float8 as count, max(x.last_seen_at) as "lastSeenAt"
    ${affecting(of)} and c.id > ${after} group by c.id order by c.id limit ${limit}`
  return rows.map((row) => ({ ...row, lastSeenAt: iso(row.lastSeenAt) }))
}

export const countAffected = async (db: Db, of: Affecting): Promise<number> =>
  (await query(db, { n: number })`select count(distinct c.id)::int as n ${affecting(of)}`).rows[0]!.n

/** Those whose words are kept, the last first. */
export async function occurrencesOf(
  db: Db,
  id: number,
  page: { limit: number; offset: number },
): Promise<Occurrence[]> {
  const occurrenceRow = {
    ...whomRow,
    id: number,
    at: text,
    message: text,
    stack: text,
    component: text,
    page: text,
    release: text,
  }
  const { rows } = await query(db, occurrenceRow)`
    select r.id, r.at, r.message, r.stack, r.component, r.page, r.release, r.customer_id, r.admin_id,
      coalesce(c.email, a.email) as email
    from error_reports r left join customers c on c.id = r.customer_id left join admins a on a.id = r.admin_id
    where r.fingerprint = (select fingerprint from errors where id = ${id}) and not r.is_pruned
    order by r.at desc, r.id desc limit ${page.limit} offset ${page.offset}`
  return rows.map((row) => ({
    id: row.id,
    createdAt: iso(row.at),
    data: whomOf(row),
    errorStack: row.stack,
    component: row.component,
    message: row.message,
    page: row.page,
    release: row.release,
  }))
}
