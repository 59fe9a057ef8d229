import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod/mini'
import type { Db } from './connect.ts'

/** Columns of an answer, by name, with the type that the database driver returns. */
export type Shape = Readonly<Record<string, z.ZodMiniType>>
export type RowOf<S extends Shape> = z.infer<z.ZodMiniObject<S>>

/** Counts, sums and integers, also of 64 bits. */
export const number = z.number()
/** Texts, and also instants, dates and numerics, which arrive as text. */
export const text = z.string()
export const bool = z.boolean()
export const bytes = z.custom<Buffer>((value) => Buffer.isBuffer(value))
/** Text from a fixed set, guaranteed by a check of the table or by the statement. */
export const textOf = <T extends string>() => z.custom<T>((value) => typeof value === 'string')
export const arrayOf = z.array
/** Value of `json` or `jsonb`, or an array of values other than the above. */
export const json = <T>() => z.custom<T>((value) => value !== undefined && value !== null)
export const orNull = z.nullable
/** Nullable column that is not null in any row of this statement. */
export const present = z.nonoptional
/** Column that only some statements of the description select. */
export const maybe = z.optional

/**
 * Runs a statement with described rows: `` query(db, { id: number })`select id from movies` ``, or with the statement
 * as an argument. In tests and in development the rows are checked: a column with another name or type, an undescribed
 * nullable one, or an undescribed one is an error with its name.
 */
export const query =
  <S extends Shape>(db: Db, shape: S) =>
  async (statement: TemplateStringsArray | SQL, ...values: unknown[]): Promise<Described<S>> => {
    const result = await db.execute('raw' in statement ? sql(statement, ...values) : statement)
    // A simulated database in a test has no fields.
    if (IS_CHECKED && result.fields) check(shape, result)
    return result as never
  }

type Described<S extends Shape> = { rows: RowOf<S>[]; rowCount: number | null }
type Result = {
  fields: { name: string; tableID?: number; columnID?: number }[]
  rows: Record<string, unknown>[]
}

const IS_CHECKED = process.env.NODE_ENV === 'test' || process.env.NODE_ENV === 'development'
/** Number of rows checked of a large answer. */
const ROWS_CHECKED = 100
/** Names of nullable columns, by table oid and column number. */
let nullable = new Map<string, string>()

/** Reads which columns are nullable, so that none is described as never null. */
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
