import * as z from 'zod/mini'
import { DB_ID_MOST } from './atoms.ts'
import { isDay } from './time.ts'

/**
 * Filters of lists. A filter is one text in addresses, calls, files and saved views: `a,b` any of several, `5..10`, `5..` and
 * `..10` an inclusive range, `5` one value, `-` empty, `*` not empty. A choice can include `-`: `a,-`. A backslash escapes a
 * comma, dash or star that belongs to a value. Relative dates (`relative-day.ts`) are resolved before these schemas.
 */

export const FILTER_KINDS = ['choice', 'amount', 'count', 'day'] as const
export type FilterKind = (typeof FILTER_KINDS)[number]

/** A validated text of a filter. */
declare const kind: unique symbol
export type FilterText<K extends FilterKind> = string & { readonly [kind]: K }

/** Describes a query field that is a filter. */
export type FilterOf = {
  kind: FilterKind
  /** Whether the field can be empty, so that `-` and `*` are allowed. */
  canBeEmpty: boolean
  /** All values of a choice, if they are few. */
  values?: readonly string[]
}
const known = new WeakMap<z.core.$ZodType, FilterOf>()
export const filterOf = (schema: z.core.$ZodType | undefined): FilterOf | undefined => schema && known.get(schema)

export const NONE = '-'
export const SOME = '*'

const TEXT_MOST = 400
const NEVER_EMPTY = 'This field is never empty'

/** @param wrong returns the error for a text other than empty or not empty */
function filter<K extends FilterKind>(of: FilterOf & { kind: K }, wrong: (text: string) => string | undefined) {
  const schema = z.optional(
    z.pipe(
      z.string().check(
        z.trim(),
        z.maxLength(TEXT_MOST, `Enter up to ${TEXT_MOST} characters`),
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

/** A choice of values from a list or by a rule. @param wrong error for another value */
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

/** A choice of yes or no. */
export const yesNo = (name: string) => choice(['yes', 'no'], `${name} must be yes or no`)

const isId = (text: string) => /^\d{1,10}$/.test(text) && Number(text) >= 1 && Number(text) <= DB_ID_MOST
/** A choice of records, by their ids. */
export const idChoice = (unknown: string, empty?: Empty) => choice(isId, unknown, empty)

/** A choice of texts that are not known in advance. */
export const textChoice = (most: number, empty?: Empty) =>
  choice((text) => text.length <= most, `Enter 1 to ${most} characters for each value`, empty)

/** A range of naira, with up to two decimals. */
export const amounts = ({ canBeEmpty = false }: Empty = {}) =>
  filter({ kind: 'amount', canBeEmpty }, (text) =>
    wrongRange(text, /^\d{1,10}(\.\d{1,2})?$/, 'Enter an amount or a range of amounts, such as 1000..5000', Number),
  )

/** A range of integers. */
export const counts = ({ canBeEmpty = false }: Empty = {}) =>
  filter({ kind: 'count', canBeEmpty }, (text) =>
    wrongRange(text, /^\d{1,9}$/, 'Enter a number or a range of numbers, such as 10..50', Number),
  )

/** A range of calendar days of the chain's zone. */
export const days = ({ canBeEmpty = false }: Empty = {}) =>
  filter({ kind: 'day', canBeEmpty }, (text) =>
    wrongRange(text, isDay, 'Enter a day (YYYY-MM-DD) or a range of days, such as 2026-11-01..2026-11-30', String),
  )

const ESCAPED = /\\(.)/g
const escape = (value: string) => value.replace(/[\\,]/g, '\\$&').replace(/^[-*]$/, '\\$&')

const partsOf = (text: string) => text.match(/(?:\\.|[^,\\])+/g) ?? ([] as string[])
const valuesIn = (text: string) =>
  partsOf(text)
    .filter((part) => part !== NONE)
    .map((part) => part.replace(ESCAPED, '$1'))

export type Choice = { values: string[]; orNone: boolean }
/** Parses a choice; 'some' means not empty. */
export const readChoice = (text: string): Choice | 'some' =>
  text === SOME ? 'some' : { values: [...new Set(valuesIn(text))], orNone: asksForNone(text) }

export const asksForNone = (text: string): boolean => partsOf(text).includes(NONE)

/** Formats a choice; undefined if nothing is chosen. */
export const writeChoice = ({ values, orNone }: Choice): string | undefined =>
  [...values.map(escape), ...(orNone ? [NONE] : [])].join(',') || undefined

export type Ends = { from?: string | undefined; to?: string | undefined }
/** Parses a range; a single value is both its ends. */
export function readRange(text: string): Ends | 'none' | 'some' {
  if (text === NONE) return 'none'
  if (text === SOME) return 'some'
  const [from, to = from] = text.split('..')
  return { from: from || undefined, to: to || undefined }
}

/** Formats a range; undefined if it has no ends. */
export const writeRange = ({ from = '', to = '' }: Ends): string | undefined =>
  from || to ? (from === to ? from : `${from}..${to}`) : undefined

/** Whether a value matches a choice; '' is empty. */
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

/** Maps each end of a text that can be a range. */
export const mapEnds = (text: string, to: (part: string) => string): string => text.split('..').map(to).join('..')
