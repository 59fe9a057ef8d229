import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { addDays, dayOf, startOfDay, type Day } from '#contract/time.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { vacuumAll } from '#server/db/upkeep.ts'
import { beginLoading, hashCardPin, claimLoaded, CUSTOMERS_PERCENT, keepLoaded, type Loaded } from '#demo/loaded.ts'
import {
  addCustomers,
  addDevices,
  addSubscriptions,
  addTrade,
  analyse,
  followSeats,
  reindex,
  REINDEXED,
  shortenLog,
  TABLES,
} from './store.ts'
import { LONGEST_LEAD } from './shows.ts'
import { DemoTrade, FOLLOWS_WITHIN_DAYS } from './trade.ts'
import type { Customer } from './customers.ts'
import { devicesOf } from './devices.ts'
import { daysBetween } from './calendar.ts'

export const SEED = 20_261
const CUSTOMERS_AT_A_TIME = 1000
/** So that a transaction stays short: requests wait for it where the database has one connection. */
const PURCHASES_AT_A_TIME = 600
/** Steps after which there is so much more than before that plans change. */
const STOCK_COUNTED_ON = new Set([1, 3, 8, 20, 24, 30, 50, 100, 250, 700, 2000])
const DAY_MS = 86_400_000

export type Loading = {
  /** 0 to 100, after each step. */
  onProgress?: (percent: number) => void
  /** Up to when; now, but that the small chain stands still at its origin. */
  until?: Date
  /** How many steps at most. */
  steps?: number
}

/**
 * Brings the demo's trade up to now, going on wherever it was left, one short transaction after another. Customers and
 * their subscriptions come first, so that what they buy is known for a subscriber's; then the days, the latest first: the
 * screens begin with this month, and fill backwards. What happened since the origin comes as soon as the days are there
 * that it can follow from.
 */
export async function loadTrade(app: App, loading: Loading = {}): Promise<void> {
  busy.add(app)
  try {
    await load(app, loading)
  } finally {
    busy.delete(app)
  }
}

const busy = new WeakSet<App>()
export const isLoading = (app: App) => busy.has(app)

async function load(app: App, { onProgress = () => {}, until, steps = Infinity }: Loading) {
  const now = app.clock.now()
  const begun = await beginLoading(app.db, atFirst(app, now))
  const origin = new Date(begun.origin)
  const of = { origin, size: begun.size, seed: SEED, zone: app.env.zone }
  const horizon = until ?? (begun.size === 'small' || now < origin ? origin : now)
  if (begun.percent === 100 && Date.parse(begun.until) >= horizon.getTime()) return
  const trade = await DemoTrade.make(of, horizon)
  const kit = { trade, dayZone: app.env.dayZone, cardPinHash: await hashCardPin() }
  for (let done = 1, before = begun.percent; done <= steps && !app.closing.aborted; done++) {
    const percent = await app.db.transaction((tx) => step(tx, kit))
    if (percent === undefined) return
    if (before < 100) {
      // A small one is for tests, and has nothing to pack.
      if (percent === 100) await (begun.size === 'small' ? takeStock(app) : pack(app))
      else if (STOCK_COUNTED_ON.has(done)) await takeStock(app)
    }
    before = percent
    onProgress(percent)
    await yieldToOthers(app)
  }
}

/** Neither database looks often enough by itself at how much has come; without knowing it, it plans badly. */
async function takeStock(app: App) {
  for (const table of TABLES) {
    await analyse(app.db, table)
    await yieldToOthers(app)
  }
}

/** Leaves on the disk what there is of the history, and not how it came, and counts it. */
async function pack(app: App) {
  for (const table of REINDEXED) {
    await reindex(app.db, table)
    await yieldToOthers(app)
  }
  await vacuumAll(
    (statement) => app.db.execute(sql.raw(statement)),
    () => yieldToOthers(app),
  )
  if (!app.env.databaseUrl) await shortenLog(app.db)
}

const atFirst = ({ env }: App, now: Date): Loaded => ({
  origin: now.toISOString(),
  size: env.demoSize,
  customers: 0,
  since: addDays(dayOf(now, env.zone), 1),
  until: now.toISOString(),
  percent: 0,
})

type Kit = { trade: DemoTrade; dayZone: string; cardPinHash: string }

/** Does the next piece: answers how much of the history is there then, undefined when nothing is left. */
async function step(tx: Db, kit: Kit): Promise<number | undefined> {
  const loaded = await claimLoaded(tx)
  const next =
    (await nextCustomers(tx, loaded, kit)) ?? (await nextHours(tx, loaded, kit)) ?? (await nextDays(tx, loaded, kit))
  if (!next) return
  await keepLoaded(tx, next)
  return next.percent
}

async function addPeople(tx: Db, customers: readonly Customer[], zone: string) {
  await addCustomers(tx, customers, zone)
  await addDevices(tx, devicesOf(customers, SEED))
}

async function nextCustomers(
  tx: Db,
  loaded: Loaded,
  { trade, dayZone, cardPinHash }: Kit,
): Promise<Loaded | undefined> {
  const origin = Date.parse(loaded.origin)
  const all = trade.customersAt(origin)
  if (loaded.customers >= all) return
  const customers = Math.min(all, loaded.customers + CUSTOMERS_AT_A_TIME)
  await addPeople(tx, trade.customersFrom(loaded.customers, customers), dayZone)
  const members = trade.subscriptions.members.filter(({ number }) => number >= loaded.customers && number < customers)
  await addSubscriptions(tx, trade.eventsOf(members, 0, origin), { zone: dayZone, cardPinHash })
  return { ...loaded, customers, percent: Math.floor((CUSTOMERS_PERCENT * customers) / all) }
}

/** A day's trade, with the seats that it takes in the shows of its days and of those that it sells ahead of. */
async function addTradeOf(tx: Db, { trade, dayZone }: Kit, [from, to]: [Day, Day], [after, until]: [number, number]) {
  const { zone } = trade
  await addTrade(tx, trade.during(from, to, after, until), dayZone)
  const first = after > 0 ? addDays(zone.dayOf(after), -1) : from
  await followSeats(tx, startOfDay(first, zone.name), startOfDay(addDays(to, LONGEST_LEAD + 1), zone.name))
}

/** What happened after the origin, a day at a time at most. Something of it follows from purchases of the days before. */
async function nextHours(tx: Db, loaded: Loaded, kit: Kit): Promise<Loaded | undefined> {
  const { trade, dayZone, cardPinHash } = kit
  const after = Date.parse(loaded.until)
  const since = addDays(trade.zone.dayOf(after), -FOLLOWS_WITHIN_DAYS)
  const from = since < trade.first ? trade.first : since
  if (after >= trade.horizon || loaded.since > from) return
  const until = Math.min(trade.horizon, after + DAY_MS)
  await addPeople(tx, trade.customersFrom(trade.customersAt(after), trade.customersAt(until)), dayZone)
  await addSubscriptions(tx, trade.eventsOf(trade.subscriptions.members, after, until), {
    zone: dayZone,
    cardPinHash,
  })
  await addTradeOf(tx, kit, [from, trade.zone.dayOf(until)], [after, until])
  return { ...loaded, until: new Date(until).toISOString() }
}

/** Some days more of the history, backwards. */
async function nextDays(tx: Db, loaded: Loaded, kit: Kit): Promise<Loaded | undefined> {
  const { trade } = kit
  if (loaded.since <= trade.first) return
  let since: Day = loaded.since
  for (let purchases = 0; since > trade.first && purchases < PURCHASES_AT_A_TIME;) {
    since = addDays(since, -1)
    purchases += trade.countOn(since)
  }
  const origin = Date.parse(loaded.origin)
  await addTradeOf(tx, kit, [since, addDays(loaded.since, -1)], [0, origin])
  const all = daysBetween(trade.first, trade.zone.dayOf(origin)) + 1
  const left = daysBetween(trade.first, since)
  // The chain grew: of the days that are left, each is less work than one that is done.
  const done = 1 - (left / all) ** 1.6
  return { ...loaded, since, percent: Math.floor(CUSTOMERS_PERCENT + (100 - CUSTOMERS_PERCENT) * done) }
}

const GAP_MS = 15
const LONGEST_GAP_MS = 400

/** Leaves the database to those who wait for it, and to what they ask next. */
async function yieldToOthers({ database: { pool } }: App): Promise<void> {
  const until = Date.now() + LONGEST_GAP_MS
  do await pause(GAP_MS)
  while (pool.waitingCount > 0 && Date.now() < until)
}
