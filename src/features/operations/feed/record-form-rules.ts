/** Form in which staff correct a record: its fields from the contract, and their values as typed. */
import type * as z from 'zod/mini'
import { clockOf, dayOf, instantAt, isDay } from '#contract/time.ts'
import { asTyped, typedNumber, UNCLEAR } from '#contract/typed-number.ts'
import { RECORD_SCHEMAS, MEANINGS } from './records-contract.ts'
import { fieldLabel, describeReason, RECORD_NOUNS, type RecordType } from './rules.ts'

type SentRecord = Readonly<Record<string, unknown>>

/** Kinds of fields. Each value is typed as text, `yesNo` too; `texts` are separated by commas. */
type Kind = 'text' | 'texts' | 'count' | 'naira' | 'instant' | 'day' | 'choice' | 'yesNo' | 'cinema' | 'movie' | 'rows'
export type RecordField = {
  name: string
  label: string
  kind: Kind
  /** Required field. */
  isNeeded: boolean
  /** Options of a choice. */
  options: readonly string[]
  /** Fields of each row. */
  fields: readonly RecordField[]
}

type Def = {
  type: string
  format?: string
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  element?: z.core.$ZodType
  shape?: Record<string, z.core.$ZodType>
  entries?: Record<string, string>
  values?: string[]
}
const defOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Def

/**
 * Lists the fields of an object in order. The id is fixed, and anything without a field here is edited only in the
 * JSON.
 * @param noun what happened at `at`
 */
const fieldsIn = (schema: z.core.$ZodType, noun = ''): RecordField[] =>
  Object.entries(defOf(schema).shape ?? {}).flatMap(([name, of]) => {
    const field = name === 'id' ? undefined : fieldOf(of)
    return field ? { name, label: labelOf(name, field.kind, noun), ...field } : []
  })

/** Returns the label of a field. A choice by name drops “ID”; an instant becomes a date and a time. */
function labelOf(name: string, kind: Kind, noun: string): string {
  if (kind === 'instant') return name === 'at' ? noun : fieldLabel(name).replace(/ at$/, '')
  return kind === 'cinema' || kind === 'movie' ? fieldLabel(name).replace(/ ID$/, '') : fieldLabel(name)
}

function fieldOf(outer: z.core.$ZodType): Omit<RecordField, 'name' | 'label'> | undefined {
  let schema = outer
  while (['optional', 'nullable', 'pipe'].includes(defOf(schema).type))
    schema = (defOf(schema).innerType ?? defOf(schema).in)!
  const { type, format, element, entries, values } = defOf(schema)
  const plain = { isNeeded: schema === outer, options: [], fields: [] }
  const meaning = MEANINGS.get(schema)?.meaning
  if (meaning) return { ...plain, kind: meaning }
  if (type === 'string') return { ...plain, kind: format === 'datetime' ? 'instant' : 'text' }
  if (type === 'number') return { ...plain, kind: 'count' }
  if (type === 'boolean') return { ...plain, kind: 'yesNo' }
  if (type === 'enum') return { ...plain, kind: 'choice', options: Object.values(entries!) }
  if (type === 'literal') return { ...plain, kind: 'choice', options: values! }
  if (type === 'array' && defOf(element!).type === 'string') return { ...plain, kind: 'texts' }
  if (type === 'array') return { ...plain, kind: 'rows', fields: fieldsIn(element!) }
}

const known = new Map<RecordType, RecordField[]>()
export function fieldsOf(recordType: RecordType): readonly RecordField[] {
  const fields =
    known.get(recordType) ??
    fieldsIn(RECORD_SCHEMAS[recordType], (RECORD_NOUNS as Partial<Record<RecordType, string>>)[recordType] ?? 'Event')
  known.set(recordType, fields)
  return fields
}

/** Typed values of a record or of one of its rows, with the original. `key` identifies a row. */
export type RecordDraft = {
  key: number
  was: SentRecord
  typed: Readonly<Record<string, string>>
  rows: Readonly<Record<string, readonly RecordDraft[]>>
}

export function draftOf(fields: readonly RecordField[], line: SentRecord, zone: string, key = 0): RecordDraft {
  const plain = fields.filter(({ kind }) => kind !== 'rows')
  const lists = fields.filter(({ kind }) => kind === 'rows')
  return {
    key,
    was: line,
    typed: Object.fromEntries(plain.map((field) => [field.name, textOf(field, line[field.name], zone)])),
    rows: Object.fromEntries(
      lists.map(({ name, fields: of }) => [name, rowsIn(line[name]).map((row, n) => draftOf(of, row, zone, n))]),
    ),
  }
}

/** Returns the rows of a list, or none if the list has other values: those are edited only in the JSON. */
const rowsIn = (value: unknown): SentRecord[] =>
  Array.isArray(value) && value.every((row) => row && typeof row === 'object') ? (value as SentRecord[]) : []

/** Builds the new record. Unchanged fields keep their value, times to the second; empty fields are omitted. */
export function recordOf(fields: readonly RecordField[], { was, typed, rows }: RecordDraft, zone: string): SentRecord {
  const line: Record<string, unknown> = { ...was }
  for (const field of fields) {
    const { name } = field
    if (field.kind === 'rows') {
      const changed = rows[name]!.map((row) => recordOf(field.fields, row, zone))
      if (changed.length || rowsIn(was[name]).length) line[name] = changed
    } else if (typed[name] !== textOf(field, was[name], zone)) {
      const text = typed[name]!.trim()
      if (text === '') delete line[name]
      else line[name] = valueOf(field, text, was[name], zone)
    }
  }
  return line
}

function textOf({ kind }: RecordField, value: unknown, zone: string): string {
  if (value === undefined || value === null) return ''
  if (kind === 'naira' && typeof value === 'number') return asTyped(value)
  if (kind === 'texts' && Array.isArray(value)) return value.join(', ')
  if (kind === 'instant' && !Number.isNaN(Date.parse(String(value))))
    return `${dayOf(String(value), zone)}T${clockOf(String(value), zone)}`
  return String(value)
}

const MINUTE_MS = 60_000

/** Parses a typed value. Unclear text is kept, so that the contract rejects it. */
function valueOf(field: RecordField, text: string, was: unknown, zone: string): unknown {
  switch (field.kind) {
    case 'naira':
      return unclear(field, text) ? text : typedNumber(text)
    case 'count':
      return /^\d+$/.test(text) ? Number(text) : text
    case 'texts':
      return text
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean)
    case 'yesNo':
      return text === 'true'
    case 'instant': {
      if (unclear(field, text)) return text
      const [day, clock] = text.split('T')
      const seconds = Date.parse(String(was)) % MINUTE_MS || 0
      return new Date(instantAt(day!, clock!, zone).getTime() + seconds).toISOString()
    }
    default:
      return text
  }
}

/** Returns why a text is not a value of its field; undefined where the contract reports the problem. */
function unclear({ kind }: RecordField, text: string): string | undefined {
  if (kind === 'naira' && Number.isNaN(typedNumber(text))) return UNCLEAR
  if (kind !== 'instant') return
  const [day = '', clock = ''] = text.split('T')
  return isDay(day) && clock ? undefined : 'Enter a date and a time'
}

/** Returns the errors of a draft by field path: `lines.0.amount`. */
export function draftErrors(recordType: RecordType, draft: RecordDraft, zone: string): Record<string, string> {
  const fields = fieldsOf(recordType)
  const found: Record<string, string> = {}
  for (const [path, field, text] of textsIn(fields, draft)) {
    const reason = text && unclear(field, text)
    if (reason) found[path] = reason
  }
  const parsed = (RECORD_SCHEMAS[recordType] as z.ZodMiniType).safeParse(recordOf(fields, draft, zone))
  for (const { path, message } of parsed.error?.issues ?? []) {
    const at = path.join('.')
    found[at] ??= describeReason(`${at} ${message}`, zone)
  }
  return found
}

function* textsIn(
  fields: readonly RecordField[],
  draft: RecordDraft,
  before = '',
): Generator<[path: string, RecordField, text: string]> {
  for (const field of fields)
    if (field.kind !== 'rows') yield [before + field.name, field, draft.typed[field.name]!]
    else
      for (const [n, row] of draft.rows[field.name]!.entries())
        yield* textsIn(field.fields, row, `${before}${field.name}.${n}.`)
}

/** Returns whether the form has a field for a path. */
export const hasField = (recordType: RecordType, draft: RecordDraft, path: string): boolean =>
  path in draft.rows || [...textsIn(fieldsOf(recordType), draft)].some(([at]) => at === path)
