import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod/mini'
import type { Db } from './connect.ts'

/** A row that a statement answers: what its columns are called, and what each holds as it comes from the database. */
export type Shape = Readonly<Record<string, z.ZodMiniType>>
export type RowOf<S extends Shape> = z.infer<z.ZodMiniObject<S>>

/** Counts and sums; integers of 64 bits too. */
export const number = z.number()
/** Texts; instants, dates and numerics too, which come as text. */
export const text = z.string()
export const bool = z.boolean()
export const bytes = z.custom<Buffer>((value) => Buffer.isBuffer(value))
/** One of some texts that a check of the table, or the statement, allows. */
export const textOf = <T extends string>() => z.custom<T>((value) => typeof value === 'string')
export const arrayOf = z.array
/** Of `json` and `jsonb`, and arrays of what is none of the above. */
export const json = <T>() => z.custom<T>((value) => value !== undefined && value !== null)
export const orNull = z.nullable
/** Of a column that may be null, and is not in any row of this statement. */
export const present = z.nonoptional
/** A column that only some statements of the description select. */
export const maybe = z.optional

/**
 * A statement whose rows are described: `` query(db, { id: number })`select id from movies` ``, or with the statement as its
 * argument. In tests and in development the rows are held against the description: a column that has another name or
 * type, that may be null, or that nobody described, is an error that names it.
 */
export const query =
  <S extends Shape>(db: Db, shape: S) =>
  async (statement: TemplateStringsArray | SQL, ...values: unknown[]): Promise<Described<S>> => {
    const result = await db.execute('raw' in statement ? sql(statement, ...values) : statement)
    // A test's stand-in for a database has no fields.
    if (IS_CHECKED && result.fields) check(shape, result)
    return result as never
  }

type Described<S extends Shape> = { rows: RowOf<S>[]; rowCount: number | null }
type Result = {
  fields: { name: string; tableID?: number; columnID?: number }[]
  rows: Record<string, unknown>[]
}

const IS_CHECKED = process.env.NODE_ENV === 'test' || process.env.NODE_ENV === 'development'
/** Of a large answer, so many rows show what all are. */
const ROWS_CHECKED = 100
/** By a table's oid and a column's number: what the column is called, where it may be null. */
let nullable = new Map<string, string>()

/** Reads which columns may be null, so that none of them is described as if it never were. */
export async function learnNullable(db: Db): Promise<void> {
  const { rows } = await db.execute<{ key: string; name: string }>(sql`
    select attrelid || '.' || attnum as key, attname as name from pg_attribute
    where attnum > 0 and not attnotnull and attrelid in (select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace)`)
  nullable = new Map(rows.map(({ key, name }) => [key, name]))
}

const takes = (column: z.ZodMiniType, value: unknown) => z.safeParse(column, value).success

function check(shape: Shape, { fields, rows }: Result): void {
  const named = new Set(fields.map(({ name }) => name))
  const problems = [
    ...[...named].filter((name) => !Object.hasOwn(shape, name)).map((name) => `${name} is not described`),
    ...Object.entries(shape).flatMap(([name, column]) => {
      if (!named.has(name)) return takes(column, undefined) ? [] : [`${name} is not selected`]
      const wrong = rows.slice(0, ROWS_CHECKED).find((row) => !takes(column, row[name]))
      return wrong ? [`${name} is ${JSON.stringify(wrong[name])}`] : []
    }),
    ...fields
      .filter(({ name, tableID, columnID }) => {
        const column = shape[name]
        const canBeNull = nullable.get(`${tableID}.${columnID}`) === name
        return canBeNull && column && column._zod.def.type !== 'nonoptional' && !takes(column, null)
      })
      .map(({ name }) => `${name} may be null`),
  ]
  if (problems.length) throw new TypeError(`A row is not as it is described: ${problems.join(', ')}`)
}
