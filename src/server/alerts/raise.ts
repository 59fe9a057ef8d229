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
 * A kind of alert (ServerFeature.alerts). It is offered to those who have the right to it, and that right is asked for
 * again whenever one is delivered, written in an email or shown.
 */
export type AlertKind = {
  /** "vouchers-low", good for all time: choices are kept by it. */
  name: string
  /** What it is called where people choose, and when that is. */
  label: string
  about: string
  permission: Exclude<RequiredPermission, 'public' | 'feed'>
  /** Of what lasts: what is so now. It is asked every five minutes; nothing of it is raised otherwise. */
  lasting?: (app: App, now: Date) => Promise<Lasting[]>
}

/** What an alert says. Its texts name no customer. */
type AlertText = {
  /** Equal ones are counted on one alert until it is read: the record's id, or '' where all of a kind are alike. */
  key: string
  title: string
  detail?: string
  /** The office's address that it leads to: '/dashboard/…'. */
  path: string
  /** Who may get it, where its kind does not say it: a proposal is for those who may do what is proposed. */
  permission?: AlertKind['permission']
  /** Of each record that it is about, the cinemas that it belongs to; without them it is of the whole chain. */
  cinemas?: Cinemas
}
export type Lasting = AlertText
export type Raised = AlertText & {
  /** When it happened: what is older than a day is delivered to nobody. */
  at: Date
  /** The admin who caused it, and does not get it. */
  exceptId?: number
  /** The one admin who gets it; they choose by its kind whether. */
  onlyId?: number
}

/**
 * Raises an alert in the caller's transaction. People get it within a minute after that commits (features/messages/alerts).
 */
export async function raiseAlert(tx: Db, kind: AlertKind, raised: Raised): Promise<void> {
  const { permission = kind.permission, ...alert } = raised
  await tx.insert(alerts).values({ ...alert, kind: kind.name, permission: [...permissionsOf(permission)] })
}

/**
 * Says on what was raised that it is over, in the caller's transaction. What is `settled` counts as read by everybody: a
 * proposal that somebody else has decided.
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

/** Raises what has begun since the last time, and ends what is over. Two servers that do it at once raise it once. */
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

/** Equal alerts that nobody has got yet, the oldest first; held until the transaction ends. */
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
