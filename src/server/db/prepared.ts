import { sql, type SQL } from 'drizzle-orm'
import type pg from 'pg'

const MARK = '/* prepared */'

/**
 * A statement that a connection plans once, because the same plan is as good for any values: what looks rows up by ids. Its
 * text is always the same. Of a query builder's statement, `.prepare(name)` says so.
 */
export const prepared = (statement: SQL): SQL => sql`${statement} ${sql.raw(MARK)}`

type Hideable = 'bigint' | 'bigint[]' | 'text[]' | 'timestamptz'

/**
 * A value of a prepared statement that the planner does not see: one by which it expects fewer rows than it would without knowing
 * any would be a reason for it to plan anew each time.
 */
export const hidden = (value: unknown, type: Hideable): SQL =>
  sql`(select ${sql.param(value)}::${sql.raw(type)})${sql.raw(type.endsWith('[]') ? `::${type}` : '')}`

/** Ids as the rows `k (id, place)`, for a prepared statement that reads what they have. */
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
 * Connections that keep the plans of prepared statements, or keep none where a name would not be found again, or be met by
 * somebody else.
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
