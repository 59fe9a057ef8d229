import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import type { DuplicatePair, DuplicateRecord } from '../contract.ts'
import { json, bool, number, orNull, query, text, type RowOf, present } from '#server/db/query.ts'

const duplicateRow = { one: number, other: number, samePhone: bool, sameNameAndBirth: bool }
type DuplicateRow = RowOf<typeof duplicateRow>

const isNamed = sql.raw(`a.first_name <> '' and a.last_name <> '' and a.birth_date is not null`)
const isNamedToo = sql.raw(`b.first_name <> '' and b.last_name <> '' and b.birth_date is not null`)
const isSameNamed = sql.raw(`b.name_key = a.name_key and b.birth_date = a.birth_date`)

/** Each pair once, by what it has in common. `of` narrows both sides; the groups come from the indexes alone. */
const byPhone = (groups: SQL) => sql`
  select a.id as one, b.id as other, true as phone, false as named
  from (${groups}) g
  join customers a on a.is_listed and a.phone = g.phone
  join customers b on b.is_listed and b.phone = g.phone and b.id > a.id`
const byName = (groups: SQL) => sql`
  select a.id as one, b.id as other, false as phone, true as named
  from (${groups}) g
  join customers a on a.is_listed and ${isNamed} and a.name_key = g.name and a.birth_date = g.birth
  join customers b on b.is_listed and ${isNamedToo} and ${isSameNamed} and b.id > a.id`

const samePhones = sql`
  select phone from customers where is_listed and phone is not null group by phone having count(*) > 1`
const sameNames = sql`
  select name_key as name, birth_date as birth from customers
  where is_listed and birth_date is not null and first_name <> '' and last_name <> ''
  group by 1, 2 having count(*) > 1`

const pairsOf = (parts: SQL[]) => sql`
  select one, other, bool_or(phone) as "samePhone", bool_or(named) as "sameNameAndBirth"
  from (${sql.join(parts, sql` union all `)}) p
  where not exists (select from duplicate_dismissals d where d.low_id = p.one and d.high_id = p.other)
  group by one, other`

/** A page of the pairs, whose later record came last first; and how many there are. */
export async function pageOfPairs(
  db: Db,
  by: 'phone' | 'name' | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ pairs: DuplicatePair[]; totalCount: number }> {
  const parts = [...(by === 'name' ? [] : [byPhone(samePhones)]), ...(by === 'phone' ? [] : [byName(sameNames)])]
  const { rows } = await query(db, { pair: orNull(json<DuplicateRow>()), total: number })`
    with pairs as materialized (${pairsOf(parts)})
    select to_jsonb(p) as pair, (select count(*) from pairs) as total from (select 1) x
    left join (select * from pairs order by other desc, one desc limit ${limit} offset ${offset}) p on true
    order by other desc, one desc`
  const found = rows.flatMap(({ pair }) => pair ?? [])
  return { pairs: await withRecords(db, found), totalCount: rows[0]!.total }
}

/** The pairs that one customer is part of. */
export async function pairsWith(db: Db, id: number): Promise<DuplicatePair[]> {
  const { rows } = await query(db, duplicateRow)`
    select least(a.id, b.id) as one, greatest(a.id, b.id) as other,
      coalesce(a.phone = b.phone, false) as "samePhone",
      coalesce(${isNamed} and ${isSameNamed}, false) as "sameNameAndBirth"
    from customers a join lateral (
      select * from customers where is_listed and phone = a.phone
      union
      select * from customers c where is_listed and ${isNamed}
        and c.first_name <> '' and c.last_name <> '' and c.birth_date is not null
        and c.name_key = a.name_key and c.birth_date = a.birth_date
    ) b on b.id <> a.id
    where a.id = ${id} and a.is_listed and not exists (
      select from duplicate_dismissals d where d.low_id = least(a.id, b.id) and d.high_id = greatest(a.id, b.id))
    order by 2 desc, 1 desc`
  return withRecords(db, rows)
}

async function withRecords(db: Db, found: readonly DuplicateRow[]): Promise<DuplicatePair[]> {
  const records = await duplicateRecords(
    db,
    found.flatMap(({ one, other }) => [one, other]),
  )
  return found.map(({ one, other, samePhone, sameNameAndBirth }) => ({
    one: records.get(one)!,
    other: records.get(other)!,
    samePhone,
    sameNameAndBirth,
  }))
}

const row = {
  email: orNull(text),
  id: number,
  mobile: orNull(text),
  version: number,
  firstName: text,
  lastName: text,
  dateOfBirth: orNull(text),
  purchases: number,
  at: present(text),
}

/** Listed customers as these screens show them, by their ids. */
export async function duplicateRecords(db: Db, ids: readonly number[]): Promise<Map<number, DuplicateRecord>> {
  const { rows } = await query(db, row)`
    select id, version, first_name as "firstName", last_name as "lastName", email, phone as mobile,
      birth_date as "dateOfBirth", registered_at as at,
      coalesce((select purchases from buyers where customer_id = id), 0) as purchases
    from customers where is_listed and id = any(${sql.param(ids)}::bigint[])`
  return new Map(rows.map(({ at, ...row }) => [row.id, { ...row, createdAt: new Date(at).toISOString() }]))
}

/** @returns whether it was not said before */
export const dismissPair = async (tx: Db, one: number, other: number, by: string, now: Date): Promise<boolean> =>
  (
    await tx.execute(sql`
      insert into duplicate_dismissals (low_id, high_id, at, actor)
      values (${Math.min(one, other)}, ${Math.max(one, other)}, ${now.toISOString()}, ${by})
      on conflict do nothing`)
  ).rowCount === 1

export const restorePair = async (tx: Db, one: number, other: number): Promise<boolean> =>
  (
    await tx.execute(sql`
      delete from duplicate_dismissals
      where low_id = ${Math.min(one, other)} and high_id = ${Math.max(one, other)}`)
  ).rowCount === 1
