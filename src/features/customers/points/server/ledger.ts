/** The ledger. A line and the sums that it changes are written together, the member's row locked. */
import { sql, type SQL } from 'drizzle-orm'
import { dayOf, startOfDay } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import type { Principal } from '#server/http/principal.ts'
import type { PointsBalance, PointsLine } from '../contract.ts'
import type { Change, Kind } from '../rules.ts'
import { bool, json, number, orNull, query, textOf, type RowOf } from '#server/db/query.ts'

export type Actor = { id: number | null; name: string }
type NewLine = Change & { kind: Kind; reason: string; reverses?: number }

/**
 * A listed customer's points and tier, locked until the transaction ends: of two writes one waits for the other. The
 * customer is held as well, so that nobody merges or erases them meanwhile.
 */
export async function lockMember(tx: Db, id: number): Promise<PointsBalance | undefined> {
  const { rowCount } = await tx.execute(sql`select from customers where id = ${id} and is_listed for share`)
  return rowCount ? lockAccount(tx, id) : undefined
}

/** The same of anybody, listed or not. */
export async function lockAccount(tx: Db, id: number): Promise<PointsBalance> {
  await tx.execute(sql`insert into loyalty_members (customer_id) values (${id}) on conflict do nothing`)
  const { rows } = await query(tx, {
    id: number,
    version: number,
    tier: number,
    lifetime_points: number,
    available_points: number,
  })`select ${balance} from loyalty_members m where customer_id = ${id} for update`
  return rows[0]!
}

const balance = sql`m.customer_id as id, m.tier, m.lifetime as lifetime_points, m.available as available_points, m.version`

/** Adds a line for a member that is held. @returns the line's id, and what the member has then */
export async function addLine(
  tx: Db,
  id: number,
  { kind, points, lifetime, fromTier, toTier, reason, reverses }: NewLine,
  by: Actor,
  now: Date,
): Promise<{ line_id: number; member: PointsBalance }> {
  const added = await query(tx, { id: number })`
    insert into points_ledger
      (customer_id, kind, points, lifetime, from_tier, to_tier, reason, actor_id, actor, at, reverses)
    values (${id}, ${kind}, ${points}, ${lifetime}, ${fromTier}, ${toTier}, ${reason}, ${by.id}, ${by.name},
      ${now.toISOString()}, ${reverses ?? null})
    returning id`
  const { rows } = await query(tx, {
    id: number,
    version: number,
    tier: number,
    lifetime_points: number,
    available_points: number,
  })`
    update loyalty_members m set
      lifetime = m.lifetime + ${lifetime}, available = m.available + ${points},
      tier = coalesce(${toTier}::smallint, m.tier),
      version = m.version + case when ${toTier}::smallint is null then 0 else 1 end
    where customer_id = ${id} returning ${balance}`
  return { line_id: added.rows[0]!.id, member: rows[0]! }
}

/** So long what was moved counts for the ceiling of a role. */
const A_DAY = sql`interval '24 hours'`

/** How many points a person awarded or took back in the last 24 hours. Nobody else does it for them until the transaction ends. */
export async function movedBy(tx: Db, { person, name, id }: Principal, now: Date): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`points ${person}`}, 0))`)
  return sumOf(
    tx,
    now,
    sql`${id ? sql`actor_id = ${id}` : sql`actor_id is null and actor = ${name}`} and kind <> 'redemption'`,
  )
}

/** How many points of a customer, who is held, were redeemed in the last 24 hours. */
export const redeemedOf = (tx: Db, customer: number, now: Date): Promise<number> =>
  sumOf(tx, now, sql`customer_id = ${customer} and kind = 'redemption'`)

async function sumOf(tx: Db, now: Date, which: SQL): Promise<number> {
  const { rows } = await query(tx, { points: number })`
    select coalesce(sum(abs(points)), 0)::bigint as points from points_ledger
    where ${which} and at > ${now.toISOString()}::timestamptz - ${A_DAY}`
  return rows[0]!.points
}

const foundLineRow = {
  points: number,
  lifetime: number,
  fromTier: orNull(number),
  toTier: orNull(number),
  id: number,
  customerId: number,
  kind: textOf<Kind>(),
  isReversed: bool,
}
type FoundLine = RowOf<typeof foundLineRow>

/** A line; whether it was reversed is only sure while its member is held. */
export async function findLine(db: Db, id: number): Promise<FoundLine | undefined> {
  const { rows } = await query(db, foundLineRow)`
    select l.id, l.customer_id as "customerId", l.kind, l.points, l.lifetime,
      l.from_tier as "fromTier", l.to_tier as "toTier",
      exists (select from points_ledger r where r.reverses = l.id) as "isReversed"
    from points_ledger l where l.id = ${id}`
  return rows[0]
}

/** A page of a customer's lines, newest first, each with what was available after it; undefined for one who is not listed. */
export async function pageOfLines(
  db: Db,
  id: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ lines: PointsLine[]; totalCount: number } | undefined> {
  const { rows } = await query(db, { lines: json<PointsLine[]>(), n: number })`
    select (select count(*) from points_ledger where customer_id = c.id) as n, coalesce((
      select jsonb_agg(p order by p.id desc) from (
        select l.id, l.kind, l.points, sum(l.points) over (order by l.id) as available_after, l.lifetime,
          l.from_tier, l.to_tier, l.reason, l.actor, l.at, l.reverses,
          (select r.id from points_ledger r where r.reverses = l.id) as reversed_by
        from points_ledger l where l.customer_id = c.id
        order by l.id desc limit ${limit} offset ${offset}
      ) p), '[]') as lines
    from customers c where c.id = ${id} and c.is_listed`
  const found = rows[0]
  return (
    found && {
      lines: found.lines.map((line) => ({ ...line, at: new Date(line.at).toISOString() })),
      totalCount: found.n,
    }
  )
}

/** When the running month of the chain's zone began. */
export const monthBegan = (now: Date, zone: string): Date => startOfDay(`${dayOf(now, zone).slice(0, 7)}-01`, zone)

/** What was awarded and redeemed since an instant, reversals taken off: a reversal undoes what its line did to either. */
export const movedSince = (customer: SQL, since: Date): SQL => sql`
  left join lateral (
    select coalesce(sum(l.lifetime), 0)::bigint as awarded, coalesce(sum(l.lifetime - l.points), 0)::bigint as redeemed
    from points_ledger l
    where l.customer_id = ${customer} and l.at >= ${since.toISOString()} and l.kind in ('award', 'redemption', 'reversal')
  ) moved on true`
