import { sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/endpoint.ts'
import { toNaira } from '#contract/money.ts'
import { addDays, clockOf, dayOf, startOfDay } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { eachDay } from '#server/db/days.ts'
import { allOf, isChosen, isCount, isOnDays } from '#server/db/filter.ts'
import { hasTerms } from '#server/db/search.ts'
import type { CalendarDays } from '#server/feature.ts'
import type { Notification, notifications } from '../contract.ts'
import type { Condition } from '../audience-rules.ts'
import type { Audience } from '../rules.ts'
import { bool, json, number, orNull, query, text, textOf, type RowOf } from '#server/db/query.ts'

export { devicesReported, holdersOf, reportDevices, type Holder } from './devices.ts'

/** `zone`: whose days are meant. */
export type Filter = Omit<Output<(typeof notifications)['csv']['query']>, 'columns'> & { zone: string }

/** What staff say of a notification. */
export type NotificationInput = {
  title: string
  body: string
  link: string
  /** Its address; empty for none. */
  image: string
  name: string
  audience: Audience
  /** Of a saved one: which, what it is called, and its conditions with their words. */
  saved: { id: number; name: string; conditions: Condition[]; description: string } | null
  control_percent: number
  email: string
  isScheduled: boolean
  sendAt: Date
}

/** A notification as it is kept; how soon it begins follows from the clock. */
export type Stored = Omit<Notification, 'beginsIn' | 'waitsUntil'> & { notBefore: string | null }

const row = {
  email: text,
  id: number,
  title: text,
  name: text,
  devices: number,
  createdAt: text,
  state: textOf<Notification['state']>(),
  failed: number,
  version: number,
  purchases: number,
  image: text,
  link: text,
  code: text,
  body: text,
  control_percent: number,
  sendAt: text,
  audience: textOf<Notification['audience']>(),
  audience_id: orNull(number),
  audience_name: text,
  audience_description: text,
  is_scheduled: bool,
  totalReceived: number,
  totalClicks: number,
  unregistered: number,
  excluded: number,
  rateLimited: number,
  controlGroup: number,
  createdBy: text,
  finishedAt: orNull(text),
  notBefore: orNull(text),
  kobo: json<number | string>(),
}
type Row = RowOf<typeof row>

const columns = sql`
  n.id, n.title, n.body, n.audience, n.send_at as "sendAt", n.is_scheduled, n.accepted as "totalReceived",
  coalesce(c.clicks, 0) as "totalClicks", coalesce(s.purchases, 0)::int as purchases, n.link, n.image, n.email, n.name,
  n.code, n.state, n.devices, n.unregistered, n.failed, n.excluded as "excluded", coalesce(s.kobo, 0) as kobo, n.created_at as "createdAt", n.created_by as "createdBy",
  n.finished_at as "finishedAt", n.version, n.audience_id, n.audience_name, n.audience_description, n.control_percent, n.rate_limited as "rateLimited",
  n.control_group as "controlGroup", n.not_before as "notBefore"`
const counted = sql`
  left join push_clicks c on c.notification_id = n.id
  left join referral_sums s on s.code = upper(n.code)`

const instant = (at: string) => new Date(at).toISOString()
const toWire =
  (zone: string) =>
  ({ kobo, ...row }: Row): Stored => ({
    ...row,
    sendAt: instant(row.sendAt),
    schedule_date: dayOf(row.sendAt, zone),
    schedule_time: clockOf(row.sendAt, zone),
    revenueGenerated: toNaira(Number(kobo)),
    createdAt: instant(row.createdAt),
    finishedAt: row.finishedAt && instant(row.finishedAt),
    notBefore: row.notBefore && instant(row.notBefore),
  })

const where = ({ search, start_date, end_date, zone, ...filters }: Filter) =>
  allOf([
    search ? hasTerms(sql`n.search_text`, search) : undefined,
    start_date ? sql`n.send_at >= ${startOfDay(start_date, zone).toISOString()}` : undefined,
    end_date ? sql`n.send_at < ${startOfDay(addDays(end_date, 1), zone).toISOString()}` : undefined,
    isChosen(filters.state, sql`n.state`),
    isChosen(filters.audience, sql`n.audience`),
    isOnDays(filters.date, sql`n.send_at`, zone),
    isCount(filters.clicks, sql`coalesce((select clicks from push_clicks c where c.notification_id = n.id), 0)`),
    isCount(filters.purchases, sql`coalesce((select purchases from referral_sums s where s.code = upper(n.code)), 0)`),
  ])

/** The latest first: those to come stand at the top. A page starts at an offset or, in an export, after a row. */
export async function pageOfNotifications(
  db: Db,
  filter: Filter,
  { limit, offset = 0, after }: { limit: number; offset?: number; after?: Stored | undefined },
): Promise<Stored[]> {
  const { rows } = await query(db, row)`
    with page as (
      select n.id from push_notifications n where ${where(filter)}
        ${after ? sql`and (n.send_at, n.id) < (${after.sendAt}::timestamptz, ${after.id})` : sql``}
      order by n.send_at desc, n.id desc limit ${limit} offset ${offset}
    )
    select ${columns} from page join push_notifications n on n.id = page.id ${counted}
    order by n.send_at desc, n.id desc`
  return rows.map(toWire(filter.zone))
}

/** By the day on which they are sent, or were: so many of each. */
export async function notificationsOn(db: Db, days: CalendarDays) {
  const { rows } = await query(db, {
    id: number,
    title: text,
    state: textOf<Notification['state']>(),
    send_at: text,
  })`
    select n.* from ${eachDay(days)} d cross join lateral (
      select id, title, state, send_at from push_notifications
      where send_at >= d.starts_at and send_at < d.ends_at
      order by send_at, id limit ${days.perDay}
    ) n`
  return rows.map(({ send_at, ...row }) => ({ ...row, sendAt: instant(send_at) }))
}

export async function countOfNotifications(db: Db, filter: Filter): Promise<number> {
  const { rows } = await query(db, { n: number })`
    select count(*)::int as n from push_notifications n where ${where(filter)}`
  return rows[0]!.n
}

const one = async (db: Db, zone: string, condition: SQL): Promise<Stored | undefined> => {
  const { rows } = await query(db, row)`
    select ${columns} from push_notifications n ${counted} where ${condition}`
  return rows.map(toWire(zone))[0]
}

export const findNotification = (db: Db, zone: string, id: number) => one(db, zone, sql`n.id = ${id}`)
export const notificationWithCode = (db: Db, zone: string, code: string) =>
  one(db, zone, sql`upper(n.code) = upper(${code})`)

/** A notification, locked until the transaction ends: no server claims it meanwhile. */
export async function lockNotification(tx: Db, zone: string, id: number): Promise<Stored | undefined> {
  await tx.execute(sql`select from push_notifications where id = ${id} for update`)
  return findNotification(tx, zone, id)
}

const conditionsOf = ({ saved }: NotificationInput) => saved && JSON.stringify(saved.conditions)

/** Its code is held (`holdCode`), and is nobody's. */
export async function addNotification(
  tx: Db,
  zone: string,
  input: NotificationInput & { code: string },
  by: string,
  now: Date,
): Promise<Stored> {
  const { rows } = await query(tx, { id: number })`
    insert into push_notifications
      (code, title, body, link, image, name, audience, email, is_scheduled, send_at, created_at, created_by, state,
        audience_id, audience_name, audience_description, conditions, control_percent)
    values (${input.code}, ${input.title}, ${input.body}, ${input.link}, ${input.image}, ${input.name}, ${input.audience},
      ${input.email}, ${input.isScheduled}, ${input.sendAt.toISOString()}, ${now.toISOString()}, ${by}, 'scheduled',
      ${input.saved?.id ?? null}, ${input.saved?.name ?? ''}, ${input.saved?.description ?? ''}, ${conditionsOf(input)}::jsonb,
      ${input.control_percent})
    returning id`
  return (await findNotification(tx, zone, rows[0]!.id))!
}

export async function changeNotification(tx: Db, zone: string, id: number, input: NotificationInput): Promise<Stored> {
  await tx.execute(sql`
    update push_notifications set title = ${input.title}, body = ${input.body}, link = ${input.link}, image = ${input.image},
      name = ${input.name}, audience = ${input.audience}, email = ${input.email}, is_scheduled = ${input.isScheduled},
      send_at = ${input.sendAt.toISOString()}, audience_id = ${input.saved?.id ?? null},
      audience_name = ${input.saved?.name ?? ''}, audience_description = ${input.saved?.description ?? ''},
      conditions = ${conditionsOf(input)}::jsonb, control_percent = ${input.control_percent}, not_before = null, version = version + 1
    where id = ${id}`)
  return (await findNotification(tx, zone, id))!
}

export const cancelNotification = (tx: Db, id: number) =>
  tx.execute(sql`update push_notifications set state = 'cancelled', version = version + 1 where id = ${id}`)

/** How many that somebody made are still to be sent. They stand under names. */
export async function scheduledBy(db: Db, name: string): Promise<number> {
  const { rows } = await query(db, { n: number })`
    select count(*)::int as n from push_notifications where state = 'scheduled' and created_by = ${name}`
  return rows[0]!.n
}

const openedRow = { code: text, link: text }
export type Opened = RowOf<typeof openedRow>

/** What the notification with a code leads to, counting the device's first opening in the same query. */
export async function openOn(db: Db, code: string, delivery: string | null, now: Date): Promise<Opened | undefined> {
  const { rows } = await query(db, openedRow)`
    with opened as (
      select id, code, link from push_notifications where upper(code) = upper(${code})
    ), first as (
      update push_deliveries d set clicked_at = ${now.toISOString()} from opened
      where d.id = ${delivery}::uuid and d.notification_id = opened.id and d.clicked_at is null
      returning d.notification_id
    ), counted as (
      insert into push_clicks as c (notification_id, clicks) select notification_id, 1 from first
      on conflict (notification_id) do update set clicks = c.clicks + 1
    )
    select code, link from opened`
  return rows[0]
}
