import { setTimeout as pause } from 'node:timers/promises'
import { sql, type SQL } from 'drizzle-orm'
import { hashPassword } from '#server/auth/password.ts'
import type { App } from '#server/app.ts'
import type { Env } from '#server/env.ts'
import type { Db } from '#server/db/connect.ts'
import { DEMO_TRADE } from '#server/demo.ts'
import { lockSetting, readSetting, settleSetting, writeSetting } from '#server/settings.ts'
import type { Day } from '#contract/time.ts'

/** How much of the demo's trade is there. It is written with what it speaks of, in one transaction. */
export type Loaded = {
  /** When the chain was begun: its history ends here. */
  origin: string
  size: Env['demoSize']
  /** Of those who had registered at the origin: this many, with their subscriptions. */
  customers: number
  /** The trade of this day and all after it; at first the day after the origin's. */
  since: Day
  /** Everything from the origin to here. */
  until: string
  /** 0 to 100; 100 once the whole history is there. */
  percent: number
}

export const readLoaded = (db: Db) => readSetting<Loaded>(db, DEMO_TRADE)
export const beginLoading = (db: Db, loaded: Loaded) => settleSetting(db, DEMO_TRADE, loaded)

/** Where loading stands, for one loader at a time: another server waits for the end of the transaction. */
export async function claimLoaded(db: Db): Promise<Loaded> {
  return (await lockSetting<Loaded>(db, DEMO_TRADE))!
}
export const keepLoaded = (db: Db, loaded: Loaded) => writeSetting(db, DEMO_TRADE, loaded)

/** Of the work, roughly: the customers' part, before any day's trade. */
export const CUSTOMERS_PERCENT = 15
const LOOKS_EVERY_MS = 200

/**
 * For what other features tell of the demo's customers: waits until everybody who had registered at the origin is there.
 * Undefined without a demo, or when the server closes before.
 */
export async function whenCustomersAreThere({ db, env, closing }: App): Promise<Loaded | undefined> {
  while (env.demo && !closing.aborted) {
    const loaded = await readLoaded(db)
    if (loaded && loaded.percent >= CUSTOMERS_PERCENT) return loaded
    await pause(LOOKS_EVERY_MS, undefined, { signal: closing }).catch(() => {})
  }
}

/** A membership card's number, of the customer's own: cards are given out in the order in which people come. */
export const cardNumberOf = (externalId: SQL) => sql`'6391' || lpad(substr(${externalId}, 2), 10, '0')`
/** Every card of the demo has the same PIN: hashing one each would take longer than all the rest. */
export const hashCardPin = () => hashPassword('2468')
