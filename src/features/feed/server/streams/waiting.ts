import { sql, type SQL } from 'drizzle-orm'
import { listOf, rowsOf } from '#server/db/rows.ts'
import type { Taking } from './taking.ts'

/*
 * A refund looks for its purchase and waits when it finds none, while the purchase may be on its way in another batch,
 * which looks for waiting refunds and finds none. So those who bring purchases and those who wait take turns: the lock
 * is shared by the first and taken alone by the second, until their transactions end.
 */
const lockOf = (source: string): SQL => sql`hashtextextended(${`feed waiting ${source}`}, 0)`

export const letNobodyWait = ({ db, source }: Taking) =>
  db.execute(sql`select pg_advisory_xact_lock_shared(${lockOf(source)})`)

export const beforeWaiting = ({ db, source }: Taking) =>
  db.execute(sql`select pg_advisory_xact_lock(${lockOf(source)})`)

/**
 * Keeps refunds until their purchases are reported. One that waits already goes on waiting; reported differently, as it
 * was reported last: nothing counted until now.
 */
export const wait = ({ db, source, now }: Taking, refunds: readonly { id: string; purchase_id: string }[]) =>
  db.execute(sql`
    insert into feed_waiting as w (source, stream, external_id, waits_for, line, since)
    select ${source}, 'refunds', x.id, x.waits_for, x.line, ${now.toISOString()}
    from ${rowsOf(
      refunds.map((line) => ({ id: line.id, waits_for: line.purchase_id, line })),
      'id text, waits_for text, line jsonb',
    )}
    on conflict (source, stream, external_id) do update
      set waits_for = excluded.waits_for, line = excluded.line, reason = null
    where w.line <> excluded.line`)

/** Refunds that were taken wait no more, whatever became of an earlier telling. */
export const endWaiting = ({ db, source }: Taking, refunds: readonly { id: string }[]) =>
  db.execute(sql`
    delete from feed_waiting
    where source = ${source} and stream = 'refunds' and external_id = any(${listOf(
      refunds.map(({ id }) => id),
      'text',
    )})`)
