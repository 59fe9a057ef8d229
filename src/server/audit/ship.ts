import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { unmarked } from '#contract/isolate.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/connect.ts'
import { listOf } from '../db/rows.ts'
import { harmless } from '../http/log.ts'
import { json, number, orNull, query, text, type RowOf } from '../db/query.ts'

const EVERY_MS = 1000
const AT_ONCE = 500
/** Time after which the claim of a silent server ends, so that another writes its entries. */
const CLAIM = '1 minute'

const lineRow = {
  id: number,
  at: text,
  actor_id: orNull(number),
  actor: text,
  action: text,
  entity: text,
  entity_id: text,
  summary: text,
  before: orNull(json<unknown>()),
  after: orNull(json<unknown>()),
  request_id: orNull(text),
}
type Line = RowOf<typeof lineRow>
/** Resolves when the reader has the text. */
export type ShipTo = (text: string) => Promise<void>

export const toStandardOutput: ShipTo = (text) =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()))
  })

/**
 * Starts or ends the queue of entries at each start of a server.
 * @returns the entries never written, if shipping was switched off before they were
 */
export async function settleShipping(db: Db, isOn: boolean): Promise<number> {
  if (isOn) {
    await db.execute(sql`insert into settings (key, value) values ('audit-shipped', 'true') on conflict do nothing`)
    return 0
  }
  await db.execute(sql`delete from settings where key = 'audit-shipped'`)
  return (await db.execute(sql`delete from audit_outbox`)).rowCount ?? 0
}

/**
 * Writes committed entries until the server closes, one JSON object a line, with retries. Each is written at least
 * once: after a crash some are written twice with the same id. No request waits for this.
 */
export async function shipAudit(app: App, to: ShipTo): Promise<void> {
  while (!app.closing.aborted) {
    await shipWaiting(app, to)
    await wait(EVERY_MS, undefined, { signal: app.closing }).catch(() => {})
  }
}

/** Writes all waiting entries. */
export async function shipWaiting({ db, log, clock }: Pick<App, 'db' | 'log' | 'clock'>, to: ShipTo): Promise<void> {
  try {
    for (let ids = await claim(db, clock.now()); ids.length; ids = await claim(db, clock.now())) {
      const { rows } = await query(db, lineRow)`
        select id::float8 as id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, actor_id, actor, action,
          entity, entity_id, summary, before, after, request_id
        from audit_log where id = any(${listOf(ids, 'bigint')}) order by id`
      await to(rows.map(asJson).join(''))
      await db.execute(sql`delete from audit_outbox where id = any(${listOf(ids, 'bigint')})`)
    }
  } catch (error) {
    log.warn({ err: error }, 'audit log entries could not be written to standard output and will be retried')
  }
}

/** Claims the oldest entries that no server is writing. */
async function claim(db: Db, now: Date): Promise<number[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await query(db, { id: number })`
    update audit_outbox set claimed_at = ${at} where id in (
      select id from audit_outbox where claimed_at is null or claimed_at < ${at} - interval '${sql.raw(CLAIM)}'
      order by id limit ${AT_ONCE} for update skip locked)
    returning id`
  return rows.map(({ id }) => id)
}

const asJson = ({ actor, summary, ...line }: Line): string =>
  `${harmless(JSON.stringify({ type: 'audit', ...line, actor: unmarked(actor), summary: unmarked(summary) }))}\n`
