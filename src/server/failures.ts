import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { App } from './app.ts'
import type { Db } from './db/connect.ts'
import { loggedError } from './http/log.ts'
import { ROOT } from './root.ts'
import { VERSION } from './version.ts'

/** An error of the server itself: `at` is the call's method and route, or the job. */
export type Failure = { error: unknown; at: string; adminId?: number | undefined; page?: string }

/** An error as it is stored. */
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

/** Stores the server's own errors, apart from the work that failed. */
export type Failures = {
  /** Returns immediately and never fails: an error that cannot be stored is logged. */
  note: (failure: Failure) => void
  /** Resolves when all errors so far are stored or dropped. */
  settled: () => Promise<void>
}

/** More errors wait only while the database is unavailable or very slow. */
const WAITING_MOST = 500
const AT_ONCE = 100
const OWN = `${ROOT}${path.sep}`
/** The address form in module names, with %20 for a space. */
const OWN_URL = pathToFileURL(OWN).href

/**
 * Collects waiting errors in one writer, so that a storm of errors does not use up the connections of requests. An
 * error of the writer, or while the database is unavailable, is only logged.
 * @param keep stores errors in a transaction
 * @param send sends them elsewhere too, and returns immediately
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
    // Because the failed work may still have a connection until its transaction is rolled back.
    await Promise.resolve()
    while (waiting.length) {
      const batch = waiting.slice(0, AT_ONCE)
      waiting = waiting.slice(AT_ONCE)
      send(batch)
      try {
        await app().db.transaction((tx) => keep(tx, batch))
      } catch (error) {
        app().log.warn({ err: error, count: batch.length }, 'errors are only in this log, not in the error log')
      }
    }
    if (dropped) app().log.warn({ count: dropped }, 'errors are only in this log, not in the error log')
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
