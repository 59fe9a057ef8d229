import { sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/endpoint.ts'
import { toNaira } from '#contract/money.ts'
import type { Day } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { allOf, isAnyOf, isChosen, isCount, isOnDates, isOnDays } from '#server/db/filter.ts'
import { byKeys, keysOfPage, sortOf, type Slice, type Key, type Selection } from '#server/db/page.ts'
import { hasTerms } from '#server/db/search.ts'
import type { Voucher, VoucherGroup, vouchers } from '../contract.ts'
import type { VoucherState } from '../rules.ts'
import { bytes, number, orNull, query, text, textOf, type RowOf } from '#server/db/query.ts'

const planRow = { id: number, name: text, kobo: number, tickets: number }
export type Plan = RowOf<typeof planRow>

/** The plans that are sold, in their order. */
export const plansOnSale = async (db: Db): Promise<Plan[]> =>
  (
    await query(db, planRow)`
      select id, name, kobo, tickets from plans where retired_at is null order by place, id`
  ).rows

/** `zone`: whose days are meant, where any are. */
export type GroupFilter = Partial<Omit<Output<(typeof vouchers)['groupsCsv']['query']>, 'columns'>> & { zone?: string }
/** A group as lists have it. */
export type ListedGroup = Omit<VoucherGroup, 'generatedBy' | 'vouchers'> & { generatedByName: string }

const icu = sql.raw('collate "und-x-icu"')
const groupKeys: Record<string, Key> = {
  createdAt: { of: sql`g.created_at`, type: 'timestamptz' },
  companyName: { of: sql`g.company_name ${icu}`, type: 'text' },
  quantity: { of: sql`g.quantity`, type: 'bigint' },
}
const groupsWhere = ({ search, plan, quantity, created, expires, zone = 'UTC' }: GroupFilter) =>
  allOf([
    search ? hasTerms(sql`g.search_text`, search) : undefined,
    isChosen(plan, sql`g.plan`),
    isCount(quantity, sql`g.quantity`),
    isOnDays(created, sql`g.created_at`, zone),
    isOnDates(expires, sql`g.expires_on`),
  ])

const groupRow = {
  id: number,
  company_name: text,
  quantity: number,
  created_at: text,
  generated_by_id: orNull(number),
  generated_by: text,
  approved_by: text,
  comment: text,
  plan_id: number,
  plan: text,
  kobo: number,
  expires_on: orNull(text),
  made: number,
  unused: number,
  expired: number,
  redeemed: number,
  voided: number,
}
type GroupRow = RowOf<typeof groupRow>

const groupColumns = sql`
  g.id, g.company_name, g.quantity, g.created_at, g.generated_by_id, g.generated_by, g.approved_by, g.comment, g.plan_id,
  g.plan, g.kobo, g.expires_on, g.made, u.unused, u.expired, s.redeemed, s.voided`
/** Counted from the indexes alone. */
const usageOn = (today: Day) => sql`
  cross join lateral (
    select count(*) filter (where v.expires_on is null or v.expires_on >= ${today}) as unused,
      count(*) filter (where v.expires_on < ${today}) as expired
    from vouchers v where v.group_id = g.id and v.state = 'unused'
  ) u
  cross join lateral (
    select count(*) filter (where v.state = 'redeemed') as redeemed, count(*) filter (where v.state = 'void') as voided
    from vouchers v where v.group_id = g.id and v.state <> 'unused'
  ) s`

const toGroup = (row: GroupRow): ListedGroup => ({
  id: row.id,
  companyName: row.company_name,
  quantity: row.quantity,
  createdAt: new Date(row.created_at).toISOString(),
  generatedById: row.generated_by_id,
  generatedByName: row.generated_by,
  approvedBy: row.approved_by,
  comment: row.comment,
  subscriptionId: row.plan_id,
  subscriptionName: row.plan,
  subscriptionPrice: toNaira(row.kobo),
  expiresOn: row.expires_on,
  made: row.made,
  usage: { unused: row.unused, redeemed: row.redeemed, void: row.voided, expired: row.expired },
})

/** Newest first unless sorted. */
export function groupsSelected(filter: GroupFilter): Selection {
  const { by, descending } = sortOf(filter.sort ?? '-createdAt')
  const keys: Key[] = [groupKeys[by]!, { of: sql`g.id`, type: 'bigint' }]
  return { from: sql`voucher_groups g`, where: groupsWhere(filter), keys, descending }
}

export async function pageOfGroups(db: Db, filter: GroupFilter, today: Day, page: Slice): Promise<ListedGroup[]> {
  const selection = groupsSelected(filter)
  const { rows } = await query(db, groupRow)`
    with page as (${keysOfPage(selection, page)})
    select ${groupColumns}
    from page join voucher_groups g on g.id = page.k1 ${usageOn(today)}
    order by ${byKeys(selection)}`
  return rows.map(toGroup)
}

export async function countOfGroups(db: Db, filter: GroupFilter): Promise<number> {
  const { rows } = await query(db, { n: number })`
    select count(*)::int as n from voucher_groups g where ${groupsWhere(filter)}`
  return rows[0]!.n
}

export async function findGroup(db: Db, id: number, today: Day): Promise<ListedGroup | undefined> {
  const { rows } = await query(db, groupRow)`
    select ${groupColumns} from voucher_groups g ${usageOn(today)} where g.id = ${id}`
  return rows.map(toGroup)[0]
}

/** For the palette: the newest groups by a part of their words. */
export const groupsCalled = async (db: Db, search: string, limit: number) =>
  (
    await query(db, { id: number, company: text, quantity: number, plan: text })`
      select g.id, g.company_name as company, g.quantity, g.plan from voucher_groups g where ${groupsWhere({ search })}
      order by g.created_at desc, g.id desc limit ${limit}`
  ).rows

export async function isGroup(db: Db, id: number): Promise<boolean> {
  const { rowCount } = await db.execute(sql`select from voucher_groups where id = ${id}`)
  return rowCount === 1
}

type NewGroup = {
  companyName: string
  quantity: number
  approvedBy: string
  comment: string
  plan: Plan
  expiresOn: Day | null
  by: { id: number | null; name: string }
}

export async function addGroup(tx: Db, group: NewGroup, now: Date): Promise<number> {
  const { plan, by } = group
  const { rows } = await query(tx, { id: number })`
    insert into voucher_groups (company_name, quantity, approved_by, comment, plan_id, plan, kobo, tickets, expires_on,
      generated_by_id, generated_by, created_at)
    values (${group.companyName}, ${group.quantity}, ${group.approvedBy}, ${group.comment}, ${plan.id}, ${plan.name},
      ${plan.kobo}, ${plan.tickets}, ${group.expiresOn}, ${by.id}, ${by.name}, ${now.toISOString()})
    returning id`
  return rows[0]!.id
}

export type VoucherFilter = Omit<Output<(typeof vouchers)['csv']['query']>, 'columns'> & {
  /** The keyed hash of what was searched for, where that can be a code. */
  lookup?: Buffer | undefined
  /** Whose days are meant. */
  zone: string
}

const conditionOf: Record<VoucherState, (today: Day) => SQL> = {
  unused: (today) => sql`v.state = 'unused' and (v.expires_on is null or v.expires_on >= ${today})`,
  expired: (today) => sql`v.state = 'unused' and v.expires_on < ${today}`,
  redeemed: () => sql`v.state = 'redeemed'`,
  void: () => sql`v.state = 'void'`,
}

export const vouchersWhere = (
  groupId: number,
  { state, search, lookup, expires, redeemed, zone }: VoucherFilter,
  today: Day,
) =>
  allOf([
    sql`v.group_id = ${groupId}`,
    isAnyOf(state, (one) => sql`(${conditionOf[one as VoucherState](today)})`),
    isOnDates(expires, sql`v.expires_on`),
    isOnDays(redeemed, sql`v.redeemed_at`, zone),
    search
      ? sql`(${hasTerms(sql`fold(v.recipient)`, search)} or v.last4 = ${search.toUpperCase()}
          ${lookup ? sql`or v.lookup = ${lookup}` : sql``})`
      : undefined,
  ])

export const stateOn = (today: Day) => sql`case when ${conditionOf.expired(today)} then 'expired' else v.state end`

const voucherRow = {
  id: number,
  group_id: number,
  last4: text,
  state: textOf<VoucherState>(),
  recipient: text,
  expires_on: orNull(text),
  redeemed_at: orNull(text),
  redeemed_by: orNull(text),
  reference: orNull(text),
  customer_id: orNull(number),
  customer: orNull(text),
  voided_at: orNull(text),
  replaced_by: orNull(text),
  version: number,
  lookup: bytes,
  sealed: bytes,
}
type VoucherRow = RowOf<typeof voucherRow>

/** A voucher with its group, and its code as it is kept. */
export type StoredVoucher = Voucher & { groupId: number; lookup: Buffer; sealed: Buffer }

const iso = (at: string | null) => (at === null ? null : new Date(at).toISOString())
const toVoucher = (row: VoucherRow): StoredVoucher => ({
  id: row.id,
  last4: row.last4,
  state: row.state,
  recipient: row.recipient,
  expiresOn: row.expires_on,
  redeemedAt: iso(row.redeemed_at),
  redeemedBy: row.redeemed_by,
  reference: row.reference,
  customer: row.customer_id === null ? null : { id: row.customer_id, name: row.customer ?? '' },
  voidedAt: iso(row.voided_at),
  replacedBy: row.replaced_by,
  version: row.version,
  groupId: row.group_id,
  lookup: row.lookup,
  sealed: row.sealed,
})

const readVouchers = async (db: Db, today: Day, condition: SQL, more = sql``): Promise<StoredVoucher[]> =>
  (
    await query(db, voucherRow)`
      select v.id, v.group_id, v.last4, ${stateOn(today)} as state,
        v.recipient, v.expires_on, v.redeemed_at, v.redeemed_by, v.reference, v.customer_id,
        trim(c.first_name || ' ' || c.last_name) as customer, v.voided_at, r.last4 as replaced_by, v.version, v.lookup,
        v.sealed
      from vouchers v left join customers c on c.id = v.customer_id left join vouchers r on r.id = v.replaced_by
      where ${condition} order by v.id ${more}`
  ).rows.map(toVoucher)

/**
 * In the order in which they were made. Ids are chosen first, from the index alone, so that what is skipped is not looked
 * up.
 */
export const pageOfVouchers = (
  db: Db,
  groupId: number,
  filter: VoucherFilter,
  today: Day,
  page: { limit: number; offset: number },
): Promise<StoredVoucher[]> =>
  readVouchers(
    db,
    today,
    sql`v.id in (
      select v.id from vouchers v
      where ${vouchersWhere(groupId, filter, today)}
      order by v.id limit ${page.limit} offset ${page.offset})`,
  )

export async function countOfVouchers(db: Db, groupId: number, filter: VoucherFilter, today: Day): Promise<number> {
  const { rows } = await query(db, { n: number })`
    select count(*)::int as n from vouchers v where ${vouchersWhere(groupId, filter, today)}`
  return rows[0]!.n
}

/** The first of several groups at once, by their groups. */
export async function firstOfGroups(db: Db, groups: readonly number[], each: number, today: Day) {
  const found = await readVouchers(
    db,
    today,
    sql`v.id in (
      select first.id from unnest(${sql.param(groups)}::integer[]) as g (id) cross join lateral (
        select x.id from vouchers x where x.group_id = g.id order by x.id limit ${each}) first)`,
  )
  return Map.groupBy(found, ({ groupId }) => groupId)
}

const among = (ids: readonly number[]) => sql`v.id = any(${sql.param(ids)}::bigint[])`

export const vouchersOf = (db: Db, groupId: number, ids: readonly number[], today: Day): Promise<StoredVoucher[]> =>
  readVouchers(db, today, sql`v.group_id = ${groupId} and ${among(ids)}`)

/** The same, locked until the transaction ends. */
export const lockVouchers = (tx: Db, groupId: number, ids: readonly number[], today: Day): Promise<StoredVoucher[]> =>
  readVouchers(tx, today, sql`v.group_id = ${groupId} and ${among(ids)}`, sql`for update of v`)

export const lockVoucher = async (tx: Db, id: number, today: Day): Promise<StoredVoucher | undefined> =>
  (await readVouchers(tx, today, sql`v.id = ${id}`, sql`for update of v`))[0]

/** The group that a voucher is of. */
export async function groupOf(db: Db, voucherId: number): Promise<{ id: number; companyName: string }> {
  const { rows } = await query(db, { id: number, name: text })`
    select g.id, g.company_name as name from vouchers v join voucher_groups g on g.id = v.group_id where v.id = ${voucherId}`
  return { id: rows[0]!.id, companyName: rows[0]!.name }
}

export async function changeVoucher(
  tx: Db,
  id: number,
  change: { recipient: string; expiresOn: Day | null },
): Promise<void> {
  await tx.execute(sql`
    update vouchers set recipient = ${change.recipient}, expires_on = ${change.expiresOn}, version = version + 1
    where id = ${id}`)
}

/** Voids vouchers that are still unused. @returns how many */
export async function voidVouchers(
  tx: Db,
  groupId: number,
  ids: readonly number[] | 'all',
  now: Date,
): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update vouchers v set state = 'void', voided_at = ${now.toISOString()}, version = version + 1
    where v.group_id = ${groupId} and v.state = 'unused' ${ids === 'all' ? sql`` : sql`and ${among(ids)}`}`)
  return rowCount ?? 0
}

export type NewVoucher = {
  lookup: Buffer
  sealed: Buffer
  last4: string
  recipient?: string
  expiresOn: Day | null
  /** The one whose place it takes. */
  replaces?: number
}

/** @returns their ids, in the order in which they were given */
export async function addVouchers(tx: Db, groupId: number, list: readonly NewVoucher[]): Promise<number[]> {
  const rowsToAdd = list.map(({ lookup, sealed, last4, recipient = '', expiresOn, replaces = null }, n) => ({
    n,
    lookup: lookup.toString('hex'),
    sealed: sealed.toString('hex'),
    last4,
    recipient,
    expires_on: expiresOn,
    replaces,
  }))
  const rows = sql`jsonb_to_recordset(${JSON.stringify(rowsToAdd)}::jsonb) as x(
    n integer, lookup text, sealed text, last4 text, recipient text, expires_on date, replaces bigint)`
  const added = await query(tx, { id: number })`
    insert into vouchers (group_id, lookup, sealed, last4, recipient, expires_on)
    select ${groupId}, decode(x.lookup, 'hex'), decode(x.sealed, 'hex'), x.last4, x.recipient, x.expires_on
    from ${rows} order by x.n returning id`
  if (list.some(({ replaces }) => replaces !== undefined))
    await tx.execute(sql`
      update vouchers v set replaced_by = added.id from ${rows} join vouchers added on added.lookup = decode(x.lookup, 'hex')
      where v.id = x.replaces`)
  return added.rows.map(({ id }) => id)
}

/** A group whose codes are not all there, locked until the transaction ends; undefined when they are. */
export async function lockUnmade(tx: Db, groupId: number) {
  const { rows } = await query(tx, { quantity: number, made: number, expires_on: orNull(text) })`
    select quantity, made, expires_on from voucher_groups where id = ${groupId} and made < quantity for update`
  return rows[0]
}
export const noteMade = (tx: Db, groupId: number, count: number) =>
  tx.execute(sql`update voucher_groups set made = made + ${count} where id = ${groupId}`)

export const unmadeGroups = async (db: Db): Promise<number[]> =>
  (await query(db, { id: number })`select id from voucher_groups where made < quantity order by id`).rows.map(
    ({ id }) => id,
  )

/** What is left of a group is few from here on: one in ten. Of smaller groups every voucher is one of few. */
const LOW = { share: 10, quantity: 10 }
/** A group whose last voucher was redeemed longer ago is not being used any more. */
const IN_USE_DAYS = 30

/** Groups of which few vouchers are left that are good still, while they are being used; none of which all are gone. */
export async function groupsRunningLow(
  db: Db,
  today: Day,
  now: Date,
): Promise<{ id: number; company: string; quantity: number; left: number }[]> {
  const since = new Date(now.getTime() - IN_USE_DAYS * 86_400_000).toISOString()
  const lowRow = { id: number, company: text, quantity: number, left: number }
  const { rows } = await query(db, lowRow)`
    select g.id, g.company_name as company, g.quantity, l.n::int as "left" from voucher_groups g
    cross join lateral (
      select count(*) as n from (
        select from vouchers v
        where v.group_id = g.id and v.state = 'unused' and (v.expires_on is null or v.expires_on >= ${today})
        limit g.quantity / ${LOW.share}::integer + 1
      ) few
    ) l
    where g.made = g.quantity and g.quantity >= ${LOW.quantity} and (g.expires_on is null or g.expires_on >= ${today})
      and l.n between 1 and g.quantity / ${LOW.share}::integer
      and exists (
        select from vouchers v where v.group_id = g.id and v.state = 'redeemed' and v.redeemed_at >= ${since})
    order by g.id`
  return rows
}
