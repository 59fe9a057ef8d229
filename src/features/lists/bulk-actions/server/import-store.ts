import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { listOf, rowsOf } from '#server/db/rows.ts'
import type { Retention } from '#server/retention.ts'
import { rowsIn } from '#server/retention.ts'
import { FILE_RETENTION_DAYS } from '../import-rules.ts'
import type { Settled } from './import-lines.ts'
import { bulkActionRows as rows, bulkActions as actions } from './tables.ts'
import { number, query, text } from '#server/db/query.ts'

type Cells = { n: number; cells: string[] }

export const addLines = (db: Db, id: number, lines: readonly Cells[]) =>
  db.execute(sql`
    insert into ${rows} (action_id, n, record_id, title, state, cells)
    select ${id}, x.n, 'line ' || x.n, '', 'pending', x.cells from ${rowsOf(lines, 'n integer, cells jsonb')}`)

/** Lines of a file behind one of them, in their order. */
export const linesAfter = async (db: Db, id: number, after: number, limit: number): Promise<Cells[]> =>
  (
    await db
      .select({ n: rows.n, cells: rows.cells })
      .from(rows)
      .where(and(eq(rows.actionId, id), gt(rows.n, after)))
      .orderBy(asc(rows.n))
      .limit(limit)
  ).flatMap(({ n, cells }) => (cells ? [{ n, cells }] : []))

/** What stands in a column, with how many lines have it; the most frequent first. */
export async function namesIn(
  db: Db,
  id: number,
  column: number,
  limit: number,
): Promise<{ typed: string; lines: number }[]> {
  const { rows: found } = await query(db, { typed: text, lines: number })`
    select btrim(cells->>${column}::integer) as typed, count(*)::int as lines from ${rows}
    where action_id = ${id} and btrim(cells->>${column}::integer) <> '' group by 1 order by 2 desc, 1 limit ${limit}`
  return found
}

/** Lines as they were read: what came of other columns is forgotten. */
export const resetLines = (tx: Db, id: number) =>
  tx.execute(sql`
    update ${rows} set record_id = 'line ' || n, title = '', version = null, version_after = null, undo = null, input = null,
      state = 'pending', message = '', example = null, difference = null
    where action_id = ${id} and record_id <> 'line ' || n or action_id = ${id} and state <> 'pending'`)

export const settleLines = (tx: Db, id: number, lines: readonly Settled[]) =>
  tx.execute(sql`
    update ${rows} r set record_id = x.record_id, title = x.title, version = x.version, undo = x.undo, input = x.input,
      state = x.state, message = x.message, example = x.example
    from ${rowsOf(
      lines.map(({ recordId, ...line }) => ({ ...line, record_id: recordId })),
      'n integer, record_id text, title text, version integer, undo jsonb, input jsonb, state text, message text, example text',
    )}
    where r.action_id = ${id} and r.n = x.n`)

/** The lines that are about some records. */
export async function linesOf(db: Db, id: number, recordIds: readonly string[]): Promise<Map<string, number>> {
  const { rows: found } = await query(db, { id: text, n: number })`
    select record_id as id, n from ${rows} where action_id = ${id} and record_id = any(${listOf(recordIds, 'text')})`
  return new Map(found.map(({ id: of, n }) => [of, n]))
}

/** The records that lines are about, and the lines of each title. */
export async function usedBy(db: Db, id: number, until: number) {
  const { rows: found } = await query(db, { id: text, title: text, n: number })`
    select record_id as id, title, n from ${rows}
    where action_id = ${id} and n <= ${until} and state in ('pending', 'same')`
  return { used: found.map(({ id: of }) => of), titles: new Map(found.map(({ title, n }) => [title, n])) }
}

/** Of what is over only the lines are kept that were refused: they can be mended. */
export const forgetDone = (db: Db, id: number) =>
  db.execute(sql`
    update ${rows} set cells = null, input = null where action_id = ${id} and cells is not null and state <> 'rejected'`)

/** A file that is not imported goes whole. */
export const dropFile = (tx: Db, id: number) =>
  tx.delete(actions).where(and(eq(actions.id, id), sql`${actions.file} is not null`, isNull(actions.startedAt)))

const before: Retention['before'] = (_, now) => new Date(now.getTime() - FILE_RETENTION_DAYS * 86_400_000)

/** Files that were not imported, and the lines of the others. */
export const oldFiles: Retention[] = [
  {
    name: 'files that were not imported',
    before,
    forget: rowsIn(
      actions,
      (at) => sql`${actions.createdAt} < ${at} and ${actions.file} is not null and ${actions.startedAt} is null`,
    ),
  },
  {
    name: 'lines of imported files',
    before,
    forget: async (db, at, limit) => {
      const { rowCount } = await db.execute(sql`
        update ${rows} set cells = null, input = null where ctid = any(array(
          select r.ctid from ${rows} r join ${actions} a on a.id = r.action_id
          where r.cells is not null and a.created_at < ${at.toISOString()}
          limit ${limit} for update of r skip locked))`)
      return rowCount ?? 0
    },
  },
]
