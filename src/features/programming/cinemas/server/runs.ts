import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { asIds, takeTurn } from './follow.ts'
import { arrayOf, bool, number, orNull, query, text, textOf, type RowOf } from '#server/db/query.ts'

/** The runs that take the schedule from the point of sale: what is done of them, what is left, how they ended. */

/** `full` takes everything; `incremental` films and the showtimes of the next hours. */
export type RunKind = 'full' | 'incremental'
const openRunRow = { id: number, kind: textOf<RunKind>() }
export type OpenRun = RowOf<typeof openRunRow>

/** A run with how far it is. Instants are ISO text. */
export type SyncRun = OpenRun & {
  requestedBy: string | null
  startedAt: string
  finishedAt: string | null
  /** Why it failed; of one that is not finished, what keeps it waiting. */
  reason: string | null
  done: number
  total: number
  /** The names of the parts that are not done. */
  open: string[]
}

const DAY_MS = 86_400_000
/** A run that was left undone so often ends. */
export const RUN_TRIES = 6

const before = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString()
const iso = (at: string | null) => at && new Date(at).toISOString()

/**
 * Starts a run, in a transaction, or joins the one that is under way. A full one takes the place of an incremental one: it
 * takes all that and more.
 */
export async function startRun(
  db: Db,
  { kind, requestedBy = null, now }: { kind: RunKind; requestedBy?: string | null; now: Date },
): Promise<OpenRun> {
  await takeTurn(db, 'runs')
  const open = await openRun(db)
  if (open && (open.kind === 'full' || kind === 'incremental')) return open
  // With its steps: who still works at it finds that there is nothing left to mark done, and stores nothing.
  if (open) await db.execute(sql`delete from sync_runs where id = ${open.id}`)
  const started = await query(db, { id: number })`
    insert into sync_runs (kind, requested_by, started_at) values (${kind}, ${requestedBy}, ${now.toISOString()}) returning id`
  const { id } = started.rows[0]!
  const shared = kind === 'full' ? ['films', 'cinemas'] : ['films']
  await db.execute(sql`
    insert into sync_steps (run_id, part) ${stepsOf(id, shared)}
    union select ${id}, id from cinemas where closed_at is null`)
  return { id, kind }
}

/** The run that is not finished: there is one at most. */
export async function openRun(db: Db): Promise<OpenRun | undefined> {
  const found = await query(db, openRunRow)`select id, kind from sync_runs where finished_at is null`
  return found.rows[0]
}

/** The next part to take: films and cinemas before all showtimes, then what has failed least. */
export async function nextPart(db: Db, runId: number, except: readonly string[]): Promise<string | undefined> {
  const found = await query(db, { part: text })`
    select part from sync_steps
    where run_id = ${runId} and done_at is null and part not in (${asIds(except)})
    order by part <> 'films', part <> 'cinemas', tries, part
    limit 1`
  return found.rows[0]?.part
}

/** Marks a part done, for this transaction alone to store it. @returns false when it was stored already */
export async function markDone(db: Db, runId: number, part: string, now: Date): Promise<boolean> {
  const marked = await db.execute(sql`
    update sync_steps set done_at = ${now.toISOString()}
    where run_id = ${runId} and part = ${part} and done_at is null`)
  return marked.rowCount === 1
}

export const countTry = (db: Db, runId: number, part: string) =>
  db.execute(sql`update sync_steps set tries = tries + 1 where run_id = ${runId} and part = ${part}`)

/** The showtimes of the open cinemas are the parts of a run from here on. */
export async function setCinemaParts(db: Db, runId: number): Promise<void> {
  await db.execute(sql`
    delete from sync_steps
    where run_id = ${runId} and part not in ('films', 'cinemas')
      and part not in (select id from cinemas where closed_at is null)`)
  await db.execute(sql`
    insert into sync_steps (run_id, part) select ${runId}, id from cinemas where closed_at is null on conflict do nothing`)
}

const stepsOf = (runId: number, parts: readonly string[]) =>
  sql`select ${runId}::integer, part from (${asIds(parts)}) as x(part)`

/** Finishes a run of which everything is done. @returns whether it is */
export async function completeRun(db: Db, runId: number, now: Date): Promise<boolean> {
  const { rows } = await query(db, { complete: bool })`
    select not exists (select from sync_steps where run_id = ${runId} and done_at is null) as complete`
  if (!rows[0]!.complete) return false
  await db.execute(sql`
    update sync_runs set finished_at = ${now.toISOString()}, reason = null where id = ${runId} and finished_at is null`)
  return true
}

/** Leaves a run with parts undone, to be gone on with. @returns whether that was the last time, and it ends so */
export async function leaveRun(db: Db, runId: number, reason: string, now: Date): Promise<boolean> {
  const left = await query(db, { is_over: bool })`
    update sync_runs set tries = tries + 1, reason = ${reason}, failed_at = coalesce(failed_at, ${now.toISOString()}),
      finished_at = case when tries + 1 >= ${RUN_TRIES} then ${now.toISOString()}::timestamptz end
    where id = ${runId} and finished_at is null
    returning finished_at is not null as is_over`
  return left.rows[0]?.is_over ?? true
}

/** A full run is due once a day. */
export async function isFullDue(db: Db, now: Date): Promise<boolean> {
  const found = await db.execute(sql`
    select from sync_runs
    where kind = 'full' and reason is null and finished_at > ${before(now, DAY_MS)}
    limit 1`)
  return found.rows.length === 0
}

/** The run that was started last. */
export async function latestRun(db: Db): Promise<SyncRun | undefined> {
  const found = await query(db, {
    id: number,
    kind: textOf<RunKind>(),
    requested_by: orNull(text),
    started_at: text,
    finished_at: orNull(text),
    reason: orNull(text),
    done: number,
    total: number,
    open: arrayOf(text),
  })`
    select r.id, r.kind, r.requested_by, r.started_at, r.finished_at, r.reason,
      count(s.done_at)::int as done, count(s.part)::int as total,
      coalesce(
        jsonb_agg(case when s.part in ('films', 'cinemas') then initcap(s.part) else coalesce(c.name, s.part) end
          order by s.part <> 'films', s.part <> 'cinemas', c.name collate "und-x-icu", s.part)
        filter (where s.part is not null and s.done_at is null), '[]') as open
    from sync_runs r left join sync_steps s on s.run_id = r.id left join cinemas c on c.id = s.part
    where r.id = (select max(id) from sync_runs)
    group by r.id`
  const row = found.rows[0]
  if (!row) return
  const { id, kind, requested_by: requestedBy, reason, done, total, open } = row
  return {
    id,
    kind,
    requestedBy,
    startedAt: iso(row.started_at)!,
    finishedAt: iso(row.finished_at),
    reason,
    done,
    total,
    open,
  }
}

/** When the schedule was last taken from the point of sale, and since when and why it could not be since. */
export async function scheduleState(db: Db) {
  const found = await query(db, { as_of: orNull(text), failing_since: orNull(text), reason: orNull(text) })`
    with complete as (
      select id, finished_at from sync_runs where finished_at is not null and reason is null order by id desc limit 1
    ), failed as (
      select min(failed_at) as since, (array_agg(reason order by id desc))[1] as reason
      from sync_runs
      where reason is not null and id > coalesce((select id from complete), 0)
    )
    select (select finished_at from complete) as as_of, since as failing_since, reason from failed`
  const row = found.rows[0]!
  return { as_of: iso(row.as_of), failing_since: iso(row.failing_since), reason: row.reason }
}
