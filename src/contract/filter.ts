import * as z from 'zod/mini'
import { DB_ID_MOST } from './atoms.ts'
import { isDay } from './time.ts'

/**
 * Filters of lists. One text says what is asked of a field, the same in an address, a call, a file and a saved view:
 * `a,b` any of several, `5..10`, `5..` and `..10` a range with both ends in it, `5` that alone, `-` empty, `*` not empty.
 * In a choice `-` may stand among the others: `a,-`. A comma, dash or star that is a value's own has a backslash before it.
 * Days may move with the calendar (`relative-day.ts`) before a schema here sees them.
 */

export const FILTER_KINDS = ['choice', 'amount', 'count', 'day'] as const
export type FilterKind = (typeof FILTER_KINDS)[number]

/** The text of a filter, checked: it says the same to everybody who reads it. */
declare const kind: unique symbol
export type FilterText<K extends FilterKind> = string & { readonly [kind]: K }

/** What a field of a query is as a filter. */
export type FilterOf = {
  kind: FilterKind
  /** Whether the field can be empty, so that it can be asked for. */
  canBeEmpty: boolean
  /** All there are, of a choice among few. */
  values?: readonly string[]
}
const known = new WeakMap<z.core.$ZodType, FilterOf>()
export const filterOf = (schema: z.core.$ZodType | undefined): FilterOf | undefined => schema && known.get(schema)

export const NONE = '-'
export const SOME = '*'

const TEXT_MOST = 400
const NEVER_EMPTY = 'This is never empty'

/** @param wrong what is wrong with a text that says more than empty or not empty */
function filter<K extends FilterKind>(of: FilterOf & { kind: K }, wrong: (text: string) => string | undefined) {
  const schema = z.optional(
    z.pipe(
      z.string().check(
        z.trim(),
        z.maxLength(TEXT_MOST, `At most ${TEXT_MOST} characters`),
        z.check<string>(({ value, issues }) => {
          const message = value !== NONE && value !== SOME ? wrong(value) : of.canBeEmpty ? undefined : NEVER_EMPTY
          if (message !== undefined) issues.push({ code: 'custom', input: value, message })
        }),
      ),
      z.transform((text) => text as FilterText<K>),
    ),
  )
  known.set(schema, of)
  return schema
}

type Empty = { canBeEmpty?: boolean }

/** Any of some values, or of those that a rule takes; `wrong` answers another. */
export const choice = (
  of: readonly string[] | ((value: string) => boolean),
  wrong: string,
  { canBeEmpty = false }: Empty = {},
) =>
  filter({ kind: 'choice', canBeEmpty, ...(typeof of !== 'function' && { values: of }) }, (text) => {
    const { values, orNone } = readChoice(text) as Choice
    if (orNone && !canBeEmpty) return NEVER_EMPTY
    if (!values.length && !orNone) return wrong
    return values.every((value) => (typeof of === 'function' ? of(value) : of.includes(value))) ? undefined : wrong
  })

/** Whether something is so. */
export const yesNo = (name: string) => choice(['yes', 'no'], `${name} is yes or no`)

const isId = (text: string) => /^\d{1,10}$/.test(text) && Number(text) >= 1 && Number(text) <= DB_ID_MOST
/** Any of some records, by their ids. */
export const idChoice = (unknown: string, empty?: Empty) => choice(isId, unknown, empty)

/** Any of some texts that nobody knows beforehand. */
export const textChoice = (most: number, empty?: Empty) =>
  choice((text) => text.length <= most, `From 1 to ${most} characters each`, empty)

/** Naira, with at most two decimals. */
export const amounts = ({ canBeEmpty = false }: Empty = {}) =>
  filter({ kind: 'amount', canBeEmpty }, (text) =>
    wrongRange(text, /^\d{1,10}(\.\d{1,2})?$/, 'Not an amount or a range of amounts, such as 1000..5000', Number),
  )

/** Whole numbers. */
export const counts = ({ canBeEmpty = false }: Empty = {}) =>
  filter({ kind: 'count', canBeEmpty }, (text) =>
    wrongRange(text, /^\d{1,9}$/, 'Not a number or a range of numbers, such as 10..50', Number),
  )

/** Calendar days of the chain's zone. */
export const days = ({ canBeEmpty = false }: Empty = {}) =>
  filter({ kind: 'day', canBeEmpty }, (text) =>
    wrongRange(text, isDay, 'Not a day (YYYY-MM-DD) or a range of days, such as 2026-11-01..2026-11-30', String),
  )

const ESCAPED = /\\(.)/g
const escape = (value: string) => value.replace(/[\\,]/g, '\\$&').replace(/^[-*]$/, '\\$&')

const partsOf = (text: string) => text.match(/(?:\\.|[^,\\])+/g) ?? ([] as string[])
const valuesIn = (text: string) =>
  partsOf(text)
    .filter((part) => part !== NONE)
    .map((part) => part.replace(ESCAPED, '$1'))

export type Choice = { values: string[]; orNone: boolean }
/** What a choice says; 'some' is whatever is not empty. */
export const readChoice = (text: string): Choice | 'some' =>
  text === SOME ? 'some' : { values: [...new Set(valuesIn(text))], orNone: asksForNone(text) }

export const asksForNone = (text: string): boolean => partsOf(text).includes(NONE)

/** The text of a choice; undefined of none. */
export const writeChoice = ({ values, orNone }: Choice): string | undefined =>
  [...values.map(escape), ...(orNone ? [NONE] : [])].join(',') || undefined

export type Ends = { from?: string | undefined; to?: string | undefined }
/** What a range says: one value is both its ends. */
export function readRange(text: string): Ends | 'none' | 'some' {
  if (text === NONE) return 'none'
  if (text === SOME) return 'some'
  const [from, to = from] = text.split('..')
  return { from: from || undefined, to: to || undefined }
}

/** The text of a range; undefined of one without ends. */
export const writeRange = ({ from = '', to = '' }: Ends): string | undefined =>
  from || to ? (from === to ? from : `${from}..${to}`) : undefined

/** Whether a value at hand is what is asked for; an empty one is ''. */
export function isAmong(text: FilterText<'choice'> | undefined, value: string): boolean {
  if (text === undefined) return true
  const chosen = readChoice(text)
  if (chosen === 'some') return value !== ''
  return value === '' ? chosen.orNone : chosen.values.includes(value)
}
export function isWithin(text: FilterText<'amount' | 'count'> | undefined, value: number): boolean {
  if (text === undefined) return true
  const range = readRange(text)
  if (typeof range === 'string') return range === 'some'
  return value >= Number(range.from ?? -Infinity) && value <= Number(range.to ?? Infinity)
}

function wrongRange<T extends number | string>(
  text: string,
  is: RegExp | ((part: string) => boolean),
  wrong: string,
  read: (part: string) => T,
): string | undefined {
  const parts = text.split('..')
  const given = parts.filter((part) => part !== '')
  const isOne = (part: string) => (typeof is === 'function' ? is(part) : is.test(part))
  if (parts.length > 2 || !given.length || !given.every(isOne)) return wrong
  return given.length === 2 && read(given[0]!) > read(given[1]!) ? 'The end is before the start' : undefined
}

/** Each part of a text that can be a range, in other words. */
export const mapEnds = (text: string, to: (part: string) => string): string => text.split('..').map(to).join('..')
