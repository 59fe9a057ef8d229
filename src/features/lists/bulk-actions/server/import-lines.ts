import { createHash } from 'node:crypto'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { Refusal } from '#server/http/problem.ts'
import { inputOf } from '#server/http/run-for.ts'
import { showCount } from '#contract/counted.ts'
import { showDay } from '#contract/time.ts'
import type { CallInput } from '../action-rules.ts'
import type { Import } from '../kind-rules.ts'
import { dateOrderOf, messages, type Columns, type DatesSeen } from '../import-rules.ts'
import { asTime, CUT, readCell, type ImportField, type Value, type Writing } from '../cell-rules.ts'
import { REASON_END } from '../rules.ts'
import { KINDS, type Finders, type Outcome, type ReadLine } from './import-kinds.ts'
import type { StoredRow } from './store.ts'

const EXAMPLE_MOST = 100

type Line = { n: number; cells: readonly string[] }
type Of = {
  app: App
  action: string
  kind: Import
  place: Readonly<Record<string, string>>
  /** As whoever imports sees it. */
  db: Db
  finders: Finders
}
type Before = { used: readonly string[]; lineOf: (title: string) => number | undefined }

/** What a line says and is to become; `rejected` where it cannot be read. */
type LineOutcome = { n: number; values: Readonly<Record<string, Value>>; outcome: Outcome }

/** What lines of a file are to become, with some columns; in their order. */
export async function outcomesOf(
  lines: readonly Line[],
  { chosen, seen, isFrom1904 }: { chosen: Columns; seen: readonly DatesSeen[]; isFrom1904: boolean },
  { app, db, finders, action, kind, place }: Of,
  before: Before,
): Promise<LineOutcome[]> {
  const dates = dateOrderOf(chosen, seen, kind.fields) ?? 'dmy'
  const writing = { dates, zone: app.env.zone, isFrom1904 }
  const read = lines.map(({ n, cells }) => readLine(n, cells, chosen, kind, writing))
  const good = read.filter(({ rejected }) => !rejected)
  const of = { app, db, finders, now: app.clock.now(), place, names: chosen.names, ...before }
  const outcomes = good.length ? await KINDS[action]!(good, of) : []
  const byLine = new Map(good.map(({ n }, at) => [n, outcomes[at]!]))
  return read.map(({ n, values, rejected }) => ({
    n,
    values,
    outcome: byLine.get(n) ?? { title: titleOf(values), ...rejected! },
  }))
}

function readLine(
  n: number,
  cells: readonly string[],
  { columns, forAll }: Columns,
  { fields, needs, knownBy }: Import,
  writing: Writing,
): ReadLine & { rejected?: { rejected: string; example?: string } } {
  const values: Record<string, Value> = {}
  const problems: { label: string; problem: string; cell: string }[] = []
  const cellOf = ({ name }: Pick<ImportField, 'name'>) => {
    const at = columns.indexOf(name)
    return (at >= 0 && cells[at]?.trim()) || forAll[name]?.trim()
  }
  const isGivenElsewhere = (name: string) =>
    (knownBy !== undefined && knownBy !== name && cellOf({ name: knownBy })) ||
    needs.some((any) => any.includes(name) && any.some((other) => other !== name && cellOf({ name: other })))
  for (const field of fields) {
    const cell = cellOf(field)
    if (!cell) continue
    const read = readCell(field, cell, writing)
    if ('value' in read) values[field.name] = read.value
    // What Excel has cut is not needed of a record that another column names.
    else if (read.problem !== CUT || !isGivenElsewhere(field.name))
      problems.push({ label: field.label, problem: read.problem, cell })
    // A day with its clock in one cell.
    const clock = field.type === 'day' && fields.some(({ name }) => name === 'time') && asTime(cell, writing.zone)
    if (clock) values.time ??= clock
  }
  const labelOf = (name: string) => fields.find((field) => field.name === name)!.label
  if (problems.length) {
    const rejected = problems.map(({ label, problem }) => `${label}: ${problem}`).join(REASON_END)
    const example = problems.map(({ cell }) => cell.replace(/\s+/g, ' ').slice(0, EXAMPLE_MOST)).join(REASON_END)
    return { n, values, rejected: { rejected, example } }
  }
  const required = knownBy !== undefined && values[knownBy] !== undefined ? [] : needs
  const missing = required.filter((any) => !any.some((name) => values[name] !== undefined))
  const rejected = missing.map((any) => `${[...new Set(any.map(labelOf))].join(' or ')} is missing`).join(REASON_END)
  return { n, values, ...(rejected && { rejected: { rejected } }) }
}

const titleOf = (values: Readonly<Record<string, Value>>): string =>
  String(values.recipient ?? values.name ?? values.email ?? values.product ?? Object.values(values)[0] ?? '').slice(
    0,
    200,
  )

/** What a field of a line holds, as people read it. */
export const displayValue = ({ type }: ImportField, value: Value): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (type === 'amount') return Number(value).toFixed(2)
  return type === 'day' ? showDay(String(value)) : String(value)
}

/** Of a record that is not there yet: of two lines alike the same. */
const newId = (key: string) => `new ${createHash('sha256').update(key).digest('hex').slice(0, 32)}`

export type Settled = Pick<
  StoredRow,
  'n' | 'recordId' | 'title' | 'version' | 'undo' | 'state' | 'message' | 'example' | 'input'
>

/**
 * What is stored of lines. A line about the same as one before it is refused.
 * @param lineOf of those before these, by what they are about
 */
export function settledOf(outcomes: readonly LineOutcome[], lineOf: ReadonlyMap<string, number>): Settled[] {
  const known = new Map(lineOf)
  return outcomes.map(({ n, outcome }) => {
    const title = outcome.title.slice(0, 500)
    const row = { n, recordId: `line ${n}`, title, version: null, undo: null, example: null, input: null }
    if ('rejected' in outcome)
      return { ...row, state: 'rejected', message: outcome.rejected, example: outcome.example ?? null }
    const recordId = 'id' in outcome && outcome.id ? outcome.id : newId(outcome.key)
    const first = known.get(recordId)
    if (first !== undefined)
      return { ...row, state: 'rejected', message: messages.sameLine, example: `line ${showCount(first)}` }
    known.set(recordId, n)
    if ('same' in outcome) return { ...row, recordId, state: 'same', message: outcome.same }
    const { version = null, undo = null, input } = outcome
    return { ...row, recordId, version, undo, input, state: 'pending', message: '' }
  })
}

/** A refusal with its fields by the names that the file's columns are given. */
export function inColumns({ fields }: Import, { message, errors = [] }: Refusal): string {
  const messages = errors.map((one) => {
    const label = fields.find(({ name }) => name === one.field)?.label
    return label ? `${label}: ${one.message}` : one.message
  })
  return messages.join(REASON_END) || message
}

/** Why its call would not take a line, as far as that can be said without asking it. */
export function refusedIn(kind: Import, { params, query = {}, body }: CallInput): string | undefined {
  try {
    inputOf(kind.call, { params, query, body })
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return inColumns(kind, error)
    throw error
  }
}

export const idOf = (outcome: Outcome): string | undefined =>
  'rejected' in outcome ? undefined : 'id' in outcome && outcome.id ? outcome.id : newId(outcome.key)
