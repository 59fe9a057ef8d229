import { createHash } from 'node:crypto'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import type { Principal } from '#server/http/principal.ts'
import { Refusal } from '#server/http/problem.ts'
import { seenBy } from '#server/http/reach.ts'
import { inputOf } from '#server/http/run-for.ts'
import { showDay } from '#contract/time.ts'
import type { Asked } from '../action-rules.ts'
import type { Import } from '../kind-rules.ts'
import { dateOrderOf, messages, type Columns, type DatesSeen } from '../import-rules.ts'
import { readCell, type ImportField, type Value } from '../cell-rules.ts'
import { KINDS, type Meant, type ReadLine } from './import-kinds.ts'
import type { StoredRow } from './store.ts'

type Line = { n: number; cells: readonly string[] }
type Of = { app: App; me: Principal; action: string; kind: Import; place: Readonly<Record<string, string>> }
type Before = { taken: readonly string[]; lineOf: (title: string) => number | undefined }

/** What a line says and is to become; `refused` where it cannot be read. */
type Said = { n: number; values: Readonly<Record<string, Value>>; meant: Meant }

/** What lines of a file are to become, with some columns; in their order. */
export async function meantBy(
  lines: readonly Line[],
  { chosen, seen }: { chosen: Columns; seen: readonly DatesSeen[] },
  { app, me, action, kind, place }: Of,
  before: Before,
): Promise<Said[]> {
  const dates = dateOrderOf(chosen, seen, kind.fields) ?? 'dmy'
  const read = lines.map(({ n, cells }) => readLine(n, cells, chosen, kind, dates))
  const good = read.filter(({ problem }) => !problem)
  const db: Db = seenBy(me, kind.call.may, app.db)
  const meant = good.length ? await KINDS[action]!(good, { app, db, now: app.clock.now(), place, ...before }) : []
  const byLine = new Map(good.map(({ n }, at) => [n, meant[at]!]))
  return read.map(({ n, values, problem }) => ({
    n,
    values,
    meant: byLine.get(n) ?? { title: titleOf(values), refused: problem! },
  }))
}

function readLine(
  n: number,
  cells: readonly string[],
  { columns, forAll }: Columns,
  { fields, needs }: Import,
  dates: 'dmy' | 'mdy',
): ReadLine & { problem?: string } {
  const values: Record<string, Value> = {}
  const problems: string[] = []
  const take = (field: ImportField, cell: string) => {
    const read = readCell(field, cell, dates)
    if ('problem' in read) problems.push(`${field.label}: ${read.problem}`)
    else values[field.name] = read.value
  }
  for (const field of fields) {
    const at = columns.indexOf(field.name)
    const cell = (at >= 0 && cells[at]?.trim()) || forAll[field.name]?.trim()
    if (cell) take(field, cell)
    // A day with its clock in one cell.
    if (cell && field.type === 'day' && fields.some(({ name }) => name === 'time') && /\d[T ]\d{1,2}:\d\d/.test(cell))
      values.time ??= cell.replace(/^.*[T ](\d{1,2}:\d\d).*$/, (_, clock: string) => clock.padStart(5, '0'))
  }
  const labelOf = (name: string) => fields.find((field) => field.name === name)!.label
  if (!problems.length)
    for (const any of needs)
      if (!any.some((name) => values[name] !== undefined))
        problems.push(`${[...new Set(any.map(labelOf))].join(' or ')} is missing`)
  return { n, values, ...(problems.length && { problem: problems.join('; ') }) }
}

const titleOf = (values: Readonly<Record<string, Value>>): string =>
  String(values.recipient ?? values.name ?? values.email ?? values.product ?? Object.values(values)[0] ?? '').slice(
    0,
    200,
  )

/** What a field of a line holds, as people read it. */
export const shownValue = ({ type }: ImportField, value: Value): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (type === 'amount') return Number(value).toFixed(2)
  return type === 'day' ? showDay(String(value)) : String(value)
}

/** Of a record that is not there yet: of two lines alike the same. */
const newId = (key: string) => `new ${createHash('sha256').update(key).digest('hex').slice(0, 32)}`

export type Settled = Pick<StoredRow, 'n' | 'recordId' | 'title' | 'version' | 'was' | 'state' | 'message' | 'given'>

/**
 * What is stored of lines. A line about the same as one before it is refused.
 * @param lineOf of those before these, by what they are about
 */
export function settledOf(said: readonly Said[], lineOf: ReadonlyMap<string, number>): Settled[] {
  const known = new Map(lineOf)
  return said.map(({ n, meant }) => {
    const row = { n, recordId: `line ${n}`, title: meant.title.slice(0, 500), version: null, was: null, given: null }
    if ('refused' in meant) return { ...row, state: 'refused', message: meant.refused }
    const recordId = 'id' in meant && meant.id ? meant.id : newId(meant.key)
    const first = known.get(recordId)
    if (first !== undefined) return { ...row, state: 'refused', message: messages.sameLine(first) }
    known.set(recordId, n)
    if ('same' in meant) return { ...row, recordId, state: 'same', message: meant.same }
    const { version = null, was = null, given } = meant
    return { ...row, recordId, version, was, given, state: 'waiting', message: '' }
  })
}

/** A refusal with its fields by the names that the file's columns are given. */
export function inColumns({ fields }: Import, { message, errors = [] }: Refusal): string {
  const said = errors.map((one) => {
    const label = fields.find(({ name }) => name === one.field)?.label
    return label ? `${label}: ${one.message}` : one.message
  })
  return said.join('; ') || message
}

/** Why its call would not take a line, as far as that can be said without asking it. */
export function refusedIn(kind: Import, { params, query = {}, body }: Asked): string | undefined {
  try {
    inputOf(kind.call, { params, query, body })
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return inColumns(kind, error)
    throw error
  }
}

export const idOf = (meant: Meant): string | undefined =>
  'refused' in meant ? undefined : 'id' in meant && meant.id ? meant.id : newId(meant.key)
