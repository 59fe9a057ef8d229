import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { App } from './app.ts'
import type { Db } from './db/connect.ts'
import { loggedError } from './http/log.ts'
import { ROOT } from './root.ts'
import { VERSION } from './version.ts'

/** A fault of the server's own: `at` is the call's method and route, or the job. */
export type Failure = { error: unknown; at: string; adminId?: number | undefined; page?: string }

/** A failure as it is kept. */
export type Fault = {
  id: string
  at: string
  message: string
  stack: string
  /** The call's method and route, or the job. */
  component: string
  page: string
  release: string
  admin: number | null
}

/** Takes the server's own faults to where faults are kept, beside what failed. */
export type Failures = {
  /** Answers at once, and never fails: what cannot be kept has been logged. */
  note: (failure: Failure) => void
  /** When all that was noted so far is stored, or given up. */
  settled: () => Promise<void>
}

/** More than these wait only while the database is away or very slow. */
const WAITING_MOST = 500
const AT_ONCE = 100
const OWN = `${ROOT}${path.sep}`
/** The same as modules are named, with a space as %20. */
const OWN_URL = pathToFileURL(OWN).href

/**
 * One writer, which takes what waits together, so that a storm of faults does not take the connections of the requests. A
 * fault of the writer is logged and not noted; while the database is away faults are in the log alone.
 * @param keep stores them, in a transaction
 * @param send takes them elsewhere too, and answers at once
 */
export function failures(
  app: () => Pick<App, 'db' | 'clock' | 'log'>,
  keep: (tx: Db, faults: readonly Fault[]) => Promise<unknown>,
  send: (faults: readonly Fault[]) => void = () => {},
): Failures {
  let waiting: Fault[] = []
  let dropped = 0
  let writing: Promise<void> | undefined

  const write = async () => {
    // Whoever failed holds a connection until its own transaction is rolled back.
    await Promise.resolve()
    while (waiting.length) {
      const batch = waiting.slice(0, AT_ONCE)
      waiting = waiting.slice(AT_ONCE)
      send(batch)
      try {
        await app().db.transaction((tx) => keep(tx, batch))
      } catch (error) {
        app().log.warn({ err: error, count: batch.length }, 'faults are in this log alone, not in the error log')
      }
    }
    if (dropped) app().log.warn({ count: dropped }, 'faults are in this log alone, not in the error log')
    dropped = 0
    writing = undefined
  }

  return {
    note: (failure) => {
      if (waiting.length >= WAITING_MOST) return void dropped++
      waiting.push(faultOf(failure, app().clock.now()))
      writing ??= write()
    },
    settled: async () => writing,
  }
}

function faultOf({ error, at, adminId, page = '' }: Failure, now: Date): Fault {
  const logged = loggedError(error instanceof Error ? error : new Error(String(error)))
  const causes = logged.cause ? `\nCaused by ${logged.cause.stack}` : ''
  return {
    id: randomUUID(),
    at: now.toISOString(),
    message: logged.type === 'Error' ? logged.message : `${logged.type}: ${logged.message}`,
    stack: `${logged.stack}${causes}`.replaceAll(OWN_URL, '').replaceAll('file://', '').replaceAll(OWN, ''),
    component: at,
    page,
    release: VERSION,
    admin: adminId ?? null,
  }
}
