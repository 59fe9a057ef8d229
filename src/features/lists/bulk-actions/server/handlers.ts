import type { AuditLine } from '#server/audit/store.ts'
import type { AuditSummary } from '#server/audit/summary.ts'
import { addsOf } from '#contract/approval.ts'
import { counted } from '#contract/counted.ts'
import { isSuperadmin, refusal } from '#contract/permissions.ts'
import type { Cinemas } from '#server/auth/audience.ts'
import { lockAccount } from '#server/auth/store.ts'
import type { Db } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { exportRows, inPages, type CsvColumn } from '#server/http/csv.ts'
import { handle, parse, type Context } from '#server/http/handle.ts'
import { conflict, forbidden, invalid, notFound, Refusal } from '#server/http/problem.ts'
import { actorOf, type Principal } from '#server/http/principal.ts'
import { mustBeConfirmed } from '#server/http/reauthentication.ts'
import type { Action, Values } from '../action-rules.ts'
import { ACTIONS, actionOf } from '../actions.ts'
import { bulkActions, type BulkAction, type BulkRow } from '../contract.ts'
import { isUnstarted, messages, OPEN_MOST, reasonOf, rowStateLabel, WORKING } from '../rules.ts'
import { dropFile, forgetDone } from './import-store.ts'
import { assertQueryable } from './read-list.ts'
import * as store from './store.ts'
import type { Stored, StoredRow } from './store.ts'
import { ANSWER_MS, goingOn, work, workOnBulkAction } from './work.ts'

const EXPORT_PAGE = 1000

export const handlers = handle(bulkActions, {
  create: async ({ app, db, me, body, now, write }) => {
    const action = Object.hasOwn(ACTIONS, body.action) ? ACTIONS[body.action]! : undefined
    if (!action) throw invalid({ action: messages.unknown })
    for (const { permission } of [action.list, action.call]) assertAllowed(me, permission)
    const { ids, query, values } = body
    assertQueryable(app, action, query, values)
    mustFillIn(action, values)
    const selection = { query, ...(ids && { ids }) }
    return begin({ app, db, me, write }, { action: body.action, state: 'gathering', selection, values, now })
  },

  list: async ({ db, me, query }) => {
    const { found, totalCount } = await store.page(db, seeing(me), sliceOf(query))
    return { actions: await Promise.all(found.map((one) => present(db, one))), totalCount }
  },

  fetch: async ({ db, me, params }) => present(db, await actionOr404(db, me, params.id)),

  rows: async ({ db, me, params: { id }, query: { state, ...paging } }) => {
    await actionOr404(db, me, id)
    const [rows, counts] = await Promise.all([store.pageOfRows(db, id, state, sliceOf(paging)), store.counts(db, id)])
    const totalCount = state ? counts[state] : sum(Object.values(counts))
    return { rows: rows.map(rowToWire), totalCount }
  },

  rowsCsv: async ({ app, db, me, now, params: { id }, query: { state }, write }) => {
    const found = await actionOr404(db, me, id)
    // The rows say what the list's file says.
    const { file, exportPermission = file.permission } = actionOf(found.action)!
    assertAllowed(me, exportPermission)
    if (file.reauthenticate) mustBeConfirmed(app, me, now)
    const counts = await store.counts(db, id)
    const total = state ? counts[state] : sum(Object.values(counts))
    return exportRows(write, {
      name: `bulk-action-${id}.csv`,
      recordedAs: { entity: 'bulk action', id },
      what: `${counted(total, 'row')} of bulk action ${id}: ${describeDone(found, total)}`,
      columns: columnsOf(found),
      rows: inPages<StoredRow>((after) =>
        store.pageOfRows(db, id, state, { limit: EXPORT_PAGE, ...(after && { after: after.n }) }),
      ),
      total,
    })
  },

  start: async ({ app, db, me, params: { id }, write, now, isApproved }) => {
    const { action, undoes } = await actionOr404(db, me, id)
    if (callOf(action, undoes).reauthenticate && !isApproved) mustBeConfirmed(app, me, now)
    await write(async ({ db: tx, record, declareAmount }) => {
      const locked = (await store.lock(tx, id))!
      if (locked.state === 'running' || locked.state === 'done') throw conflict(messages.startedAlready)
      if (locked.state === 'gathering' || locked.state === 'checking') throw conflict(messages.notReady)
      if (locked.state !== 'ready') throw conflict(messages.over)
      const counts = await store.counts(tx, id)
      if (counts.valid === 0) throw conflict(messages.nothing)
      await store.change(tx, id, { state: 'running', startedAt: now })
      await record(lineOf(locked, counts.valid))
      declareAmount(0)
      for (const { action, size, ...more } of togetherOf(await store.rowsToApprove(tx, id)))
        declareAmount(size, { action, ...more })
      await app.jobs.send(workOnBulkAction, { id }, { db: tx, startAfter: goingOn() })
    })
    await work(app, id, ANSWER_MS)
    return present(db, (await store.find(db, id))!)
  },

  cancel: async ({ db, me, params: { id }, record, now }) => {
    await actionOr404(db, me, id)
    const locked = (await store.lock(db, id))!
    if (!WORKING.includes(locked.state) && !isUnstarted(locked.state)) throw conflict(messages.over)
    await store.change(db, id, { state: 'cancelled', endedAt: now })
    const counts = await store.counts(db, id)
    const left = counts.pending + counts.valid
    const summary: AuditSummary = `Cancelled bulk action ${id} with ${counted(left, 'row')} left: ${describeDone(locked, counts.changed)}`
    await record({ entity: 'bulk action', id, summary })
    const presented = await present(db, { ...locked, state: 'cancelled', endedAt: now })
    if (locked.file) await (locked.startedAt ? forgetDone(db, id) : dropFile(db, id))
    return presented
  },

  undo: async ({ app, db, me, params: { id }, now, write }) => {
    const found = await actionOr404(db, me, id)
    const undone = await present(db, found)
    if (undone.undoBlockedReason) throw conflict(undone.undoBlockedReason)
    assertAllowed(me, callOf(found.action, id).permission)
    return begin(
      { app, db, me, write },
      {
        action: found.action,
        state: 'checking',
        selection: { query: {} },
        values: {},
        now,
        undoes: id,
      },
    )
  },
})

type Beginning = Pick<Stored, 'action' | 'state' | 'selection' | 'values'> & { now: Date; undoes?: number }

type By = Pick<Context<(typeof bulkActions)['create']>, 'app' | 'db' | 'me' | 'write'>
/** Stores it and goes on with it for a moment, so that a few rows are checked in the answer. */
async function begin({ app, db, me, write }: By, { now, undoes, ...more }: Beginning): Promise<BulkAction> {
  const actor = actorOf(me)
  const id = await write(async ({ db: tx }) => {
    await makeRoom(tx, me, now)
    if (undoes !== undefined) {
      await store.lock(tx, undoes)
      if (await store.isUndoing(tx, undoes)) throw conflict(messages.undoneAlready)
    }
    const added = await store.add(tx, {
      ...more,
      undoes: undoes ?? null,
      adminId: actor.id,
      actor: actor.name,
      createdAt: now,
    })
    if (undoes !== undefined) await store.addChangedOf(tx, added.id, undoes)
    await app.jobs.send(workOnBulkAction, { id: added.id }, { db: tx, startAfter: goingOn() })
    return added.id
  })
  await work(app, id, ANSWER_MS)
  return present(db, (await store.find(db, id))!)
}

/** Somebody has a few at a time. One that was never started makes room. */
export async function makeRoom(tx: Db, me: Principal, now: Date): Promise<void> {
  await lockAccount(tx, me.id)
  const open = await store.openOf(tx, me.id)
  if (open.length < OPEN_MOST) return
  const ready = open.find(({ state }) => isUnstarted(state))
  if (!ready) throw conflict(messages.tooManyOpen)
  if (ready.file) await dropFile(tx, ready.id)
  else await store.change(tx, ready.id, { state: 'cancelled', endedAt: now })
}

const seeing = (me: Principal) => ({ id: me.id, isSuperadmin: isSuperadmin(me.userType) })

export async function actionOr404(db: Db, me: Principal, id: number): Promise<Stored> {
  const found = await store.find(db, id, seeing(me))
  if (!found) throw notFound('bulk action')
  return found
}

export function assertAllowed(me: Principal, permission: Action['call']['permission']): void {
  const deniedReason = refusal(me, permission)
  if (deniedReason) throw forbidden(deniedReason)
}

const callOf = (action: string, undoes: number | null): Action['call'] => {
  const { call, undo } = actionOf(action)!
  return undoes === null ? call : undo!.call
}

/** What is filled in for all rows is wrong for each. @throws 422 by the names of the fields */
function mustFillIn({ call, ask, fields = [] }: Action, values: Values): void {
  const empty = fields.filter(({ isNeeded, name }) => isNeeded && !String(values[name] ?? '').trim())
  if (empty.length) throw invalid(Object.fromEntries(empty.map(({ name }) => [name, messages.empty])))
  try {
    parse(call.body, ask({ id: '1', title: '', version: null, undo: null }, values).body)
  } catch (error) {
    // The rest is the row's.
    if (!(error instanceof Refusal) || !error.errors) throw error
    const wrong = error.errors.filter(({ field }) => fields.some(({ name }) => name === field))
    if (wrong.length) throw invalid(Object.fromEntries(wrong.map(({ field, message }) => [field, message])))
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0)

export async function present(db: Db, stored: Stored): Promise<BulkAction> {
  const { id, action, undoes, state, file, actor, message, createdAt, startedAt, endedAt } = stored
  const [counts, refusals] = await Promise.all([store.counts(db, id), store.refusals(db, id)])
  return {
    id,
    action,
    undoes,
    state,
    fileName: file?.name ?? null,
    rows: { total: sum(Object.values(counts)), ...counts },
    refusals,
    actor,
    message,
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    undoBlockedReason: undoBlockedReason(stored, counts.changed) ?? null,
  }
}

function undoBlockedReason({ action, state, undoes }: Stored, changed: number): string | undefined {
  if (WORKING.includes(state) || isUnstarted(state)) return messages.notReady
  if (undoes !== null || !actionOf(action)?.undo) return messages.noUndo
  return changed ? undefined : messages.nothingToUndo
}

/** "Approved 12 movies", "Undid bulk action 7: Approved 12 movies". */
function describeDone({ action, undoes }: Pick<Stored, 'action' | 'undoes'>, count: number): AuditSummary {
  const { done, rows } = actionOf(action)!
  // A test checks that each action's `done` begins with a verb of the audit log.
  const summary = `${done} ${counted(count, ...rows)}` as AuditSummary
  return undoes === null ? summary : `Undid bulk action ${undoes}: ${summary}`
}

/** What rows do of each act, all of them together. */
function togetherOf(rows: readonly Pick<StoredRow, 'approval' | 'cinemas'>[]) {
  const all = rows.flatMap(({ approval, cinemas }) => approval!.map((one) => ({ ...one, cinemas })))
  return [...Map.groupBy(all, ({ action: name }) => name)].map(([action, parts]) => {
    const sizes = parts.map(({ size }) => size)
    return {
      action,
      size: addsOf(action).many === 'largest' ? sizes.reduce((one, other) => Math.max(one, other)) : sum(sizes),
      permission: [...new Set(parts.flatMap(({ permission }) => permission))],
      cinemas: cinemasOf(parts),
      parts,
    }
  })
}

/** Of each record its cinemas, each of several once; null where any is the whole chain's. */
function cinemasOf(parts: readonly { cinemas: Cinemas }[]): Cinemas {
  const found = new Map<string, readonly string[]>()
  for (const { cinemas } of parts) {
    if (cinemas === null) return null
    for (const one of cinemas) found.set(one.toSorted().join(' '), one)
  }
  return [...found.values()]
}

/** What each column was imported as. */
const columnsIn = ({ headings, chosen }: NonNullable<Stored['file']>) =>
  Object.fromEntries(
    chosen.columns.flatMap((field, at) => (field ? [[headings[at] || `Column ${at + 1}`, field]] : [])),
  )

const lineOf = (stored: Stored, valid: number): AuditLine => ({
  entity: 'bulk action',
  id: stored.id,
  summary: `${describeDone(stored, valid)} in bulk`,
  after: {
    ...(stored.undoes !== null && { Undoes: `Bulk action ${stored.undoes}` }),
    ...(Object.keys(stored.selection.query).length > 0 && { Shows: stored.selection.query }),
    ...(stored.file && { File: stored.file.name, Columns: columnsIn(stored.file) }),
    ...(Object.keys(stored.values).length > 0 && { 'Filled in': stored.values }),
  },
})

const rowToWire = ({ n, recordId, title, state, message, example, difference }: StoredRow): BulkRow => ({
  n,
  recordId,
  title,
  state,
  message,
  example,
  difference: (difference ?? []).map(({ entity, summary, before, after }) => ({ entity, summary, before, after })),
})

const columnsOf = ({ state: now }: Stored): CsvColumn<StoredRow>[] => [
  { id: 'record', title: 'ID', cell: ({ recordId }) => recordId },
  { id: 'title', title: 'Name', cell: ({ title }) => title },
  { id: 'state', title: 'Result', cell: ({ state }) => rowStateLabel(state, now) },
  { id: 'reason', title: 'Reason', cell: reasonOf },
]
