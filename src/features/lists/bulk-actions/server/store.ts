import { and, asc, between, count, desc, eq, inArray, isNotNull, isNull, lt, ne, or, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { listOf, rowsOf } from '#server/db/rows.ts'
import type { Selected } from '../action-rules.ts'
import type { BulkAction } from '../contract.ts'
import { REASON_END, ROWS_MOST, WORKING, type RowState, type State } from '../rules.ts'
import { bulkActionRows as rows, bulkActions as actions } from './tables.ts'
import { number, orNull, query, text } from '#server/db/query.ts'

export type Stored = typeof actions.$inferSelect
export type StoredRow = typeof rows.$inferSelect
/** Rows by their numbers, both included. */
export type Range = { from: number; to: number }
type Me = { id: number; isSuperadmin: boolean }

/** Whose they are; a superadmin sees everybody's. */
const visibleTo = (me: Me): SQL | undefined => (me.isSuperadmin ? undefined : eq(actions.adminId, me.id))

export const add = async (db: Db, action: typeof actions.$inferInsert): Promise<Stored> =>
  (await db.insert(actions).values(action).returning())[0]!

export const remove = (db: Db, id: number) => db.delete(actions).where(eq(actions.id, id))

export const find = async (db: Db, id: number, me?: Me): Promise<Stored | undefined> =>
  (
    await db
      .select()
      .from(actions)
      .where(and(eq(actions.id, id), me && visibleTo(me)))
  )[0]

/** Holds it until the transaction ends. */
export const lock = async (tx: Db, id: number): Promise<Stored | undefined> =>
  (await tx.select().from(actions).where(eq(actions.id, id)).for('no key update'))[0]

export async function page(db: Db, me: Me, page: { limit: number; offset: number }) {
  const where = and(visibleTo(me), ne(actions.state, 'columns'))
  const [found, [counted]] = await Promise.all([
    db.select().from(actions).where(where).orderBy(desc(actions.id)).limit(page.limit).offset(page.offset),
    db.select({ n: count() }).from(actions).where(where),
  ])
  return { found, totalCount: counted!.n }
}

export const change = (db: Db, id: number, set: Partial<typeof actions.$inferInsert>) =>
  db.update(actions).set(set).where(eq(actions.id, id))

/** From one state to the next; nothing, where it is in another by now. */
export const step = async (
  db: Db,
  id: number,
  from: State,
  set: Partial<typeof actions.$inferInsert>,
): Promise<boolean> =>
  (
    await db
      .update(actions)
      .set(set)
      .where(and(eq(actions.id, id), eq(actions.state, from)))
  ).rowCount === 1

/** Those that nobody has been at work on since. */
export const unfinished = async (db: Db, since: Date): Promise<number[]> =>
  (
    await db
      .select({ id: actions.id })
      .from(actions)
      .where(
        and(
          inArray(actions.state, [...WORKING]),
          or(lt(actions.workedAt, since), and(isNull(actions.workedAt), lt(actions.createdAt, since))),
        ),
      )
  ).map(({ id }) => id)

/** Those of somebody that are not over, the oldest first. */
export const openOf = (tx: Db, adminId: number): Promise<Pick<Stored, 'id' | 'state' | 'file'>[]> =>
  tx
    .select({ id: actions.id, state: actions.state, file: actions.file })
    .from(actions)
    .where(and(eq(actions.adminId, adminId), inArray(actions.state, [...WORKING, 'columns', 'ready'])))
    .orderBy(asc(actions.id))

/** Whether another takes it back just now, or has. */
export const isUndoing = async (tx: Db, id: number): Promise<boolean> => {
  const { rows: found } = await tx.execute(sql`
    select from ${actions} where undoes = ${id} and state in ('gathering', 'checking', 'ready', 'running') limit 1`)
  return found.length > 0
}

/** How many rows are in which state. */
export async function counts(db: Db, id: number): Promise<Record<RowState, number>> {
  const found = await db
    .select({ state: rows.state, n: count() })
    .from(rows)
    .where(eq(rows.actionId, id))
    .groupBy(rows.state)
  const none = { pending: 0, valid: 0, changed: 0, same: 0, rejected: 0 }
  return { ...none, ...Object.fromEntries(found.map(({ state, n }) => [state, n])) }
}

export async function refusals(db: Db, id: number): Promise<BulkAction['refusals']> {
  const { rows: found } = await query(db, { message: text, count: number, example: orNull(text) })`
    select reason as message, count(*)::int as count,
      (array_agg(coalesce(about, nullif(title, '')) order by n))[1] as example
    from ${rows}, unnest(string_to_array(message, ${REASON_END}), string_to_array(example, ${REASON_END})) x(reason, about)
    where action_id = ${id} and state = 'rejected' and reason is not null
    group by reason order by 2 desc, 1 limit 10`
  return found
}

/** Adds rows behind those that are there; one that is there already stays. @returns how many there are now */
export async function addRows(tx: Db, id: number, selected: readonly Selected[]): Promise<number> {
  const { rows: found } = await query(tx, { n: number })`
    with last as (select coalesce(max(n), 0) as n from ${rows} where action_id = ${id}),
    added as (
      insert into ${rows} (action_id, n, record_id, title, version, undo, state)
      select ${id}, last.n + row_number() over (), x.id, x.title, x.version, x.undo, 'pending'
      from last, ${rowsOf(selected, 'id text, title text, version integer, undo jsonb')}
      on conflict (action_id, record_id) do nothing returning n)
    select greatest(last.n, coalesce((select max(n) from added), 0))::int as n from last`
  return found[0]!.n
}

export const isFull = (n: number): boolean => n > ROWS_MOST

/** What it takes to take back what an action changed. */
export async function addChangedOf(tx: Db, id: number, undone: number): Promise<void> {
  await tx.execute(sql`
    insert into ${rows} (action_id, n, record_id, title, version, undo, state)
    select ${id}, row_number() over (order by n), record_id, title, version_after, undo, 'pending'
    from ${rows} where action_id = ${undone} and state = 'changed'
      and not exists (
        select from ${actions} a join ${rows} r on r.action_id = a.id
        where a.undoes = ${undone} and r.record_id = bulk_action_rows.record_id and r.state = 'changed')`)
}

/** The next of a state, in order. */
export const next = (db: Db, id: number, state: readonly RowState[], limit: number): Promise<StoredRow[]> =>
  db
    .select()
    .from(rows)
    .where(and(eq(rows.actionId, id), inArray(rows.state, [...state])))
    .orderBy(asc(rows.n))
    .limit(limit)

/** Of some rows the first that are in such a state and that nobody else is at work on: held until the transaction ends. */
export const take = (
  tx: Db,
  id: number,
  { from, to }: Range,
  state: readonly RowState[],
  limit: number,
): Promise<StoredRow[]> =>
  tx
    .select()
    .from(rows)
    .where(and(eq(rows.actionId, id), between(rows.n, from, to), inArray(rows.state, [...state])))
    .orderBy(asc(rows.n))
    .limit(limit)
    .for('update', { skipLocked: true })

/** Until nobody is at work on a row. */
export const awaitOthers = (db: Db, { actionId, n }: StoredRow) =>
  db
    .select({ n: rows.n })
    .from(rows)
    .where(and(eq(rows.actionId, actionId), eq(rows.n, n)))
    .for('share')

/** Whether it is in that state, and stays so until the transaction ends. It waits for nobody who is changing that. */
export const isStill = async (tx: Db, id: number, state: State): Promise<boolean> =>
  (
    await tx
      .select({ id: actions.id })
      .from(actions)
      .where(and(eq(actions.id, id), eq(actions.state, state)))
      .for('share', { skipLocked: true })
  ).length === 1

/** Keeps what became of rows that are in one of these states. */
export const settle = (db: Db, id: number, from: readonly RowState[], settled: readonly StoredRow[]) =>
  db.execute(sql`
    update ${rows} r set record_id = x.record_id, version_after = x.version_after, undo = x.undo, state = x.state,
      message = x.message, difference = x.difference, approval = x.approval, cinemas = x.cinemas
    from ${rowsOf(
      settled.map(({ recordId, versionAfter, n, undo, state, message, difference, approval, cinemas }) => ({
        record_id: recordId,
        version_after: versionAfter,
        n,
        undo,
        state,
        message,
        difference,
        approval,
        cinemas,
      })),
      'n integer, record_id text, version_after integer, undo jsonb, state text, message text, difference jsonb, approval jsonb, cinemas jsonb',
    )}
    where r.action_id = ${id} and r.n = x.n and r.state = any(${listOf(from, 'text')})`)

/** The row is about a record that it has made. */
export const rename = (tx: Db, { actionId, n }: StoredRow, recordId: string) =>
  tx
    .update(rows)
    .set({ recordId })
    .where(and(eq(rows.actionId, actionId), eq(rows.n, n)))

/** Of the rows that would change, how much each does of acts that may need a second person. */
export const rowsToApprove = (tx: Db, id: number): Promise<Pick<StoredRow, 'approval' | 'cinemas'>[]> =>
  tx
    .select({ approval: rows.approval, cinemas: rows.cinemas })
    .from(rows)
    .where(and(eq(rows.actionId, id), eq(rows.state, 'valid'), isNotNull(rows.approval)))

export async function pageOfRows(
  db: Db,
  id: number,
  state: RowState | undefined,
  slice: { limit: number; after?: number; offset?: number },
): Promise<StoredRow[]> {
  const { limit, after = 0, offset = 0 } = slice
  return db
    .select()
    .from(rows)
    .where(and(eq(rows.actionId, id), state && eq(rows.state, state), sql`${rows.n} > ${after}`))
    .orderBy(asc(rows.n))
    .limit(limit)
    .offset(offset)
}
