import { setTimeout as pause } from 'node:timers/promises'
import { sql, type SQL } from 'drizzle-orm'
import { whenCustomersAreThere } from '#demo/loaded.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { lockSetting, settleSetting, writeSetting } from '#server/settings.ts'
import { number, orNull, query } from '#server/db/query.ts'

const KEY = 'demo:points:until'
const CUSTOMERS_AT_A_TIME = 500
/** Requests come first: the embedded database has one connection. */
const GAP_MS = 25

/** Some two of five of the demo's customers have points; it goes on wherever it was left, a short transaction after another. */
export async function loadInBackground(app: App): Promise<void> {
  const loaded = await whenCustomersAreThere(app)
  if (!loaded) return
  await settleSetting(app.db, KEY, 0)
  while (!app.closing.aborted) {
    if (!(await app.db.transaction((tx) => nextCustomers(tx, loaded.origin, app.env.zone)))) return
    await pause(GAP_MS)
  }
}

/** The next customers' ledgers. @returns whether there may be more */
async function nextCustomers(tx: Db, origin: string, zone: string): Promise<boolean> {
  const after = (await lockSetting<number>(tx, KEY))!
  const next = await query(tx, { until: orNull(number) })`
    select max(id) as until from (
      select id from customers where source = 'demo' and id > ${after} order by id limit ${CUSTOMERS_AT_A_TIME}
    ) c`
  const { until } = next.rows[0]!
  if (until === null) return false
  await addLedgers(tx, { after, until, origin, zone })
  await writeSetting(tx, KEY, until)
  return true
}

const AWARDS = [
  'Bought tickets online',
  'Birthday gift',
  'Apology for a late show',
  'Premiere night',
  'Brought a friend',
]
const REDEMPTIONS = ['Popcorn and a drink', 'Free ticket', 'Seat upgrade']
const TWICE = 'Entered twice'
const TIER_AT = [0, 900, 1400]

/** A number from 0 to 1 that follows from the customer and what it is for. */
const luck = (what: SQL) => sql`(('x' || substr(md5(p.external_id || ${what}), 1, 8))::bit(32)::bigint / 4294967296.0)`
const pick = (list: readonly string[], by: SQL) =>
  sql`(${sql.param([...list])}::text[])[1 + floor(${by} * ${list.length})::int]`

/** Staff work from nine to eight: a day's lines are moved together into that, in their order. */
const duringWork = (zone: string, origin: string) => {
  const here = sql`(l.at at time zone ${zone})`
  const day = sql`date_trunc('day', ${here})`
  return sql`least(${origin}::timestamptz, greatest(p.registered_at,
    (${day} + interval '9 hours' + 0.45 * (${here} - ${day})) at time zone ${zone}))`
}

/**
 * A life of n + 1 parts, the later ones shorter: an award in each but the last, in which points are redeemed, an award was entered twice and is
 * taken back, and who has many is put into a higher tier.
 */
async function addLedgers(
  tx: Db,
  { after, until, origin, zone }: { after: number; until: number; origin: string; zone: string },
) {
  const when = (part: SQL) =>
    sql`p.registered_at + (${origin}::timestamptz - p.registered_at) * ((${part}) / (p.n + 1)) ^ 0.4`
  const staff = sql`left join lateral (
    select id, first_name || ' ' || last_name as name from admins
    where email = case when ${luck(sql`'by'`)} < 0.3 then 'superadmin@marquee.example' else 'admin@marquee.example' end
  ) staff on true`
  await tx.execute(sql`
    with p as materialized (
      select p.id, p.external_id, p.registered_at, 1 + floor(${luck(sql`'n'`)} * 6)::int as n
      from customers p
      where p.source = 'demo' and p.is_listed and p.id > ${after} and p.id <= ${until}
        and ${luck(sql`'has'`)} < 0.4
        and not exists (select from points_ledger x where x.customer_id = p.id)
    ), awards as (
      select p.*, k, 10 * (1 + floor(40 * ${luck(sql`'points ' || k`)} ^ 2)::int) as points
      from p cross join lateral generate_series(1, p.n) k
    ), totals as (
      select id, sum(points)::bigint as total from awards group by id
    ), lines as (
      select p.id, ${when(sql`p.k - ${luck(sql`'at ' || p.k`)} * 0.9`)} as at, 'award' as kind, points, points as lifetime,
        null::int as from_tier, null::int as to_tier, ${pick(AWARDS, luck(sql`'why ' || p.k`))} as reason
      from awards p
      union all
      select p.id, ${when(sql`p.n + 0.5 * ${luck(sql`'when'`)}`)}, 'redemption',
        -10 * floor(t.total * (0.02 + 0.05 * ${luck(sql`'share'`)}))::bigint, 0, null, null,
        ${pick(REDEMPTIONS, luck(sql`'what'`))}
      from p join totals t using (id) where t.total >= 100 and ${luck(sql`'redeems'`)} < 0.55
      union all
      select p.id, ${when(sql`p.n + 0.6`)}, 'tier', 0, 0, 0,
        case when t.total >= ${TIER_AT[2]} then 2 else 1 end, 'Frequent visitor'
      from p join totals t using (id) where t.total >= ${TIER_AT[1]} and ${luck(sql`'rises'`)} < 0.9
      union all
      select p.id, ${when(sql`p.n + 0.8`)}, 'award', 50, 50, null, null, ${TWICE}
      from p where ${luck(sql`'twice'`)} < 0.06
    )
    insert into points_ledger (customer_id, kind, points, lifetime, from_tier, to_tier, reason, actor_id, actor, at)
    select l.id, l.kind, l.points, l.lifetime, l.from_tier, l.to_tier, l.reason, staff.id,
      coalesce(staff.name, 'Marquee'), ${duringWork(zone, origin)}
    from lines l join p on p.id = l.id ${staff}
    order by l.id, l.at`)
  await tx.execute(sql`
    insert into points_ledger (customer_id, kind, points, lifetime, reason, actor_id, actor, at, reverses)
    select customer_id, 'reversal', -points, -lifetime, 'Already awarded once', actor_id, actor,
      least(${origin}::timestamptz, at + interval '9 minutes'), id
    from points_ledger where customer_id > ${after} and customer_id <= ${until} and kind = 'award' and reason = ${TWICE}
    order by id`)
  await tx.execute(sql`
    insert into loyalty_members (customer_id, lifetime, available, tier)
    select customer_id, sum(lifetime), sum(points), coalesce(max(to_tier), 0)
    from points_ledger where customer_id > ${after} and customer_id <= ${until} group by customer_id
    on conflict do nothing`)
}
