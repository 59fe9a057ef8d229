import { and, eq, isNull, sql } from 'drizzle-orm'
import type { RequiredPermission } from '#contract/endpoint.ts'
import { permissionsOf } from '#contract/permissions.ts'
import type { App } from '../app.ts'
import type { Cinemas } from '../auth/audience.ts'
import type { Db } from '../db/connect.ts'
import { listOf, rowsOf } from '../db/rows.ts'
import { alerts } from './tables.ts'
import { arrayOf, bool, json, number, orNull, query, text } from '../db/query.ts'

/**
 * A kind of alert (ServerFeature.alerts). Offered to people with its permission, which is checked again whenever an
 * alert is delivered, emailed or shown.
 */
export type AlertKind = {
  /** “vouchers-low”. Never changes, because people's choices are stored by it. */
  name: string
  /** The name and time shown where people choose alerts. */
  label: string
  about: string
  permission: Exclude<RequiredPermission, 'public' | 'feed'>
  /** Returns the current states of a kind that lasts. Polled every five minutes; nothing else raises it. */
  lasting?: (app: App, now: Date) => Promise<Lasting[]>
}

/** The texts of an alert. They name no customer. */
type AlertText = {
  /** Equal keys are counted on one alert until it is read: the record's id, or '' where all of a kind are alike. */
  key: string
  title: string
  detail?: string
  /** The address that it opens: '/dashboard/…'. */
  path: string
  /**
   * The permission of its readers, if the kind has none: an approval request is for people who may do what it requests.
   */
  permission?: AlertKind['permission']
  /** The cinemas of each of its records; undefined: all cinemas. */
  cinemas?: Cinemas
}
export type Lasting = AlertText
export type Raised = AlertText & {
  /** The time of the event. An event older than a day is delivered to no one. */
  at: Date
  /** The admin who caused it, and does not get it. */
  exceptId?: number
  /** The single admin who gets it, unless they turned off its kind. */
  onlyId?: number
}

/**
 * Raises an alert in the caller's transaction. People get it within a minute after the commit
 * (features/messages/alerts).
 */
export async function raiseAlert(tx: Db, kind: AlertKind, raised: Raised): Promise<void> {
  const { permission = kind.permission, ...alert } = raised
  await tx.insert(alerts).values({ ...alert, kind: kind.name, permission: [...permissionsOf(permission)] })
}

/**
 * Ends what was raised, in the caller's transaction. With `settled` it counts as read by everyone, such as a request
 * that someone else has decided.
 */
export async function endAlert(
  tx: Db,
  { name }: AlertKind,
  key: string,
  { at, ended = '', isSettled = false }: { at: Date; ended?: string; isSettled?: boolean },
): Promise<void> {
  await tx
    .update(alerts)
    .set({ endedAt: at, ended: ended, isSettled })
    .where(and(eq(alerts.kind, name), eq(alerts.key, key), isNull(alerts.endedAt)))
}

/**
 * Raises states that began since the last time, and ends those that are over. Two parallel servers raise a state once.
 */
export async function settleLasting(tx: Db, kind: AlertKind, lasting: readonly Lasting[], now: Date): Promise<void> {
  const at = now.toISOString()
  const rows = lasting.map(({ key, title, detail = '', path, permission = kind.permission, cinemas = null }) => {
    return { key, title, detail, path, permission: permissionsOf(permission), cinemas }
  })
  await tx.execute(sql`
    insert into alerts (kind, key, title, detail, path, permission, cinemas, at, lasts)
    select ${kind.name}, x.key, x.title, x.detail, x.path, x.permission, x.cinemas, ${at}, true
    from ${rowsOf(rows, 'key text, title text, detail text, path text, permission text[], cinemas jsonb')}
    where not exists (
      select from alerts n where n.kind = ${kind.name} and n.key = x.key and n.lasts and n.ended_at is null)
    on conflict (kind, key) where lasts and ended_at is null do nothing`)
  await tx.execute(sql`
    update alerts set ended_at = ${at} where kind = ${kind.name} and lasts and ended_at is null
      and key <> all(${listOf(
        rows.map(({ key }) => key),
        'text',
      )})`)
}

export type Undelivered = Omit<typeof alerts.$inferSelect, 'lasts' | 'deliveredAt' | 'ended'>

/** Returns equal alerts that no one has received, the oldest first. They stay locked until the transaction ends. */
export async function takeUndelivered(tx: Db, most: number): Promise<Undelivered[]> {
  const row = {
    id: number,
    kind: text,
    title: text,
    detail: text,
    path: text,
    key: text,
    cinemas: orNull(json<readonly (readonly string[])[]>()),
    permission: arrayOf(text),
    exceptId: orNull(number),
    onlyId: orNull(number),
    isSettled: bool,
    at: text,
    endedAt: orNull(text),
  }
  const { rows } = await query(tx, row)`
    with first as materialized (select * from alerts where delivered_at is null order by id limit 1)
    select n.id, n.kind, n.key, n.title, n.detail, n.path, n.permission, n.cinemas, n.except_id as "exceptId", n.only_id as "onlyId",
      n.at, n.ended_at as "endedAt", n.is_settled as "isSettled"
    from alerts n, first f
    where n.delivered_at is null and n.kind = f.kind and n.key = f.key and n.permission = f.permission
      and n.cinemas is not distinct from f.cinemas and n.except_id is not distinct from f.except_id
      and n.only_id is not distinct from f.only_id
    order by n.id limit ${most} for update of n`
  return rows.map((row) => ({ ...row, at: new Date(row.at), endedAt: row.endedAt ? new Date(row.endedAt) : null }))
}

export const markDelivered = (tx: Db, undelivered: readonly Undelivered[], now: Date) =>
  tx.execute(sql`
    update alerts set delivered_at = ${now.toISOString()}
    where id = any(${listOf(
      undelivered.map(({ id }) => id),
      'bigint',
    )})`)
