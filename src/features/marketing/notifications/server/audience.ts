import { sql, type SQL } from 'drizzle-orm'
import { lacksConsent } from '#features/customers/kids-club/server/public.ts'
import { isSubscriber } from '#features/sales/trade/server/public.ts'
import { dayOf } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import type { AudienceCount } from '../audience-contract.ts'
import { WEEK_DAYS, type Condition, type Exclusion, type Limits } from '../audience-rules.ts'
import type { Audience } from '../rules.ts'
import { readLimits } from './audiences.ts'
import { meetsAll, type Asking } from './conditions.ts'
import { json, number, orNull, query, text, textOf, type RowOf } from '#server/db/query.ts'

/** Whom a notification is for: the conditions of a saved audience, and how many percent are held out, chosen by its code. */
export const aimRow = {
  audience: textOf<Audience>(),
  email: text,
  conditions: orNull(json<Condition[]>()),
  control_percent: number,
  code: text,
}
export type Aim = RowOf<typeof aimRow>

const inForce = (at: Date) => isSubscriber(sql`d.customer_id`, at.toISOString())

const conditions: Record<Audience, (aim: Aim, asking: Asking) => SQL> = {
  // The one address, whoever has it: a person known to two sources is two customers.
  'TEST-USER': ({ email }) => sql`d.customer_id in (
    select c.id from customers c where c.is_listed and lower(c.email) = lower(${email}))`,
  'ALL-USERS': () => sql`true`,
  'SUBSCRIBED-USERS': (_, { at }) => inForce(at),
  // All the others: also devices on which nobody is signed in.
  'UNSUBSCRIBED-USERS': (_, { at }) => sql`not ${inForce(at)}`,
  'SAVED-AUDIENCE': (aim, asking) => sql`exists (
    select from customers c where c.id = d.customer_id and ${meetsAll(aim.conditions ?? [], asking)})`,
}

/**
 * Of `push_devices d`, those of an audience, with those that do not get it (`outOf`). Who was erased has none that takes
 * pushes.
 */
export const isOf = (aim: Aim, asking: Asking): SQL => sql`d.removed_at is null
  and ${conditions[aim.audience](aim, asking)}`

/** Who a device is of; one on which nobody is signed in is somebody by itself. */
const person = sql`coalesce(d.customer_id, -d.id)`

/** What keeps devices out of a sending. */
export type Keeping = {
  limits: Limits
  /** The notifications of the last seven days. */
  recent: readonly number[]
}

/** Reads what keeps devices out, as of now. @param other the notification that is sent itself */
export async function keepingOf(db: Db, aim: Aim, at: Date, other = 0): Promise<Keeping> {
  const limits = await readLimits(db)
  if (aim.audience === 'TEST-USER' || limits.per_week === null) return { limits, recent: [] }
  const since = new Date(at.getTime() - WEEK_DAYS * 86_400_000).toISOString()
  const { rows } = await query(db, { id: number })`
    select id from push_notifications
    where claimed_at > ${since} and claimed_at <= ${at.toISOString()} and audience <> 'TEST-USER' and id <> ${other}`
  return { limits, recent: rows.map(({ id }) => id) }
}

/** Why a device does not get it, as one of the exclusions' words; null of one that does. */
export function outOf(
  { audience, control_percent: controlPercent, code }: Aim,
  keeping: Keeping,
  { at, zone, isGathered }: Asking,
): SQL {
  const hasControlGroup = audience !== 'TEST-USER' && controlPercent > 0
  return sql`case
    when ${lacksConsent(sql`d.customer_id`, dayOf(at, zone))} then 'consent'
    when ${hadEnough(keeping, isGathered)} then 'week'
    when ${hasControlGroup ? sql`${placeOf(code)} < ${controlPercent * 100}` : sql`false`} then 'control'
  end`
}

/** From 0 to 9,999: the same for a person and a code wherever it is asked. */
const placeOf = (code: string) =>
  sql`('x' || substr(md5(${code.toUpperCase()}::text || ':' || ${person}), 1, 7))::bit(28)::int % 10000`

function hadEnough({ limits: { per_week: most }, recent }: Keeping, isGathered: boolean): SQL {
  if (most === null || recent.length < most) return sql`false`
  const ids = sql`${sql.param(recent)}::integer[]`
  // What a server is trying just now may arrive; of one that was stopped the rest never does.
  const got = sql`v.notification_id = any(${ids}) and (v.state = 'accepted' or v.state = 'open' and exists (
    select from push_notifications n where n.id = v.notification_id and n.state = 'sending'))`
  return isGathered
    ? sql`${person} in (
        select coalesce(o.customer_id, -o.id) from push_deliveries v join push_devices o on o.id = v.device_id
        where ${got} group by 1 having count(distinct v.notification_id) >= ${most})`
    : sql`(select count(distinct v.notification_id) from push_deliveries v where ${got} and v.device_id in (
        select o.id from push_devices o where o.id = d.id or o.customer_id = d.customer_id)) >= ${most}`
}

/** Whom an audience reaches now, and who is in it and is not reached, by the first reason. */
export async function countAudience(db: Db, aim: Aim, at: Date, zone: string): Promise<AudienceCount> {
  const asking: Asking = { at, zone, isGathered: true }
  const keeping = await keepingOf(db, aim, at)
  const row = { reason: orNull(textOf<Exclusion>()), customers: number, devices: number }
  const { rows } = await query(db, row)`
    select x.reason, count(distinct x.customer_id)::int as customers, count(*)::int as devices
    from (select d.customer_id, ${outOf(aim, keeping, asking)} as reason from push_devices d where ${isOf(aim, asking)}) x
    group by 1`
  const reached = rows.find(({ reason }) => reason === null)
  const excluded = rows.flatMap(({ reason, ...row }) => (reason === null ? [] : [{ reason, ...row }]))
  const withApp = rows.reduce((sum, { customers }) => sum + customers, 0)
  const people = aim.audience === 'SAVED-AUDIENCE' ? await countPeople(db, aim.conditions ?? [], asking) : withApp
  if (people > withApp) excluded.unshift({ reason: 'app', customers: people - withApp, devices: 0 })
  return {
    devices: reached?.devices ?? 0,
    customers: reached?.customers ?? 0,
    excludedDevices: excluded.find(({ reason }) => reason === 'consent')?.devices ?? 0,
    people,
    excluded,
    per_week: keeping.limits.per_week,
  }
}

async function countPeople(db: Db, those: readonly Condition[], asking: Asking): Promise<number> {
  const { rows } = await query(db, { n: number })`
    select count(*)::int as n from customers c where ${meetsAll(those, asking)}`
  return rows[0]!.n
}
