import { isAdmin, refusal } from '#contract/permissions.ts'
import { dayOf } from '#contract/time.ts'
import type { App } from '#server/app.ts'
import { changed, type AuditLine } from '#server/audit/store.ts'
import { principalOfAdmin } from '#server/auth/sessions.ts'
import type { Db } from '#server/db/connect.ts'
import { byRule, Unapproved, type Asked } from '#server/http/guard.ts'
import type { Principal } from '#server/http/principal.ts'
import { Refusal } from '#server/http/problem.ts'
import { cinemasOfCall, mustBeWithin } from '#server/http/reach.ts'
import { readFor } from '#server/http/read-for.ts'
import { runFor } from '#server/http/run-for.ts'
import type { Job } from '#server/jobs/jobs.ts'
import { ACTIONS, type Action, type Selected } from '../actions.ts'
import { messages, WORKING, type RowState } from '../rules.ts'
import * as store from './store.ts'
import type { Stored, StoredRow } from './store.ts'
import type { Difference } from './tables.ts'

/** Rows of the list that are read at once, and rows that are taken on at once. */
const LIST_ROWS = 500
const TAKEN = 50
/** A run ends before the queue takes it for dead, and asks for the next one. */
const RUN_MS = 20_000
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

/** Goes on with one for some time. @returns whether there is more to do */
export async function work(app: App, id: number, ms: number): Promise<boolean> {
  const until = Date.now() + ms
  while (!app.closing.aborted) {
    const action = await store.find(app.db, id)
    if (!action || !WORKING.includes(action.state)) return false
    const doing = await begun(app, action)
    if (typeof doing === 'string') {
      await store.step(app.db, id, action.state, { state: 'stopped', message: doing, endedAt: app.clock.now() })
      return false
    }
    if (action.state === 'gathering') await gather(doing)
    else await takeOn(doing, until)
    if (Date.now() >= until) return true
  }
  return true
}

/** What is done, by whom: with their rights as they are now. */
type Doing = {
  app: App
  stored: Stored
  action: Action
  me: Principal
  call: Action['call']
  ask: (row: Selected) => Asked
}

async function begun(app: App, stored: Stored): Promise<Doing | string> {
  const action = ACTIONS[stored.action]
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
  const { id, asked, nextPage } = stored
  const read = await readList(app, action, me, asked.query, nextPage)
  const wanted = asked.ids && new Set(asked.ids)
  const selected = wanted ? read.filter((row) => wanted.has(row.id)) : read
  await app.db.transaction(async (tx) => {
    const held = await store.hold(tx, id)
    if (held?.state !== 'gathering' || held.nextPage !== nextPage) return
    const n = await store.addRows(tx, id, selected)
    if (store.isFull(n)) {
      await store.change(tx, id, { state: 'stopped', message: messages.tooMany, endedAt: app.clock.now() })
      return
    }
    const isLast = read.length < LIST_ROWS || n === wanted?.size
    await store.change(tx, id, { nextPage: nextPage + 1, ...(isLast && { state: 'checking' }) })
  })
}

async function readList(app: App, { list, paging, select }: Action, me: Principal, query: object, page: number) {
  const route = app.routes.get(nameOf(list))!
  const day = dayOf(app.clock.now(), app.env.zone)
  const [pageName, sizeName] = paging ?? ['page', 'perPage']
  const beyond = { [pageName]: page, [sizeName]: LIST_ROWS }
  return select((await readFor(route, app, { me, query, beyond, day, requestId: '' })) as never)
}

/** Tries rows, or does it to them; one at a time, each in a transaction of its own. */
async function takeOn(doing: Doing, until: number): Promise<void> {
  const { app, stored } = doing
  const { id, state } = stored
  const isRunning = state === 'running'
  const rows = await store.next(app.db, id, isRunning ? ['would', 'second'] : ['waiting'], TAKEN)
  if (!rows.length) {
    const now = app.clock.now()
    await store.step(app.db, id, state, isRunning ? { state: 'done', endedAt: now } : { state: 'ready' })
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
    await mustBeWithin(app, doing.call, doing.me, doing.ask(selectedOf(row)))
    await app.db.transaction(async (tx) => {
      await run(doing, row, {
        before: async () => void lines.splice(0),
        heard: (line) => void lines.push(line),
        inside: { tx },
      })
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
  const { app, stored, action, me, call, ask } = doing
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
        const versionAfter = (reply as { version?: number } | null | undefined)?.version ?? null
        const was = stored.undoes === null ? action.keep?.(reply as never) : undefined
        const kept = { versionAfter, difference: differenceOf(lines), ...(was && { was }) }
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

const selectedOf = ({ recordId: id, title, version, was }: StoredRow): Selected => ({ id, title, version, was })

/** In the words of the refusal; a fault of ours is noted, and the other rows go on. */
function wordsOf({ app, stored }: Doing, error: unknown): string {
  if (error instanceof Refusal && error.status < 500) return error.message
  app.log.error({ err: error, bulkAction: stored.id }, 'a row of a bulk action failed')
  app.failures.note({ error, at: `bulk action ${stored.action}` })
  return 'Something went wrong on our side. It has been noted'
}

const partsOf = ({ before, after }: AuditLine) =>
  before && after ? changed(before, after) : ([before, after] as const)
const isChange = (lines: readonly AuditLine[]): boolean =>
  lines.some((line) => partsOf(line).some((part) => part && Object.keys(part).length > 0))

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
