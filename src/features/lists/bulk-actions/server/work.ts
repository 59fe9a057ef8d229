import { nameOf } from '#contract/endpoint.ts'
import { isAdmin, refusal } from '#contract/permissions.ts'
import type { App } from '#server/app.ts'
import { changed, type AuditLine } from '#server/audit/store.ts'
import { principalOfAdmin } from '#server/auth/sessions.ts'
import type { Db } from '#server/db/connect.ts'
import { approvalActionsOf, type CallInput } from '#server/http/approval.ts'
import type { Cinemas } from '#server/auth/audience.ts'
import type { Principal } from '#server/http/principal.ts'
import { conflict, Refusal } from '#server/http/problem.ts'
import { scopedDbFor } from '#server/http/scope.ts'
import { cinemasOfCall, assertInScope } from '#server/http/scope.ts'
import { isToRetry } from '#server/db/connect.ts'
import { runFor } from '#server/http/run-for.ts'
import { IntegrationError } from '#server/integrations/error.ts'
import type { Job } from '#server/jobs/jobs.ts'
import type { Action, Result, Selected } from '../action-rules.ts'
import { actionOf, isImport } from '../actions.ts'
import type { Import } from '../kind-rules.ts'
import { messages, WORKING, type RowState } from '../rules.ts'
import { findersOf } from './import-kinds.ts'
import { inColumns, idOf, outcomesOf, settledOf } from './import-lines.ts'
import { forgetDone, linesAfter, linesOf, settleLines, usedBy } from './import-store.ts'
import { readList } from './read-list.ts'
import * as store from './store.ts'
import type { Stored, StoredRow } from './store.ts'
import type { Difference, RowApproval } from './tables.ts'

/** Lines of a file that are read at once, and rows; so many of these are held at once, so long. */
const LINES = 500
const ROWS = 500
const BATCH = 50
const BATCH_MS = 100
/** So often a row is tried that the database wants tried again. */
const TRIES = 3
/** A run ends before the queue takes it for dead, and asks for the next one. */
const RUN_MS = 20_000
/** Whoever is at work says so more often, but seldom: rows that are done just then are done again. */
const SILENT_MS = 45_000
const BEAT_MS = 10_000
/** So long whoever asks waits for the first rows: a few are done in the answer. */
export const ANSWER_MS = 300
/** The job that goes on after the answer begins when that is over. */
export const goingOn = () => new Date(Date.now() + 2000)

export const workOnBulkAction: Job<{ id: number }> = {
  name: 'bulk-actions.work',
  run: async (app, { id }) => {
    if (await work(app, id, RUN_MS)) await app.jobs.send(workOnBulkAction, { id })
  },
}

/** What a server that was killed was at work on, another goes on with: two at the same do no row twice. */
export const goOnWithBulkActions: Job = {
  name: 'bulk-actions.go-on',
  schedule: '* * * * *',
  run: async (app) => {
    const since = new Date(app.clock.now().getTime() - SILENT_MS)
    for (const id of await store.unfinished(app.db, since)) await app.jobs.send(workOnBulkAction, { id })
  },
}

/** Goes on with one for some time. @returns whether there is more to do */
export async function work(app: App, id: number, ms: number): Promise<boolean> {
  const until = Date.now() + ms
  const tries = new Map<number, number>()
  while (!app.closing.aborted) {
    const action = await store.find(app.db, id)
    if (!action || !WORKING.includes(action.state)) return false
    const doing = await begun(app, action, tries)
    if (typeof doing === 'string') {
      await store.step(app.db, id, action.state, { state: 'stopped', message: doing, endedAt: app.clock.now() })
      if (action.file) await forgetDone(app.db, id)
      return false
    }
    const now = app.clock.now()
    if (now.getTime() - (action.workedAt?.getTime() ?? 0) >= BEAT_MS) await store.change(app.db, id, { workedAt: now })
    if (action.state === 'gathering') await (action.file ? gatherLines(doing) : gather(doing))
    else await takeOn(doing, until)
    if (Date.now() >= until) return true
  }
  return true
}

/** What is done, by whom: with their rights as they are now. */
type Doing = {
  app: App
  stored: Stored
  action: Action | Import
  me: Principal
  call: Action['call']
  ask: (row: Selected) => CallInput
  /** Of rows by their numbers, how often the database wanted them tried again. */
  tries: Map<number, number>
}

async function begun(app: App, stored: Stored, tries: Doing['tries']): Promise<Doing | string> {
  const action = actionOf(stored.action)
  if (!action) return messages.unknown
  const me = stored.adminId === null ? undefined : await principalOfAdmin(app.db, stored.adminId)
  if (!me || !isAdmin(me.userType)) return messages.requesterLeft
  const { call, ask } = stored.undoes === null ? action : action.undo!
  const selection = (row: Selected): CallInput => {
    const { params, query, body } = ask(row, stored.values)
    return { params, query: query ?? {}, body }
  }
  const deniedReason = refusal(me, call.permission)
  return deniedReason ?? { app, stored, action, me, call, ask: selection, tries }
}

/** Reads the next rows of the list, with the rights of whoever selects them. */
async function gather({ app, stored, action, me }: Doing): Promise<void> {
  const { id, selection, values, nextPage } = stored
  const wanted = selection.ids && new Set(selection.ids)
  let read: Awaited<ReturnType<typeof readList>>
  try {
    read = await readList(app, action as Action, me, selection.query, values, nextPage)
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error
    await store.step(app.db, id, 'gathering', { state: 'stopped', message: error.message, endedAt: app.clock.now() })
    return
  }
  const selected = wanted ? read.rows.filter((row) => wanted.has(row.key ?? row.id)) : read.rows
  await app.db.transaction(async (tx) => {
    const locked = await store.lock(tx, id)
    if (locked?.state !== 'gathering' || locked.nextPage !== nextPage) return
    const n = await store.addRows(tx, id, selected)
    if (store.isFull(n)) {
      await store.change(tx, id, { state: 'stopped', message: messages.tooMany, endedAt: app.clock.now() })
      return
    }
    const isLast = read.isLast || (!(action as Action).reads && n === wanted?.size)
    await store.change(tx, id, { nextPage: nextPage + 1, ...(isLast && { state: 'checking' }) })
  })
}

/** Finds out what the next lines of the file mean. A line behind the heading is a row already. */
async function gatherLines({ app, stored, action, me }: Doing): Promise<void> {
  const { id, nextPage: after } = stored
  const file = stored.file!
  const lines = await linesAfter(app.db, id, after, LINES)
  const place = Object.fromEntries(Object.entries(stored.values).map(([name, value]) => [name, String(value)]))
  const kind = action as Import
  const db = scopedDbFor(me, kind.call.permission, app.db)
  const of = { app, db, finders: findersOf(db), action: stored.action, kind, place }
  const { used, titles } = await usedBy(app.db, id, after)
  const outcomes = await outcomesOf(lines, file, of, { used, lineOf: (title) => titles.get(title) })
  await app.db.transaction(async (tx) => {
    const locked = await store.lock(tx, id)
    if (locked?.state !== 'gathering' || locked.nextPage !== after) return
    const about = outcomes.flatMap(({ outcome }) => idOf(outcome) ?? [])
    await settleLines(tx, id, settledOf(outcomes, await linesOf(tx, id, about)))
    const isLast = lines.length < LINES
    await store.change(tx, id, { nextPage: lines.at(-1)?.n ?? after, ...(isLast && { state: 'checking' }) })
  })
}

/** Tries rows, or does it to them. */
async function takeOn(doing: Doing, until: number): Promise<void> {
  const { app, stored, me, call, ask } = doing
  const { id, state } = stored
  const isRunning = state === 'running'
  const rows = await store.next(app.db, id, openIn(stored), ROWS)
  if (!rows.length) {
    const now = app.clock.now()
    const isStep = await store.step(app.db, id, state, isRunning ? { state: 'done', endedAt: now } : { state: 'ready' })
    if (isStep && isRunning && stored.file) await forgetDone(app.db, id)
    return
  }
  const isOver = () => app.closing.aborted || Date.now() >= until
  let done: number | undefined
  if (call.transaction === 'own') {
    for (const row of rows) if (!isOver()) done = (await alone(doing, row)) ?? done
  } else {
    // Asked over connections that see some cinemas alone, which no transaction of a write is.
    const beyond: Beyond = new Map()
    const places: Places = new Map()
    for (const row of rows) {
      await assertInScope(app, call, me, ask(selectedOf(row))).catch((error) => beyond.set(row.n, error))
      places.set(row.n, await placeOf(doing, row))
    }
    const to = rows.at(-1)!.n
    for (let from = rows[0]!.n; from <= to && !isOver(); from = done + 1) {
      const last = await together(doing, { from, to }, beyond, places)
      if (last === undefined) break
      done = last
    }
  }
  // Others are at work on all of these, and may be killed.
  if (done === undefined && !isOver()) await store.awaitOthers(app.db, rows[0]!)
}

const openIn = ({ state }: Stored): RowState[] => [state === 'running' ? 'valid' : 'pending']

/** Of rows that are not theirs, why they are refused. */
type Beyond = Map<number, unknown>
/** The cinemas of each row that is checked and may need a second person. */
type Places = Map<number, Cinemas>
const placeOf = async ({ app, stored, call, ask }: Doing, row: StoredRow): Promise<Cinemas> =>
  stored.state === 'checking' && approvalActionsOf(call).length ? cinemasOfCall(app, call, ask(selectedOf(row))) : null
/** Ends a transaction in which something was only tried. */
class TrialUndone extends Error {}
/** Somebody else does the row, or the action was cancelled. */
class RowClaimed extends Error {}

/**
 * A few rows that nobody else is at work on, in one transaction in which each is undone alone. What they change is held no
 * longer than others can wait. @returns the last of them
 */
async function together(doing: Doing, of: store.Range, beyond: Beyond, places: Places): Promise<number | undefined> {
  const { app, stored } = doing
  const until = Date.now() + BATCH_MS
  return unlessClaimed(() =>
    app.db.transaction(async (tx) => {
      const settled: StoredRow[] = []
      for (const row of await store.take(tx, stored.id, of, openIn(stored), BATCH)) {
        if (settled.length && Date.now() >= until) break
        const settles = beyond.has(row.n)
          ? { ...row, ...refusedFor(doing, beyond.get(row.n)) }
          : await settledBy(doing, { ...row, cinemas: places.get(row.n) ?? row.cinemas }, { tx })
        if (settles instanceof Error && isOutOfTries(doing, row))
          settled.push({ ...row, ...refusedFor(doing, settles) })
        // What is to be tried again is the first of the next ones, which hold nothing yet.
        if (settles instanceof Error) break
        settled.push(settles)
      }
      await settle(tx, doing, settled)
      return settled.at(-1)?.n
    }),
  )
}

function isOutOfTries({ tries }: Doing, { n }: StoredRow): boolean {
  tries.set(n, (tries.get(n) ?? 0) + 1)
  return tries.get(n)! >= TRIES
}

/** A row whose call has a transaction of its own. @returns it, unless others do it */
async function alone(doing: Doing, row: StoredRow): Promise<number | undefined> {
  const { app, stored } = doing
  return unlessClaimed(async () => {
    const cinemas = (await placeOf(doing, row)) ?? row.cinemas
    const settles = await settledBy(doing, { ...row, cinemas })
    // What its transaction has settled stays so.
    if (!(settles instanceof Error)) await store.settle(app.db, stored.id, openIn(stored), [settles])
    return row.n
  })
}

const unlessClaimed = <T>(work: () => Promise<T>): Promise<T | undefined> =>
  work().catch((error) => {
    if (!(error instanceof RowClaimed)) throw error
    return undefined
  })

/** As the last of a transaction: whoever cancels meanwhile undoes it. */
async function settle(tx: Db, { stored }: Doing, settled: readonly StoredRow[]): Promise<void> {
  await store.settle(tx, stored.id, openIn(stored), settled)
  if (!(await store.isStill(tx, stored.id, stored.state))) throw new RowClaimed()
}

/**
 * Does it to a row or tries it, within a transaction where one is given.
 * @returns the row as it is then, or why that is not for this transaction to say: others come first
 */
async function settledBy(doing: Doing, row: StoredRow, inside?: { tx: Db }): Promise<StoredRow | Error> {
  const { stored } = doing
  const isTrial = stored.state === 'checking'
  const lines: AuditLine[] = []
  const approval: RowApproval[] = []
  let settled = row
  try {
    if (isTrial) mustFit(doing, row)
    await run(doing, row, {
      inside,
      before: async (tx) => {
        lines.splice(0)
        approval.splice(0)
        if (
          !inside &&
          !isTrial &&
          !(await store.take(tx, stored.id, { from: row.n, to: row.n }, openIn(stored), 1)).length
        )
          throw new RowClaimed()
      },
      onAuditLine: (line) => void lines.push(line),
      judging: async () => async (subjects) => {
        for (const { action: name, size, permission, parts, cinemas } of subjects) {
          // What they come to was agreed to before the first of them.
          if (!isTrial && size > (row.approval?.find((one) => one.action === name)?.size ?? 0))
            throw conflict(messages.more)
          if (cinemas !== undefined) row = { ...row, cinemas }
          if (size > 0)
            approval.push({ action: name, size, permission, records: parts.flatMap(({ records }) => records) })
        }
      },
      after: async (tx, reply) => {
        const { id, version, undo } = resultOf(doing, reply)
        if (isTrial) throw new TrialUndone()
        const recordId = id === undefined ? row.recordId : String(id)
        const state = isChange(lines) ? 'changed' : 'same'
        const difference = differenceOf(lines)
        const more = { recordId, versionAfter: version ?? null, undo: undo ?? row.undo }
        settled = { ...row, ...more, state, message: '', difference }
        // What the row cannot be is undone with it alone.
        if (!inside) await settle(tx, doing, [settled])
        else if (recordId !== row.recordId) await store.rename(tx, row, recordId)
      },
    })
    return settled
  } catch (error) {
    if (error instanceof RowClaimed) throw error
    const difference = isTrial ? differenceOf(lines) : row.difference
    if (error instanceof TrialUndone) {
      const state = isChange(lines) ? ('valid' as const) : ('same' as const)
      return { ...row, difference, state, message: '', approval: approval.length ? approval : null }
    }
    if (inside && isToRetry(error)) return error as Error
    return { ...row, difference, ...refusedFor(doing, error) }
  }
}

const refusedFor = (doing: Doing, error: unknown) => ({ state: 'rejected' as const, message: messageOf(doing, error) })

type Steps = Pick<Parameters<typeof runFor>[2], 'before' | 'judging' | 'onAuditLine' | 'after'> & {
  inside?: { tx: Db } | undefined
}

async function run({ app, stored, me, call, ask }: Doing, row: StoredRow, { inside, ...steps }: Steps): Promise<void> {
  const id = `bulk-action-${stored.id}`
  await runFor(
    app.routes.get(nameOf(call))!,
    app,
    {
      ...steps,
      me,
      input: ask(selectedOf(row)),
      key: `${id}-${row.n}`,
      isApproved: false,
      note: `, with bulk action ${stored.id}`,
      request: { id, ip: '', log: app.log, signal: app.closing },
      now: app.clock.now(),
    },
    inside,
  )
}

const selectedOf = ({ recordId: id, title, version, undo, input }: StoredRow): Selected => ({
  id,
  title,
  version,
  undo,
  ...(input && { input }),
})

/** @throws 409 with why the call is not asked for this row */
function mustFit({ action, stored }: Doing, row: StoredRow): void {
  const reason = stored.undoes === null && action.blockedReason?.(selectedOf(row))
  if (reason) throw conflict(reason)
}

/** @throws 409 with what the reply says in place of an error */
function resultOf({ action, call, stored }: Doing, reply: unknown): Result {
  const { id, version, rejected, undo }: Result = call === action.call ? (action.result?.(reply as never) ?? {}) : {}
  if (rejected) throw conflict(rejected)
  return {
    version: version ?? (reply as { version?: number } | null | undefined)?.version,
    ...(stored.undoes === null && { ...(id !== undefined && { id }), ...(undo && { undo }) }),
  }
}

/** In the words of the refusal; a fault of ours is noted, and the other rows go on. */
function messageOf({ app, stored, action }: Doing, error: unknown): string {
  if (error instanceof Refusal && error.status < 500) {
    return isImport(action) ? inColumns(action, error) : error.message
  }
  if (error instanceof IntegrationError) return error.message
  app.log.error({ err: error, bulkAction: stored.id }, 'a row of a bulk action failed')
  app.failures.note({ error, at: `bulk action ${stored.action}` })
  return 'Something went wrong on our side and we have logged it'
}

const partsOf = ({ before, after }: AuditLine) =>
  before && after ? changed(before, after) : ([before, after] as const)
/** A line without fields says what was done, such as that an email was sent. */
const isChange = (lines: readonly AuditLine[]): boolean =>
  lines.some(
    (line) => !(line.before || line.after) || partsOf(line).some((part) => part && Object.keys(part).length > 0),
  )

const differenceOf = (lines: readonly AuditLine[]): Difference[] =>
  lines.map((line) => {
    const [before, after] = partsOf(line)
    return {
      entity: line.entity,
      id: String(line.id),
      summary: line.summary,
      before: before ?? null,
      after: after ?? null,
    }
  })
