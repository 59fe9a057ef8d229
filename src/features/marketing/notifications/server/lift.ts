import { sql } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import { dayOf, addDays } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import type { Job } from '#server/jobs/jobs.ts'
import { LIFT_DAYS, liftOf, type Side, type Sides } from '../lift-rules.ts'
import { bool, json, number, orNull, query, text, type RowOf, present } from '#server/db/query.ts'

const begunRow = { id: number, claimed_at: present(text), control_percent: number, lift: orNull(json<Sides>()) }
type Begun = RowOf<typeof begunRow>

const untilOf = ({ claimed_at }: Begun) => new Date(Date.parse(claimed_at) + LIFT_DAYS * 86_400_000)

/**
 * What the people of a notification bought since it began, of those who were to get it and of those who were held out, as
 * customers: whoever has several devices once. Who was to get it counts whether it arrived or not, as those who are held
 * out would not all have got it either.
 */
async function readSides(db: Db, of: Begun, zone: string): Promise<Sides> {
  const until = untilOf(of)
  const visits = sql`p.customer_id is not null and p.at >= ${of.claimed_at} and p.at < ${until.toISOString()}
    and p.day between ${addDays(dayOf(of.claimed_at, zone), -1)} and ${dayOf(until, zone)}`
  const { rows } = await query(db, { people: number, buyers: number, kobo: number, squares: number, control: bool })`
    with people as (
      select d.customer_id, bool_or(v.state = 'control') as control
      from push_deliveries v join push_devices d on d.id = v.device_id
      where v.notification_id = ${of.id} and d.customer_id is not null group by 1
    ), spent as (
      select x.customer_id, sum(x.kobo) as kobo from (
        select p.customer_id, p.kobo from purchases p where ${visits}
        union all
        select p.customer_id, -r.kobo from purchases p join refunds r on r.purchase_id = p.id where ${visits}
      ) x group by 1
    )
    select control, count(*)::int as people, count(*) filter (where kobo > 0)::int as buyers,
      coalesce(sum(kobo), 0)::float8 as kobo, coalesce(sum(kobo::float8 * kobo::float8), 0)::float8 as squares
    from people left join spent using (customer_id) group by 1`
  const sideOf = (isControl: boolean): Side => {
    const { people, buyers, kobo, squares } = rows.find(({ control }) => control === isControl) ?? EMPTY_SIDE
    return { people, buyers, kobo, squares }
  }
  return { reached: sideOf(false), control: sideOf(true) }
}
const EMPTY_SIDE: Side = { people: 0, buyers: 0, kobo: 0, squares: 0 }

/** What a notification brought, as the call answers it; null where nobody is held out, or it has not begun. */
export async function readLift(db: Db, id: number, zone: string, now: Date) {
  const { rows } = await query(db, {
    id: number,
    control_percent: number,
    lift: orNull(json<Sides>()),
    claimed_at: orNull(text),
  })`
    select id, claimed_at, control_percent, lift from push_notifications where id = ${id}`
  const found = rows[0]
  if (!found) return undefined
  if (!found.control_percent || !found.claimed_at) return null
  const of: Begun = { ...found, claimed_at: found.claimed_at }
  const sides = of.lift ?? (await readSides(db, of, zone))
  const { difference, low, high, verdict } = liftOf(sides)
  const side = ({ people, buyers, kobo }: Side) => ({ people, buyers, spent: naira(people ? kobo / people : 0) })
  const until = untilOf(of)
  return {
    until: until.toISOString(),
    isOver: until <= now,
    reached: side(sides.reached),
    control: side(sides.control),
    difference: naira(difference),
    low: naira(low),
    high: naira(high),
    verdict,
  }
}
const naira = (kobo: number) => toNaira(Math.round(kobo))

/** Keeps what came of those whose days are over: who got it is known for a while only. */
export const keepLifts: Job = {
  name: 'notifications.keep-lifts',
  schedule: '15 * * * *',
  retries: 0,
  run: async ({ db, clock, env: { zone } }) => {
    const over = new Date(clock.now().getTime() - LIFT_DAYS * 86_400_000).toISOString()
    const { rows } = await query(db, begunRow)`
      select id, claimed_at, control_percent, lift from push_notifications
      where control_percent > 0 and lift is null and claimed_at <= ${over} order by claimed_at limit 100`
    for (const of of rows) {
      const sides = await readSides(db, of, zone)
      await db.execute(sql`
        update push_notifications set lift = ${JSON.stringify(sides)}::jsonb where id = ${of.id} and lift is null`)
    }
  },
}
