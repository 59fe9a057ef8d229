import { sql, type SQL } from 'drizzle-orm'
import type pg from 'pg'

const MARK = '/* prepared */'

/**
 * Marks a statement that a connection plans once, because one plan suits all values, such as a look-up by IDs. The text
 * must always be the same. For a statement of the query builder use `.prepare(name)`.
 */
export const prepared = (statement: SQL): SQL => sql`${statement} ${sql.raw(MARK)}`

type Hideable = 'bigint' | 'bigint[]' | 'text[]' | 'timestamptz'

/**
 * Hides a value of a prepared statement from the planner. Otherwise the planner may expect fewer rows for the value and
 * plan the statement each time.
 */
export const hidden = (value: unknown, type: Hideable): SQL =>
  sql`(select ${sql.param(value)}::${sql.raw(type)})${sql.raw(type.endsWith('[]') ? `::${type}` : '')}`

/** Returns IDs as the rows `k (id, place)`, for a prepared statement that reads their data. */
export const orderedBy = (ids: readonly (number | string)[]): SQL =>
  sql`unnest(${hidden(ids, 'bigint[]')}) with ordinality k (id, place)`

const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? `prepared ${names.size + 1}`
  names.set(text, name)
  return name
}

type Given = [query: string | { text?: string; name?: string | undefined; submit?: unknown }, ...rest: unknown[]]

/**
 * Returns connections that keep the plans of prepared statements. With `keeps` false they have none: a name might not
 * be found again, or might belong to another client.
 */
export const preparing =
  (keeps: boolean) =>
  (Base: typeof pg.Client): typeof pg.Client => {
    class Preparing extends Base {
      override query(...given: Given) {
        const [query, ...rest] = given
        if (typeof query === 'object' && query.text !== undefined && !query.submit) {
          const { text, name = text.endsWith(MARK) ? nameOf(text) : undefined } = query
          if (name) return super.query({ ...query, name: keeps ? name : undefined } as never, ...(rest as [never]))
        }
        return super.query(...(given as unknown as [never]))
      }
    }
    return Preparing as unknown as typeof pg.Client
  }
