import { sql, type SQL } from 'drizzle-orm'
import { readChoice, readRange, type FilterText } from '#contract/filter.ts'
import { toKobo } from '#contract/money.ts'
import { addDays, startOfDay } from '#contract/time.ts'
import { listOf } from './rows.ts'

/** Returns the condition of a list's filter (`#contract/filter.ts`) on a column; undefined: no filter. */

type Choosing = {
  type?: 'text' | 'bigint'
  /** Converts a value of the filter to a value of the column. */
  as?: (value: string) => unknown
}

export function isChosen(
  text: FilterText<'choice'> | undefined,
  of: SQL,
  { type = 'text', as = (value) => value }: Choosing = {},
): SQL | undefined {
  if (text === undefined) return
  const chosen = readChoice(text)
  if (chosen === 'some') return sql`${of} is not null`
  const values = chosen.values.map(as)
  // One value keeps the order of an index that begins with the column; for a list of values the planner does not know
  // it.
  const isOne = values.length === 1 ? sql`${of} = ${values[0]}` : sql`${of} = any(${listOf(values, type)})`
  if (!chosen.orNone) return isOne
  return values.length ? sql`(${isOne} or ${of} is null)` : sql`${of} is null`
}

/** Returns whether any of the chosen conditions is true, for a choice without a column. */
export function isAnyOf(text: FilterText<'choice'> | undefined, conditions: (value: string) => SQL): SQL | undefined {
  if (text === undefined) return
  const chosen = readChoice(text)
  if (chosen === 'some') return
  return sql`(${sql.join(chosen.values.map(conditions), sql` or `)})`
}

/** Filters by yes or no on a condition that is never null. */
export const isSo = (text: FilterText<'choice'> | undefined, of: SQL) =>
  isAnyOf(text, (value) => (value === 'yes' ? of : sql`not (${of})`))

function isBetween(
  text: FilterText<'amount' | 'count' | 'day'> | undefined,
  of: SQL,
  from: (end: string) => SQL,
  to: (end: string) => SQL,
): SQL | undefined {
  if (text === undefined) return
  const range = readRange(text)
  if (range === 'none') return sql`${of} is null`
  if (range === 'some') return sql`${of} is not null`
  const ends = [
    ...(range.from === undefined ? [] : [from(range.from)]),
    ...(range.to === undefined ? [] : [to(range.to)]),
  ]
  return sql`(${sql.join(ends, sql` and `)})`
}

/** Filters by naira on a column of kobo. */
export const isAmount = (text: FilterText<'amount'> | undefined, of: SQL) =>
  isBetween(
    text,
    of,
    (naira) => sql`${of} >= ${toKobo(Number(naira))}`,
    (naira) => sql`${of} <= ${toKobo(Number(naira))}`,
  )

export const isCount = (text: FilterText<'count'> | undefined, of: SQL) =>
  isBetween(
    text,
    of,
    (count) => sql`${of} >= ${Number(count)}`,
    (count) => sql`${of} <= ${Number(count)}`,
  )

/** Filters by days of a zone on a column of instants. */
export const isOnDays = (text: FilterText<'day'> | undefined, of: SQL, zone: string) =>
  isBetween(
    text,
    of,
    (day) => sql`${of} >= ${startOfDay(day, zone).toISOString()}`,
    (day) => sql`${of} < ${startOfDay(addDays(day, 1), zone).toISOString()}`,
  )

/** Filters by days on a column of dates. */
export const isOnDates = (text: FilterText<'day'> | undefined, of: SQL) =>
  isBetween(
    text,
    of,
    (day) => sql`${of} >= ${day}`,
    (day) => sql`${of} <= ${day}`,
  )

/** Joins conditions by `and`. */
export const allOf = (conditions: readonly (SQL | undefined)[]): SQL => {
  const those = conditions.filter((condition) => condition !== undefined)
  return those.length ? sql.join(those, sql` and `) : sql`true`
}
