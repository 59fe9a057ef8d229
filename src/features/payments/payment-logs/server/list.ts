import { sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/endpoint.ts'
import { asksForNone, readChoice } from '#contract/filter.ts'
import { toNaira } from '#contract/money.ts'
import { addDays, startOfDay } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { allOf, isAmount, isAnyOf, isChosen, isOnDays } from '#server/db/filter.ts'
import { sliceOf, sortOf, type Key, type Paging } from '#server/db/page.ts'
import { everyRow, type Rows } from '#server/db/batches.ts'
import { prepared } from '#server/db/prepared.ts'
import { listOf } from '#server/db/rows.ts'
import { isScoped } from '#server/db/scoped.ts'
import { canBeFullReference, hasTerms } from '#server/db/search.ts'
import type { paymentLogs, PaymentLog } from '../contract.ts'
import { MOST_COUNTED, MOST_FOUND, MOST_SUMMED, type Status } from '../rules.ts'
import { BACK, copiedFrom, HAS_STATUS } from './cells.ts'
import { paymentFrom, readRows, toRow } from './payments.ts'
import { isForCube, isPaidBy } from './payment-methods.ts'
import { arrayOf, bool, json, maybe, number, orNull, query, text, textOf, type RowOf } from '#server/db/query.ts'

/** Lists and counts payments, newest first unless sorted. */

type Asks = Output<(typeof paymentLogs)['csv']['query']>
/** Filter with the zone of its days. */
export type Filter = Pick<Asks, 'userType'> & Partial<Omit<Asks, 'userType' | 'columns'>> & { zone?: string }
/** Filter with the reference of a single payment, if the search is a full reference. */
type ResolvedFilter = Filter & { reference?: string | undefined }
type Slice = { limit: number; offset: number }

/** Sort columns. Each list has an index in this order. */
const SORTS = {
  createdAt: ['at', 'id'],
  amount: ['kobo', 'at', 'id'],
} as const
const sortedBy = ({ sort = '-createdAt' }: Filter) => sortOf(sort)
const isNewestFirst = (filter: Filter): boolean => (filter.sort ?? '-createdAt') === '-createdAt'
const columnsOf = (filter: Filter) => sql.raw(SORTS[sortedBy(filter).by].join(', '))
const orderOf = (filter: Filter) => {
  const { by, descending } = sortedBy(filter)
  return sql.raw(SORTS[by].map((column) => `${column} ${descending ? 'desc' : 'asc'}`).join(', '))
}

const isOf = { ALL: sql`true`, CUSTOMER: sql`is_customer`, GUEST: sql`not is_customer` } as const
const NEWEST = sql`at desc, id desc`

async function resolveFilter(db: Db, filter: Filter): Promise<ResolvedFilter> {
  const { search } = filter
  if (!search || !canBeFullReference(search)) return filter
  const { rows } = await db.execute(prepared(sql`select from payments where reference = ${search}`))
  return rows.length ? { ...filter, reference: search } : filter
}

const REFERENCE = sql`payments.reference`
/**
 * Matches payments for items of any of some kinds.
 * @param areMany true: many match, so payments are checked one by one in order; false: all lines of the kinds are read
 */
function paysFor(kind: Filter['kind'], areMany: boolean): SQL | undefined {
  const chosen = kind === undefined ? 'some' : readChoice(kind)
  if (chosen === 'some') return
  const kinds = chosen.values
  const lines = sql`
    select p.payment from purchases p join purchase_lines l on l.purchase_id = p.id
    where p.payment is not null and l.kind = any(${listOf(kinds, 'text')})`
  const cubes = sql`
    select x.reference from cube_payments b
      join payments x on x.provider = coalesce(b.provider, 'counter') and x.reference = b.reference`
  const forCubes = kinds.includes('cube')
  if (!areMany) return sql`${REFERENCE} in (${forCubes ? sql`${lines} union all ${cubes}` : lines})`
  const isOfLine = sql`exists (${lines} and p.payment = ${REFERENCE} offset 0)`
  return forCubes ? sql`(${isOfLine} or ${isForCube(sql`payments`)})` : isOfLine
}

/** Conditions on customer type and cinema. */
const placedIn = ({ userType, cinema_id: cinema }: Filter): SQL =>
  allOf([isOf[userType], isChosen(cinema, sql`cinema_id`)])

/** Returns the other conditions. */
const furtherOf = ({ date, status, amount, provider, method, kind, zone }: Filter, areMany = false): SQL[] =>
  [
    isOnDays(date, sql`at`, zone ?? 'UTC'),
    isAnyOf(status, (one) => HAS_STATUS[one as Status]),
    amount && sql`currency = 'NGN'`,
    isAmount(amount, sql`kobo`),
    isChosen(provider, sql`provider`),
    isPaidBy(method, sql`payments`),
    paysFor(kind, areMany),
  ].filter((condition) => condition !== undefined)
const listed = (filter: Filter, areMany = false): SQL => allOf([placedIn(filter), ...furtherOf(filter, areMany)])

/** Returns whether the counts per day have the total. */
const isByDay = (filter: Filter): boolean =>
  furtherOf(filter).length === 0 && !(filter.cinema_id && asksForNone(filter.cinema_id))

/** Returns whether the search reads the view for cinema roles, which an index serves. */
const isInView = (db: Db, { reference, ...filter }: ResolvedFilter) =>
  isScoped(db) && !reference && !furtherOf(filter).length && sortedBy(filter).by === 'createdAt'
const searchedIn = (db: Db, resolved: ResolvedFilter): SQL =>
  isInView(db, resolved) ? sql`searched_payments` : sql`payments`

const matches = (db: Db, resolved: ResolvedFilter, areMany = false): SQL => {
  const { search, reference, ...filter } = resolved
  if (!search) return listed(filter, areMany)
  if (reference) return sql`reference = ${reference} and ${listed(filter)}`
  const isFound = hasTerms(sql`search_text`, search)
  return isScoped(db) && !isInView(db, resolved)
    ? sql`id in (select id from searched_payments where ${isFound}) and ${listed(filter)}`
    : sql`${isFound} and ${listed(filter)}`
}
/** Reads a page of keys. Skipped rows are read from the index only. */
const keysWhere = (where: SQL, { limit, offset }: Slice, order = NEWEST, from = sql`payments`) =>
  sql`select id from ${from} where ${where} order by ${order} limit ${limit} offset ${offset}`

/** Reads a page of keys of some cinemas on few days, sorted after the index that begins with the cinema. */
const gatheredKeys = (where: SQL, { limit, offset }: Slice, filter: Filter) =>
  sql`select id from (select ${columnsOf(filter)} from payments where ${where} offset 0) those
    order by ${orderOf(filter)} limit ${limit} offset ${offset}`

export async function pageOfPayments(
  db: Db,
  filter: Filter,
  paging: Paging,
  mostCounted = MOST_COUNTED,
): Promise<{ payment_logs: PaymentLog[]; totalCount: number; isTruncated: boolean }> {
  const slice = sliceOf(paging)
  const {
    ids,
    total,
    isTruncated = false,
  } = await (filter.search || !isByDay(filter)
    ? searched(db, await resolveFilter(db, filter), slice, mostCounted)
    : isNewestFirst(filter)
      ? placed(db, filter, slice)
      : sorted(db, filter, slice))
  return {
    payment_logs: (await readRows(db, ids)).map((row) => toRow(paymentFrom(row))),
    totalCount: total,
    isTruncated,
  }
}

export const foundPayments = async (db: Db, search: string): Promise<PaymentLog[]> =>
  (await pageOfPayments(db, { userType: 'ALL', search }, { page: 1, perPage: MOST_FOUND })).payment_logs

/** Ids of a page in order, with the total or its maximum. */
const pageKeysRow = { ids: json<(number | string)[]>(), total: number, isTruncated: maybe(bool) }
type PageKeys = RowOf<typeof pageKeysRow>
const placedRow = { total: number, before: number, first: orNull(text), last: orNull(text) }

/** Offset from which a page is found by its days. Below, skipping rows is cheaper. */
const FAR_DOWN = 500

/** Returns the counts per day: of all cinemas, of one, or of those in scope. */
const daysOf = (db: Db, { userType, cinema_id: cinema }: Filter): SQL =>
  cinema === undefined && !isScoped(db)
    ? sql`payment_days where ${isOf[userType]}`
    : sql`payment_cinema_days where ${allOf([isOf[userType], isChosen(cinema, sql`cinema_id`)])}`

/** Reads a page between the days given by the counts, so that at most one day of payments is skipped. */
async function placed(db: Db, filter: Filter, { limit, offset }: Slice): Promise<PageKeys> {
  const { userType } = filter
  const isOfSome = filter.cinema_id !== undefined || isScoped(db)
  if (offset < FAR_DOWN && !isOfSome) {
    const { rows } = await query(db, pageKeysRow)`
      select array(${keysWhere(isOf[userType], { limit, offset })}) as ids, (${countOf(db, filter)}) as total`
    return rows[0]!
  }
  const { rows } = await query(db, placedRow)`
    with days as (
      select day, sum(sum(count)) over (order by day desc) as upto
      from ${daysOf(db, filter)} group by day having sum(count) > 0
    )
    select coalesce(max(upto), 0)::bigint as total,
      coalesce(max(upto) filter (where upto <= ${offset}), 0)::bigint as before,
      max(day) filter (where upto > ${offset}) as first,
      coalesce(max(day) filter (where upto >= ${offset + limit}), min(day)) as last
    from days`
  const { total, before, first, last } = rows[0]!
  if (first === null || last === null) return { ids: [], total }
  const [from, until] = [startOfDay(last, 'UTC'), startOfDay(addDays(first, 1), 'UTC')]
  const where = sql`${listed(filter)} and at >= ${from.toISOString()} and at < ${until.toISOString()}`
  const slice = { limit, offset: offset - before }
  return { ids: await idsIn(db, isOfSome ? gatheredKeys(where, slice, { userType }) : keysWhere(where, slice)), total }
}

/** Reads a sorted page. Oldest first is the reversed end of newest first; by amount, skipped rows are read from the index only. */
async function sorted(db: Db, filter: Filter, { limit: most, offset }: Slice): Promise<PageKeys> {
  const total = await countAll(db, filter)
  const limit = Math.min(most, total - offset)
  if (limit <= 0) return { ids: [], total }
  if (sortedBy(filter).by === 'createdAt') {
    const { ids } = await placed(db, filter, { limit, offset: total - offset - limit })
    return { ids: ids.toReversed(), total }
  }
  const keys =
    filter.cinema_id !== undefined || isScoped(db)
      ? gatheredKeys(listed(filter), { limit, offset }, filter)
      : keysWhere(listed(filter), { limit, offset }, orderOf(filter))
  return { ids: await idsIn(db, keys), total }
}

/**
 * Collects, sorts and counts matches up to a maximum. With more matches, the first are read in list order, where they
 * come soon.
 */
async function searched(
  db: Db,
  filter: ResolvedFilter,
  { limit, offset }: Slice,
  mostCounted: number,
): Promise<PageKeys> {
  const { rows } = await query(db, { ids: arrayOf(text), total: number })`
    with found as materialized (
      select ${columnsOf(filter)} from ${searchedIn(db, filter)} where ${matches(db, filter)} limit ${mostCounted + 1}
    )
    select array(select id from found order by ${orderOf(filter)} limit ${limit} offset ${offset}) as ids,
      (select count(*) from found) as total`
  const { ids, total } = rows[0]!
  if (total <= mostCounted) return { ids, total }
  const slice = { limit: Math.max(0, Math.min(limit, mostCounted - offset)), offset }
  const first = keysWhere(matches(db, filter, true), slice, orderOf(filter), searchedIn(db, filter))
  return { ids: slice.limit ? await idsIn(db, first) : [], total: mostCounted, isTruncated: true }
}

async function idsIn(db: Db, keys: SQL): Promise<number[]> {
  const { rows } = await query(db, { id: number })(keys)
  return rows.map(({ id }) => id)
}

const countOf = (db: Db, filter: Filter) => sql`select coalesce(sum(count), 0)::bigint as n from ${daysOf(db, filter)}`

async function countAll(db: Db, filter: Filter): Promise<number> {
  const { rows } = await query(db, { n: number })(countOf(db, filter))
  return rows[0]!.n
}

/** Counts payments. @returns undefined: more than are counted */
async function countPayments(db: Db, resolved: ResolvedFilter): Promise<number | undefined> {
  if (!resolved.search && isByDay(resolved)) return countAll(db, resolved)
  const { rows } = await query(db, { n: number })`
    select count(*) as n from (select from ${searchedIn(db, resolved)} where ${matches(db, resolved)} limit ${MOST_COUNTED + 1}) found`
  return rows[0]!.n > MOST_COUNTED ? undefined : rows[0]!.n
}

type Sums = NonNullable<Output<(typeof paymentLogs)['sums']['reply']>['sums']>

const sumsRow = {
  /** Count of all matches; the other columns are per currency and method. */
  n: number,
  currency: orNull(text),
  method: orNull(textOf<NonNullable<Sums['methods'][number]['method']>>()),
  count: number,
  paid: number,
  back: number,
  chargedBack: number,
}
type SumsRow = RowOf<typeof sumsRow>

/** Adds up payments. @returns null: too many */
export async function sumsOf(db: Db, filter: Filter): Promise<Sums | null> {
  if (!filter.search && isByDay(filter) && (await countAll(db, filter)) > MOST_SUMMED) return null
  const resolved = await resolveFilter(db, filter)
  const { rows } = await query(db, sumsRow)`
    with found as materialized (
      select id from ${searchedIn(db, resolved)} where ${matches(db, resolved)} limit ${MOST_SUMMED + 1}
    )
    select t.n, s.currency, s.method, coalesce(s.count, 0) as count, coalesce(s.paid, 0) as paid, coalesce(s.back, 0) as back,
      coalesce(s."chargedBack", 0) as "chargedBack"
    from (select count(*) as n from found) t left join lateral (
      select currency, method, count(*) as count, sum(kobo)::bigint as paid, sum(back)::bigint as back,
        sum(charged_back_kobo)::bigint as "chargedBack"
      from (
        select e.currency, e.kobo, ${BACK} as back, e.charged_back_kobo, e.method from payments e
        where t.n <= ${MOST_SUMMED} and e.status = 'succeeded' and e.id in (select id from found)
      ) x
      group by currency, method order by currency, paid desc, method
    ) s on true`
  const { n: count } = rows[0]!
  if (count > MOST_SUMMED) return null
  const naira = rows.filter(({ currency }) => currency === 'NGN')
  // Payments in another currency are refunded in naira, so their refunds do not reduce the naira totals.
  const others = new Map<string, number>()
  for (const { currency, paid } of rows)
    if (currency !== null && currency !== 'NGN') others.set(currency, (others.get(currency) ?? 0) + paid)
  const sum = (of: 'paid' | 'back' | 'chargedBack') => naira.reduce((kobo, row) => kobo + row[of], 0)
  return {
    count,
    ...sumsInNaira({ paid: sum('paid'), back: sum('back'), chargedBack: sum('chargedBack') }),
    others: [...others].map(([currency, paid]) => ({ currency, amount: toNaira(paid) })),
    methods: naira.map((row) => ({ method: row.method, count: row.count, ...sumsInNaira(row) })),
  }
}

const sumsInNaira = ({ paid, back, chargedBack }: Pick<SumsRow, 'paid' | 'back' | 'chargedBack'>) => ({
  paid: toNaira(paid),
  refunded: toNaira(back),
  chargedBack: toNaira(chargedBack),
  net: toNaira(paid - back - chargedBack),
})

const KEYS: Record<'kobo' | 'at' | 'id', Key> = {
  kobo: { of: sql`e.kobo`, type: 'bigint' },
  at: { of: sql`e.at`, type: 'timestamptz' },
  id: { of: sql`e.id`, type: 'bigint' },
}

/** Returns all payments for a file, with their `total` if it is known. */
export async function everyPayment(db: Db, filter: Filter): Promise<Rows> {
  const resolved = await resolveFilter(db, filter)
  const { by, descending } = sortedBy(resolved)
  const keys = SORTS[by].map((column): Key => KEYS[column])
  const selection = {
    from: copiedFrom,
    where:
      furtherOf(resolved).length || (resolved.search && isScoped(db))
        ? sql`e.id in (select id from ${searchedIn(db, resolved)} where ${matches(db, resolved)})`
        : matches(db, resolved),
    keys,
    descending,
    isSearch: Boolean(filter.search) || furtherOf(filter).length > 0,
  }
  return everyRow(selection, await countPayments(db, resolved))
}
