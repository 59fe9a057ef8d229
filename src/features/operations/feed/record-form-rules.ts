/** The form by which staff correct a line: its fields as the contract has them, and what is typed into them. */
import type * as z from 'zod/mini'
import { clockOf, dayOf, instantAt, isDay } from '#contract/time.ts'
import { asTyped, typedNumber, UNCLEAR } from '#contract/typed-number.ts'
import { RECORD_SCHEMAS, MEANINGS } from './records-contract.ts'
import { fieldLabel, describeReason, RECORD_NOUNS, type RecordType } from './rules.ts'

type SentRecord = Readonly<Record<string, unknown>>

/** What is typed into a field is text, also of `yesNo`; `texts` have commas between them. */
type Kind = 'text' | 'texts' | 'count' | 'naira' | 'instant' | 'day' | 'choice' | 'yesNo' | 'cinema' | 'movie' | 'rows'
export type RecordField = {
  name: string
  label: string
  kind: Kind
  /** It cannot be left out. */
  isNeeded: boolean
  /** Of a choice. */
  options: readonly string[]
  /** Of rows. */
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
 * The fields of an object in their order. Its id stays, and what has no field here is in the line's JSON alone.
 * @param noun what happened at `at`
 */
const fieldsIn = (schema: z.core.$ZodType, noun = ''): RecordField[] =>
  Object.entries(defOf(schema).shape ?? {}).flatMap(([name, of]) => {
    const field = name === 'id' ? undefined : fieldOf(of)
    return field ? { name, label: labelOf(name, field.kind, noun), ...field } : []
  })

/** What is chosen by its name is no ID to people; of an instant a date and a time are named. */
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

/** What is typed of a line, or of one of its rows, beside what it was. `key` tells rows apart. */
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

/** What can be no row is in the JSON alone. */
const rowsIn = (value: unknown): SentRecord[] =>
  Array.isArray(value) && value.every((row) => row && typeof row === 'object') ? (value as SentRecord[]) : []

/** The line as it is to be: what was not changed is as it was, to the second, and what is left empty is not there. */
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

/** What is unclear stays text, which the contract refuses. */
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

/** Why a text is no value of its field; undefined where the contract says what is wrong with it. */
function unclear({ kind }: RecordField, text: string): string | undefined {
  if (kind === 'naira' && Number.isNaN(typedNumber(text))) return UNCLEAR
  if (kind !== 'instant') return
  const [day = '', clock = ''] = text.split('T')
  return isDay(day) && clock ? undefined : 'Enter a day and a time'
}

/** What is wrong with a draft, by the paths of its fields: `lines.0.amount`. */
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

/** Whether a path is that of a field that is shown. */
export const hasField = (recordType: RecordType, draft: RecordDraft, path: string): boolean =>
  path in draft.rows || [...textsIn(fieldsOf(recordType), draft)].some(([at]) => at === path)
