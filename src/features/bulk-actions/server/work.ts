import { isAdmin, refusal } from '#contract/permissions.ts'
import type { App } from '#server/app.ts'
import { changed, type AuditLine } from '#server/audit/store.ts'
import { principalOfAdmin } from '#server/auth/sessions.ts'
import type { Db } from '#server/db/connect.ts'
import { byRule, Unapproved, type Asked } from '#server/http/guard.ts'
import type { Principal } from '#server/http/principal.ts'
import { conflict, Refusal } from '#server/http/problem.ts'
import { cinemasOfCall, mustBeWithin } from '#server/http/reach.ts'
import { runFor } from '#server/http/run-for.ts'
import { IntegrationError } from '#server/integrations/error.ts'
import type { Job } from '#server/jobs/jobs.ts'
import type { Action, Result, Selected } from '../action-rules.ts'
import { actionOf, isImport } from '../actions.ts'
import type { Import } from '../kind-rules.ts'
import { messages, WORKING, type RowState } from '../rules.ts'
import { idOf, meantBy, settledOf } from './import-lines.ts'
import { forgetDone, linesAfter, linesOf, settleLines, takenBy } from './import-store.ts'
import { readList } from './read-list.ts'
import * as store from './store.ts'
import type { Stored, StoredRow } from './store.ts'
import type { Difference } from './tables.ts'

/** Lines of a file that are read at once, and rows that are taken on. */
const LINES = 500
const TAKEN = 50
/** A run ends before the queue takes it for dead, and asks for the next one. */
const RUN_MS = 20_000
/** Whoever is at work says so more often: after each few rows, or a page of the list. */
const SILENT_MS = 45_000
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
  while (!app.closing.aborted) {
    const action = await store.find(app.db, id)
    if (!action || !WORKING.includes(action.state)) return false
    const doing = await begun(app, action)
    if (typeof doing === 'string') {
      await store.step(app.db, id, action.state, { state: 'stopped', message: doing, endedAt: app.clock.now() })
      if (action.file) await forgetDone(app.db, id)
      return false
    }
    await store.change(app.db, id, { workedAt: app.clock.now() })
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
  ask: (row: Selected) => Asked
}

async function begun(app: App, stored: Stored): Promise<Doing | string> {
  const action = actionOf(stored.action)
  if (!action) return messages.unknown
  const me = stored.adminId === null ? undefined : await principalOfAdmin(app.db, stored.adminId)
  if (!me || !isAdmin(me.userType)) return messages.gone
  const { call, ask } = stored.undoes === null ? action : action.undo!
  const asked = (row: Selected): Asked => {
    const { params, query, body } = ask(row, stored.values)
    return { params, query: query ?? {}, body }
  }
  const why = refusal(me, call.may)
  return why ?? { app, stored, action, me, call, ask: asked }
}

const nameOf = ({ feature, name }: Action['call']) => `${feature}.${name}`

/** Reads the next rows of the list, with the rights of whoever selects them. */
async function gather({ app, stored, action, me }: Doing): Promise<void> {
  const { id, asked, values, nextPage } = stored
  const wanted = asked.ids && new Set(asked.ids)
  let read: Awaited<ReturnType<typeof readList>>
  try {
    read = await readList(app, action as Action, me, asked.query, values, nextPage)
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error
    await store.step(app.db, id, 'gathering', { state: 'stopped', message: error.message, endedAt: app.clock.now() })
    return
  }
  const selected = wanted ? read.rows.filter((row) => wanted.has(row.key ?? row.id)) : read.rows
  await app.db.transaction(async (tx) => {
    const held = await store.hold(tx, id)
    if (held?.state !== 'gathering' || held.nextPage !== nextPage) return
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
  const of = { app, me, action: stored.action, kind: action as Import, place }
  const { taken, titles } = await takenBy(app.db, id, after)
  const said = await meantBy(lines, file, of, { taken, lineOf: (title) => titles.get(title) })
  await app.db.transaction(async (tx) => {
    const held = await store.hold(tx, id)
    if (held?.state !== 'gathering' || held.nextPage !== after) return
    const about = said.flatMap(({ meant }) => idOf(meant) ?? [])
    await settleLines(tx, id, settledOf(said, await linesOf(tx, id, about)))
    const isLast = lines.length < LINES
    await store.change(tx, id, { nextPage: lines.at(-1)?.n ?? after, ...(isLast && { state: 'checking' }) })
  })
}

/** Tries rows, or does it to them; one at a time, each in a transaction of its own. */
async function takeOn(doing: Doing, until: number): Promise<void> {
  const { app, stored } = doing
  const { id, state } = stored
  const isRunning = state === 'running'
  const rows = await store.next(app.db, id, isRunning ? ['would', 'second'] : ['waiting'], TAKEN)
  if (!rows.length) {
    const now = app.clock.now()
    const isStep = await store.step(app.db, id, state, isRunning ? { state: 'done', endedAt: now } : { state: 'ready' })
    if (isStep && isRunning && stored.file) await forgetDone(app.db, id)
    return
  }
  for (const row of rows) {
    if (app.closing.aborted || Date.now() >= until) return
    await (isRunning ? doRow(doing, row) : tryRow(doing, row))
  }
}

/** Ends a transaction in which something was only tried. */
class Tried extends Error {}
/** Somebody else did the row, or the action was cancelled. */
class Taken extends Error {}

async function tryRow(doing: Doing, row: StoredRow): Promise<void> {
  const { app } = doing
  const lines: AuditLine[] = []
  let state: RowState = 'same'
  let message = ''
  try {
    mustFit(doing, row)
    await mustBeWithin(app, doing.call, doing.me, doing.ask(selectedOf(row)))
    const trying = {
      before: async () => void lines.splice(0),
      heard: (line: AuditLine) => void lines.push(line),
      after: async (_: Db, reply: unknown) => {
        resultOf(doing, reply)
        // A call that asks others first does that outside of its transaction, which ends here.
        if (doing.call.transaction === 'own') throw new Tried()
      },
    }
    if (doing.call.transaction === 'own') await run(doing, row, trying)
    else
      await app.db.transaction(async (tx) => {
        await run(doing, row, { ...trying, inside: { tx } })
        throw new Tried()
      })
  } catch (error) {
    if (error instanceof Tried) state = isChange(lines) ? 'would' : 'same'
    else if (error instanceof Unapproved) {
      state = 'second'
      message = error.message
    } else {
      state = 'refused'
      message = wordsOf(doing, error)
    }
  }
  await store.settle(app.db, row, ['waiting'], { state, message, difference: differenceOf(lines) })
}

async function doRow(doing: Doing, row: StoredRow): Promise<void> {
  const { app, stored, me, call, ask } = doing
  const lines: AuditLine[] = []
  const open: RowState[] = ['would', 'second']
  try {
    await mustBeWithin(app, call, me, ask(selectedOf(row)))
    await run(doing, row, {
      before: async (tx) => {
        lines.splice(0)
        // Whoever cancels waits for the row that is being done.
        if ((await store.hold(tx, stored.id))?.state !== 'running') throw new Taken()
        if (!(await store.settle(tx, row, open, { state: 'changed', message: '' }))) throw new Taken()
      },
      heard: (line) => void lines.push(line),
      after: async (tx, reply) => {
        const state = isChange(lines) ? 'changed' : 'same'
        const { id, version, was } = resultOf(doing, reply)
        const kept = {
          versionAfter: version ?? null,
          difference: differenceOf(lines),
          ...(id !== undefined && { recordId: String(id) }),
          ...(was && { was }),
        }
        await store.settle(tx, row, ['changed'], { state, ...kept })
      },
    })
  } catch (error) {
    if (error instanceof Taken) return
    if (error instanceof Unapproved && stored.reason) {
      const asked = ask(selectedOf(row))
      const cinemas = error.deed.cinemas === undefined ? await cinemasOfCall(app, call, asked) : error.deed.cinemas
      const { deed, rule } = error
      const key = `bulk-action-${stored.id}-${row.n}`
      const now = app.clock.now()
      const proposing = {
        endpoint: call,
        me,
        deed,
        cinemas,
        rule,
        asked,
        reason: stored.reason,
        key,
        requestId: key,
        now,
      }
      await app.approvals!.propose(app, proposing)
      await store.settle(app.db, row, open, { state: 'proposed', message: error.message })
      return
    }
    await store.settle(app.db, row, open, { state: 'refused', message: wordsOf(doing, error) })
  }
}

type Steps = Pick<Parameters<typeof runFor>[2], 'before' | 'heard' | 'after'> & { inside?: { tx: Db } }

async function run({ app, stored, me, call, ask }: Doing, row: StoredRow, { inside, ...steps }: Steps): Promise<void> {
  const id = `bulk-action-${stored.id}`
  await runFor(
    app.routes.get(nameOf(call))!,
    app,
    {
      ...steps,
      me,
      asked: ask(selectedOf(row)),
      key: `${id}-${row.n}`,
      isApproved: false,
      judging: byRule(app),
      note: `, with bulk action ${stored.id}`,
      request: { id, ip: '', log: app.log, signal: app.closing },
      now: app.clock.now(),
    },
    inside,
  )
}

const selectedOf = ({ recordId: id, title, version, was, given }: StoredRow): Selected => ({
  id,
  title,
  version,
  was,
  ...(given && { given }),
})

/** @throws 409 with why the call is not asked for this row */
function mustFit({ action, stored }: Doing, row: StoredRow): void {
  const why = stored.undoes === null && action.whyNot?.(selectedOf(row))
  if (why) throw conflict(why)
}

/** @throws 409 with what the reply says in place of an error */
function resultOf({ action, call, stored }: Doing, reply: unknown): Result {
  const { id, version, refused, was }: Result = call === action.call ? (action.result?.(reply as never) ?? {}) : {}
  if (refused) throw conflict(refused)
  return {
    version: version ?? (reply as { version?: number } | null | undefined)?.version,
    ...(stored.undoes === null && { ...(id !== undefined && { id }), ...(was && { was }) }),
  }
}

/** In the words of the refusal; a fault of ours is noted, and the other rows go on. */
function wordsOf({ app, stored, action }: Doing, error: unknown): string {
  if (error instanceof Refusal && error.status < 500) {
    const { message, errors = [] } = error
    return isImport(action) && errors.length ? errors.map((one) => inColumn(action, one)).join('; ') : message
  }
  if (error instanceof IntegrationError) return error.message
  app.log.error({ err: error, bulkAction: stored.id }, 'a row of a bulk action failed')
  app.failures.note({ error, at: `bulk action ${stored.action}` })
  return 'Something went wrong on our side. It has been noted'
}

/** A refused field by the name that the file's columns are given. */
const inColumn = ({ fields }: Import, { field, message }: { field?: string | undefined; message: string }): string => {
  const label = fields.find(({ name }) => name === field)?.label
  return label ? `${label}: ${message}` : message
}

const partsOf = ({ before, after }: AuditLine) =>
  before && after ? changed(before, after) : ([before, after] as const)
/** A line without fields says what was done, such as that a letter was sent. */
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
