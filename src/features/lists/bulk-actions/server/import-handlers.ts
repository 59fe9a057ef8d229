import type { AuditSummary } from '#server/audit/summary.ts'
import * as z from 'zod/mini'
import { tidy } from '#contract/atoms.ts'
import { counted } from '#contract/counted.ts'
import { openCinemas } from '#features/programming/cinemas/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { csvReply, inPages, type CsvColumn } from '#server/http/csv.ts'
import { handle, parse } from '#server/http/handle.ts'
import { actorOf, type Principal } from '#server/http/principal.ts'
import { scopedDbFor } from '#server/http/scope.ts'
import { conflict, invalid, notFound } from '#server/http/problem.ts'
import { queue } from '#server/queue.ts'
import { FILE_BYTES, FILE_MB, reasons, Unreadable } from '#server/sheets/limits.ts'
import { readTable } from '#server/sheets/read.ts'
import { actionOf, isImport } from '../actions.ts'
import type { Import } from '../kind-rules.ts'
import { imports, type ImportDraft } from '../import-contract.ts'
import {
  columnsProblem,
  guessColumns,
  headingAt,
  messages,
  NO_DATES,
  PREVIEW_LINES,
  seeDate,
  type Columns,
  type DatesSeen,
} from '../import-rules.ts'
import { isUnstarted, reasonOf } from '../rules.ts'
import { actionOr404, makeRoom, assertAllowed, present } from './handlers.ts'
import { outcomesOf, refusedIn, settledOf, displayValue } from './import-lines.ts'
import { findersOf, type Finder, type Finders } from './import-kinds.ts'
import { addLines, linesAfter, namesIn, resetLines } from './import-store.ts'
import * as store from './store.ts'
import type { Stored, StoredRow } from './store.ts'
import type { ImportedFile } from './tables.ts'
import { ANSWER_MS, goingOn, work, workOnBulkAction } from './work.ts'

/** Lines that are stored at once, among which the heading is looked for, and that a column's sample is of. */
const STORED = 1000
const FIRST = 20
const SAMPLE = 3
/** Names of a column that are looked up, and those of them that are not found and shown. */
const NAMES_LOOKED_UP = 500
const NAMES_LISTED = 20
const PREVIEW_LENGTH = 80
const EXPORT_PAGE = 1000

/** One file is read at a time: it takes a core and its memory. */
const sequentially = queue(1)

const Place = z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(100)))

export const importHandlers = handle(imports, {
  upload: async ({ db, me, form, now, write }) => {
    const { fields, file } = await form(FILE_BYTES)
    const body = parse(imports.upload.body, fields) as z.infer<(typeof imports)['upload']['body']>
    const { action, place } = body
    const kind = importOr422(action)
    assertAllowed(me, kind.call.permission)
    if (!file) throw invalid({ file: 'Choose a file' })
    if (file.isTooLarge) throw invalid({ file: `The file is too large. The maximum is ${FILE_MB} MB.` })
    const values = place ? (parse(Place, readJson(place)) as Record<string, string>) : {}
    const added = await write(({ db: tx }) => begun(tx, me, { action, values, now }))
    try {
      const read = await sequentially(() => stored(db, added.id, file.data, body, kind))
      const about: ImportedFile = { name: file.name.slice(0, 200), ...read.file }
      about.chosen.forAll = await forAllOf(db, kind, values)
      await store.change(db, added.id, { file: about })
      return draftOf({ ...added, file: about }, read)
    } catch (error) {
      await store.remove(db, added.id)
      throw error instanceof Unreadable ? invalid({ file: error.message }) : error
    }
  },

  preview: async ({ app, db, me, params: { id }, body }) => {
    const { kind, file, ...found } = await draftOr404(db, me, id)
    const problem = columnsProblem(body, file.seen, kind) ?? null
    const lines = await linesAfter(db, id, 0, PREVIEW_LINES)
    if (!lines.length) throw conflict(messages.isRemoved)
    if (problem === messages.otherColumns) throw invalid({ columns: problem })
    const seen = scopedDbFor(me, kind.call.permission, db)
    const finders = findersOf(seen)
    const of = { app, db: seen, finders, action: found.action, kind, place: placeOf(found) }
    const outcomes = await outcomesOf(lines, { ...file, chosen: body }, of, { used: [], lineOf: () => undefined })
    const settled = settledOf(outcomes, new Map())
    const lookups = await lookupsOf(finders, body, kind)
    return {
      problem,
      names: (await Promise.all(lookups.map((one) => unknownNames(db, id, body, one)))).flat(),
      lines: outcomes.map(({ values }, at) => {
        const { n, title, input, ...row } = settled[at]!
        const reason = input && refusedIn(kind, input)
        const { state, ...outcome } = reason ? { state: 'rejected' as const, message: reason, example: null } : row
        const preview = Object.fromEntries(
          kind.fields.flatMap((field) => {
            const value = values[field.name]
            return value === undefined ? [] : [[field.name, displayValue(field, value)]]
          }),
        ) as Record<string, string>
        // A record that is found is shown by its own name.
        for (const { field, find } of lookups) {
          const found = preview[field] !== undefined && find(body.names[field]?.[preview[field]] ?? preview[field])[0]
          if (found) preview[field] = found.name
        }
        const becomes = state === 'pending' ? ('valid' as const) : state
        return { line: n, title, state: becomes, message: reasonOf(outcome), values: preview }
      }),
    }
  },

  check: async ({ app, db, me, params: { id }, body, now }) => {
    const { kind, file } = await draftOr404(db, me, id)
    const problem = columnsProblem(body, file.seen, kind)
    if (problem) throw invalid({ columns: problem })
    assertAllowed(me, kind.call.permission)
    await db.transaction(async (tx) => {
      const locked = await store.lock(tx, id)
      if (!locked?.file || !isUnstarted(locked.state)) throw conflict(messages.begun)
      await resetLines(tx, id)
      const next = { ...locked.file, chosen: body }
      await store.change(tx, id, { file: next, state: 'gathering', nextPage: 0, createdAt: now })
      await app.jobs.send(workOnBulkAction, { id }, { db: tx, startAfter: goingOn() })
    })
    await work(app, id, ANSWER_MS)
    return present(db, (await store.find(db, id))!)
  },

  refusedCsv: async ({ db, me, params: { id }, write }) => {
    const { file } = await actionOr404(db, me, id)
    if (!file) throw notFound('import')
    const { rejected } = await store.counts(db, id)
    const summary: AuditSummary = `Exported ${counted(rejected, 'rejected line')} of import ${id}`
    await write(({ record }) => record({ entity: 'bulk action', id, summary }))
    const pages = inPages<StoredRow>((after) =>
      store.pageOfRows(db, id, 'rejected', { limit: EXPORT_PAGE, ...(after && { after: after.n }) }),
    )
    const columns: CsvColumn<StoredRow>[] = [
      ...file.headings.map((title, at) => ({
        id: `column-${at}`,
        title,
        cell: ({ cells }: StoredRow) => cells?.[at] ?? '',
      })),
      { id: 'line', title: 'Line', cell: ({ n }) => n },
      { id: 'reason', title: 'Reason', cell: reasonOf },
    ]
    return csvReply(`refused-${id}.csv`, columns, pages, rejected)
  },
})

function importOr422(action: string): Import {
  const kind = actionOf(action)
  if (!kind || !isImport(kind)) throw invalid({ action: messages.unknown })
  return kind
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid({ place: 'Not JSON' })
  }
}

/** What a list says of itself, where it is a field that is the same for all lines. */
async function forAllOf(
  db: Db,
  { fields }: Import,
  { cinema_id: id }: Record<string, string>,
): Promise<Record<string, string>> {
  if (!id || !fields.some(({ name }) => name === 'cinema')) return {}
  const all = (await openCinemas(db)).flatMap(({ cinemas }) => cinemas)
  const name = all.find((one) => one.id === id)?.cinema_name
  // By its name, where no other has that.
  return { cinema: name !== undefined && all.filter((one) => one.cinema_name === name).length === 1 ? name : id }
}

const placeOf = ({ values }: Pick<Stored, 'values'>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

type Beginning = { action: string; values: Record<string, string>; now: Date }

async function begun(tx: Db, me: Principal, { action, values, now }: Beginning): Promise<Stored> {
  await makeRoom(tx, me, now)
  const actor = actorOf(me)
  const by = { adminId: actor.id, actor: actor.name, createdAt: now }
  return store.add(tx, { action, values, state: 'columns', selection: { query: {} }, ...by })
}

/** The fields of a file that name records, with what finds them. */
async function lookupsOf(finders: Finders, { columns, forAll }: Columns, { fields }: Import) {
  const isGiven = (name: string) => columns.includes(name) || Boolean(forAll[name]?.trim())
  // A product whose ID stands in the file is not looked up by its title.
  const named = fields.filter(({ name }) => isGiven(name) && !(name === 'product' && isGiven('product_id')))
  const found: ({ field: string } & Finder)[] = []
  for (const { name: field } of named) {
    const finder = await finders(field)
    if (finder) found.push({ field, ...finder })
  }
  return found
}
type Lookup = Awaited<ReturnType<typeof lookupsOf>>[number]

/** Names in the file that are no record's, with the records that have near ones. */
async function unknownNames(db: Db, id: number, { columns, forAll, names }: Columns, { field, find, near }: Lookup) {
  const column = columns.indexOf(field)
  const values = column < 0 ? [{ typed: forAll[field]!, lines: 0 }] : await namesIn(db, id, column, NAMES_LOOKED_UP)
  return (
    values
      .map(({ typed, lines }) => ({ field, typed: tidy(typed), lines }))
      // What was chosen stays shown, so that it can be chosen otherwise.
      .filter(({ typed }) => names[field]?.[typed] !== undefined || !find(typed).length)
      .slice(0, NAMES_LISTED)
      .map((one) => ({ ...one, near: near(one.typed).map(({ id: of, name }) => ({ id: of, name })) }))
  )
}

type Line = { n: number; cells: string[] }
type Read = Awaited<ReturnType<typeof stored>>
type HowRead = Pick<
  z.infer<(typeof imports)['upload']['body']>,
  'sheet' | 'separator' | 'encoding' | 'heading' | 'hidden'
>

/** Reads a file, and stores the lines under its heading, some at a time. @throws Unreadable */
async function stored(db: Db, id: number, data: Buffer, options: HowRead, { fields }: Import) {
  const withHidden = options.hidden === 'read'
  const table = await readTable(data, { ...options, withHidden })
  let first: Line[] = []
  let headings: string[] | undefined
  let [heading, above, read] = [0, 0, 0]
  const seen: DatesSeen[] = []
  let pending: Line[] = []
  const keep = async (line: Line) => {
    read++
    for (const [at, cell] of line.cells.entries()) seen[at] = seeDate(seen[at] ?? NO_DATES, cell, table.sheet !== null)
    pending.push(line)
    if (pending.length < STORED) return
    await addLines(db, id, pending)
    pending = []
  }
  let beginning: ImportDraft['beginning'] = []
  /** Once the heading is known among the first lines. */
  const settle = async () => {
    const at =
      options.heading === undefined
        ? headingAt(
            first.map(({ cells }) => cells),
            fields,
          )
        : first.findIndex(({ n }) => n === options.heading)
    if (options.heading && at < 0) throw invalid({ heading: messages.heading })
    beginning = first.map(({ n, cells }) => ({ n, text: cells.filter(Boolean).join(', ').slice(0, PREVIEW_LENGTH) }))
    headings = (first[at]?.cells ?? []).map((cell) => cell.replace(/\s+/g, ' ').trim().slice(0, 200))
    heading = first[at]?.n ?? 0
    above = Math.max(0, at)
    first = first.slice(at + 1)
    for (const line of first) await keep(line)
  }
  for await (const line of table.lines) {
    if (headings) await keep(line)
    else if (first.push(line) === FIRST) await settle()
  }
  if (!headings) await settle()
  if (!read) throw new Unreadable(first.length || headings?.length ? messages.noHeading : reasons.empty)
  if (pending.length) await addLines(db, id, pending)
  const width = Math.max(headings!.length, seen.length)
  const named = Array.from({ length: width }, (_, at) => headings![at] ?? '')
  const columns = guessColumns(
    named,
    first.map(({ cells }) => cells),
    fields,
  )
  const chosen: Columns = { columns, forAll: {}, dates: null, names: {} }
  const { lines: _, ...how } = table
  const hidden = withHidden ? 0 : table.counts.hidden
  const file = {
    ...how,
    heading,
    withHidden,
    counts: { ...table.counts, hidden, above, read },
    headings: named,
    chosen,
    seen: named.map((_, at) => seen[at] ?? NO_DATES),
  }
  return { first, beginning, file }
}

async function draftOr404(db: Db, me: Principal, id: number) {
  const found = await actionOr404(db, me, id)
  const kind = actionOf(found.action)
  if (!kind || !isImport(kind) || !found.file) throw notFound('import')
  if (!isUnstarted(found.state)) throw conflict(messages.begun)
  return { ...found, kind, file: found.file }
}

const draftOf = ({ id, action, file }: Stored & { file: ImportedFile }, { first, beginning }: Read): ImportDraft => ({
  id,
  action,
  ...file,
  beginning,
  samples: file.headings.map((_, at) =>
    first.flatMap(({ cells }) => (cells[at]?.trim() ? [cells[at]!.slice(0, 100)] : [])).slice(0, SAMPLE),
  ),
})
