/** Which zone's days the rows of trade have: the one of the server's settings, or nothing starts. */
import { rebuild, type Rebuilt } from '#features/operations/rollups/server/public.ts'
import { someRegistered } from '#features/customers/customers/server/public.ts'
import { firstClosed, redateTransactions } from '#features/payments/daily-finance/server/public.ts'
import { isThereTrade } from '#features/sales/trade/server/public.ts'
import type { Database, Db } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import { lockSetting, readSetting, settleSetting, writeSetting } from '#server/settings.ts'

const KEY = 'trade:day-zone'
type Zoned = Pick<Env, 'zone' | 'dayZone' | 'dayEnds'>

/** The zone of the days that are stored. Of days that are older than this, the chain's. */
const storedZone = async (db: Db, { zone }: Zoned): Promise<string> => (await readSetting<string>(db, KEY)) ?? zone

async function keep(db: Db, { dayZone }: Zoned): Promise<void> {
  if ((await settleSetting(db, KEY, dayZone)) === dayZone) return
  await db.transaction(async (tx) => {
    await lockSetting(tx, KEY)
    await writeSetting(tx, KEY, dayZone)
  })
}

/** @throws Error with a sentence for the console where days are stored that end at another time */
export async function settleDayZone(db: Db, env: Zoned): Promise<void> {
  const isOther = (await storedZone(db, env)) !== env.dayZone
  if (isOther && ((await isThereTrade(db)) || (await someRegistered(db))))
    throw new Error(
      `Stored days do not match BUSINESS_DAY_ENDS (${env.dayEnds}) and CHAIN_ZONE (${env.zone}). Stop all servers and run npm run rollups:rebuild, or restore the previous settings.`,
    )
  await keep(db, env)
}

/**
 * Repairs what differs, and carries a change of the settings out: days are worked out anew, then what is counted by them.
 * @throws Error with a sentence for the console where a day is closed that would change
 */
export async function rebuildDays(database: Database, env: Zoned): Promise<Rebuilt> {
  const { db } = database
  const isOther = (await storedZone(db, env)) !== env.dayZone
  const closed = isOther ? await firstClosed(db) : undefined
  if (closed)
    throw new Error(
      `Days are closed, the first on ${closed}, and the new settings would move sales after midnight to another day. Reopen the days, or restore BUSINESS_DAY_ENDS and CHAIN_ZONE.`,
    )
  const rebuilt = await rebuild(database, env.dayZone)
  if (isOther) await redateTransactions(database, env.dayZone)
  if (!rebuilt.left.length) await keep(db, env)
  return rebuilt
}
