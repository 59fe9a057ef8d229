import { sql, type SQL } from 'drizzle-orm'
import type { Day } from '#contract/time.ts'
import type { Rights } from '#contract/permissions.ts'
import type { Db } from '#server/db/connect.ts'
import { sliceOf, type Paging } from '#server/db/page.ts'
import type { Alert } from '../contract.ts'
import { UNCHOSEN, type EmailMode, type Choice } from '../rules.ts'
import { alertPreferences } from './tables.ts'
import { areFor } from './readers.ts'
import { bool, number, orNull, query, text, textOf, type RowOf } from '#server/db/query.ts'

/** Whose alerts are read, with what they may do now. */
type Me = Rights & { id: number }
type Stored = Omit<Alert, 'kindLabel'>
const row = {
  id: number,
  kind: text,
  title: text,
  detail: text,
  path: text,
  count: number,
  ended: text,
  isRead: bool,
  first_at: text,
  last_at: text,
  ended_at: orNull(text),
}
type Row = RowOf<typeof row>

const isUnread = sql`p.read_at is null and not n.is_settled`
const from = sql`from alert_deliveries p join alerts n on n.id = p.alert_id`
const columns = sql`
  p.id, p.kind, n.title, n.detail, n.path, p.count, p.first_at, p.last_at, n.ended_at, n.ended, not (${isUnread}) as "isRead"`

const iso = (at: string) => new Date(at).toISOString()
const toAlert = ({ first_at, last_at, ended_at, ...row }: Row): Stored => ({
  ...row,
  firstAt: iso(first_at),
  lastAt: iso(last_at),
  endedAt: ended_at && iso(ended_at),
})

const ofPerson = (me: Me) => sql`p.admin_id = ${me.id} and p.in_office and ${areFor(me)}`

/** The newest first. */
export async function pageOfAlerts(
  db: Db,
  me: Me,
  { kind, isUnreadOnly }: { kind: string | undefined; isUnreadOnly: boolean },
  paging: Paging,
): Promise<{ alerts: Stored[]; totalCount: number }> {
  const { limit, offset } = sliceOf(paging)
  const where: SQL = sql`${ofPerson(me)} ${kind ? sql`and p.kind = ${kind}` : sql``} ${isUnreadOnly ? sql`and ${isUnread}` : sql``}`
  const { rows } = await query(db, row)`
    select ${columns} ${from} where ${where} order by p.last_at desc, p.id desc limit ${limit} offset ${offset}`
  const { rows: totals } = await query(db, { n: number })`select count(*)::int as n ${from} where ${where}`
  return { alerts: rows.map(toAlert), totalCount: totals[0]!.n }
}

export async function countUnread(db: Db, me: Me): Promise<number> {
  const { rows } = await query(db, { n: number })`
    select count(*)::int as n ${from} where ${ofPerson(me)} and ${isUnread}`
  return rows[0]!.n
}

/** @returns whether it is one of theirs; one that was read stays as it was */
export async function markRead(tx: Db, me: Me, id: number, now: Date): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update alert_deliveries p set read_at = coalesce(p.read_at, ${now.toISOString()}) from alerts n
    where p.id = ${id} and n.id = p.alert_id and ${ofPerson(me)}`)
  return Boolean(rowCount)
}

export const markAllRead = (tx: Db, me: Me, now: Date) =>
  tx.execute(sql`
    update alert_deliveries p set read_at = ${now.toISOString()} from alerts n
    where n.id = p.alert_id and p.read_at is null and ${ofPerson(me)}`)

/** What somebody chose, by kind. */
export async function choicesOf(db: Db, adminId: number): Promise<Map<string, Choice>> {
  const { rows } = await query(db, { kind: text, inOffice: bool, email: textOf<EmailMode>() })`
    select kind, in_office as "inOffice", email from alert_preferences where admin_id = ${adminId}`
  return new Map(rows.map(({ kind, ...choice }) => [kind, choice]))
}

/** What all those chose who chose something for a kind, by person. */
export async function choicesFor(db: Db, kind: string): Promise<Map<number, Choice>> {
  const { rows } = await query(db, { adminId: number, inOffice: bool, email: textOf<EmailMode>() })`
    select admin_id as "adminId", in_office as "inOffice", email from alert_preferences where kind = ${kind}`
  return new Map(rows.map(({ adminId, ...choice }) => [adminId, choice]))
}

/** It counts for what waits, too: no email is written that is not wanted any more. */
export async function choose(tx: Db, adminId: number, kind: string, choice: Choice): Promise<void> {
  await tx
    .insert(alertPreferences)
    .values({ adminId, kind, ...choice })
    .onConflictDoUpdate({ target: [alertPreferences.adminId, alertPreferences.kind], set: choice })
  const { inOffice, email } = choice
  await tx.execute(sql`
    update alert_deliveries set in_office = ${inOffice}, email = ${email},
      due_day = case when ${email} = 'daily' then due_day end,
      daily_email_day = case when ${email} = 'none' then null else daily_email_day end
    where admin_id = ${adminId} and kind = ${kind} and read_at is null`)
}

export const choiceIn = <K>(choices: Map<K, Choice>, of: K): Choice => choices.get(of) ?? UNCHOSEN

/** For an email: one of their alerts, while it waits to be read and its matter is not over. */
export async function unreadAlert(db: Db, me: Me, id: number): Promise<Stored | undefined> {
  const { rows } = await query(db, row)`
    select ${columns} ${from}
    where p.id = ${id} and p.admin_id = ${me.id} and p.email <> 'none' and ${areFor(me)} and ${isUnread} and n.ended_at is null`
  return rows.map(toAlert)[0]
}

/** For a digest: what stands in that of a day and is not read yet, the newest first. */
export async function alertsOfDailyEmail(db: Db, me: Me, day: Day): Promise<Stored[]> {
  const { rows } = await query(db, row)`
    select ${columns} ${from}
    where p.admin_id = ${me.id} and p.daily_email_day = ${day} and ${areFor(me)} and ${isUnread}
    order by p.last_at desc, p.id desc`
  return rows.map(toAlert)
}
