import { sql } from 'drizzle-orm'
import { isDelisted, takeTurn } from '#features/programming/cinemas/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import type { PosProduct } from '#server/integrations/pos/port.ts'
import type { Listed } from '#server/integrations/records.ts'
import { number, query, text } from '#server/db/query.ts'

/** Whoever changes what a cinema sells takes turns, row by row in one order: prices, states and combos are read together. */
export const lockMenu = (tx: Db, cinemaId: string) =>
  tx.execute(sql`select from cinema_products where cinema_id = ${cinemaId} order by id for no key update`)

/**
 * The products of a cinema follow the point of sale's answer, in the caller's transaction. Price, picture and state that
 * staff gave are not touched. A name that differs between cinemas is that of the first of those that still sell the
 * product, so that it does not go to and fro. One that is gone is kept: it may stand in a combo, and may return.
 */
export async function followProducts(db: Db, cinemaId: string, list: Listed<PosProduct>, now: Date): Promise<void> {
  await takeTurn(db, 'products')
  await lockMenu(db, cinemaId)
  const at = now.toISOString()
  const once = [...new Map(list.records.map((product) => [product.id, product])).values()]
  const reported = sql`jsonb_to_recordset(${JSON.stringify(once)}::jsonb)
    as x(id text, hopk text, name text, category text, kind text, type text, flavour text, size text, kobo bigint)`
  await db.execute(sql`
    insert into products as p (rosetta_id, name, category, kind, type, flavour, size, hopk, source_cinema_id, created_at)
    select x.id, x.name, x.category, x.kind, x.type, x.flavour, x.size, x.hopk, ${cinemaId}, ${at} from ${reported} order by x.id
    on conflict (rosetta_id) do update set
      name = excluded.name, category = excluded.category, kind = excluded.kind, type = excluded.type,
      flavour = excluded.flavour, size = excluded.size, hopk = excluded.hopk, source_cinema_id = excluded.source_cinema_id
    where (p.source_cinema_id >= excluded.source_cinema_id or not exists (
        select from cinema_products cp join cinemas c on c.id = cp.cinema_id
        where cp.product_id = p.id and cp.cinema_id = p.source_cinema_id and cp.listed_since is not null and c.closed_at is null
      ))
      and (p.name, p.category, p.kind, p.type, p.flavour, p.size, p.hopk, p.source_cinema_id) is distinct from
        (excluded.name, excluded.category, excluded.kind, excluded.type, excluded.flavour, excluded.size, excluded.hopk,
         excluded.source_cinema_id)`)
  await db.execute(sql`
    insert into cinema_products as cp (cinema_id, product_id, pos_kobo, listed_since)
    select ${cinemaId}, p.id, x.kobo, ${at} from ${reported} join products p on p.rosetta_id = x.id order by p.id
    on conflict (cinema_id, product_id) do update set
      pos_kobo = excluded.pos_kobo, listed_since = coalesce(cp.listed_since, excluded.listed_since), version = cp.version + 1
    where cp.listed_since is null or cp.pos_kobo <> excluded.pos_kobo`)
  await db.execute(sql`
    update cinema_products cp set listed_since = null, version = cp.version + 1
    from products p
    where p.id = cp.product_id and cp.cinema_id = ${cinemaId} and cp.listed_since is not null
      and ${isDelisted(list, sql`p.rosetta_id`)}`)
  await db.execute(sql`
    insert into product_syncs (cinema_id, attempted_at, synced_at) values (${cinemaId}, ${at}, ${at})
    on conflict (cinema_id) do update set
      attempted_at = excluded.attempted_at, synced_at = excluded.synced_at, failing_since = null, reason = null`)
}

/** The first failure's time stands, the latest reason is kept. */
export const noteFailure = (db: Db, cinemaId: string, reason: string, now: Date) =>
  db.execute(sql`
    insert into product_syncs (cinema_id, attempted_at, failing_since, reason)
    values (${cinemaId}, ${now.toISOString()}, ${now.toISOString()}, ${reason})
    on conflict (cinema_id) do update set
      attempted_at = excluded.attempted_at,
      failing_since = coalesce(product_syncs.failing_since, excluded.failing_since), reason = excluded.reason`)

/**
 * The open cinemas, those first that were asked longest ago, so that some that always fail do not keep the others waiting;
 * with how many products of each are known.
 */
export async function cinemasToTake(db: Db): Promise<{ id: string; known: number }[]> {
  const { rows } = await query(db, { id: text, known: number })`
    select c.id, (
      select count(*)::int from cinema_products cp where cp.cinema_id = c.id and cp.listed_since is not null
    ) as known
    from cinemas c left join product_syncs s on s.cinema_id = c.id
    where c.closed_at is null
    order by s.attempted_at nulls first, c.id`
  return rows
}

/** Whether the products of an open cinema were never taken, or not since an instant. */
export async function isTakingDue(db: Db, since: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from cinemas c left join product_syncs s on s.cinema_id = c.id
    where c.closed_at is null and (s.synced_at is null or s.synced_at < ${since.toISOString()})
    limit 1`)
  return rows.length > 0
}
