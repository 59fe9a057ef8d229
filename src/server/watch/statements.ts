import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** Called when a statement is sent. @returns a function to call when it ends */
export type OnStatement = (text: string) => (error?: unknown) => void

type Callback = (error: unknown, ...rest: unknown[]) => void
type Given = [query: string | { text?: string; submit?: unknown }, values?: unknown, callback?: Callback]

/** Makes connections that report the duration of each statement, except streams of rows. */
export function watchedClient(onStatement: OnStatement): typeof pg.Client {
  class Watched extends pg.Client {
    // @ts-expect-error the library's overloads; arguments are passed on unchanged
    override query(...given: Given) {
      const [query] = given
      if (typeof query === 'object' && typeof query.submit === 'function') return super.query(...(given as [never]))
      const over = onStatement(typeof query === 'string' ? query : (query.text ?? ''))
      const at = given.findLastIndex((one) => typeof one === 'function')
      if (at > 0) {
        const callback = given[at] as Callback
        given[at] = (error: unknown, ...rest: unknown[]) => {
          over(error ?? undefined)
          callback(error, ...rest)
        }
        return super.query(...(given as unknown as [never]))
      }
      const answer = super.query(...(given as unknown as [never])) as unknown as Promise<unknown>
      answer.then(
        () => over(),
        (error: unknown) => over(error ?? new Error()),
      )
      return answer
    }
  }
  return Watched as unknown as typeof pg.Client
}

type Connect = (callback?: (...given: unknown[]) => void) => unknown

/**
 * Continues the pool's waiting callers in their own context, not in that of the caller which released the connection.
 */
export function bindWaiting(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as Connect
  const bound: Connect = (callback) => (callback ? connect(AsyncLocalStorage.bind(callback)) : connect())
  pool.connect = bound as typeof pool.connect
}

const TEXT_MOST = 2000
/** Matches quoted values with their prefixes, and numbers. */
const VALUES = /\$(\w*)\$.*?\$\1\$|\b[eEbBxX]?'(?:[^'\\]|''|\\.)*'|'(?:[^'\\]|''|\\.)*'|(?<![\w$.])\d+(?:\.\d+)?\b/gs

/** Removes values from a statement's text. Parameters are separate from it. */
export const withoutValues = (text: string): string => text.replace(VALUES, '?').slice(0, TEXT_MOST)

/** "SELECT", "INSERT", "BEGIN" */
export const operationOf = (text: string): string => /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? 'STATEMENT'
