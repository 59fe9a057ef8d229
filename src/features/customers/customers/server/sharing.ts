import { lockSetting, settleSetting, writeSetting } from '#server/settings.ts'
import type { Db } from '#server/db/connect.ts'
import type { Sharing } from '../rules.ts'
import { bool, query } from '#server/db/query.ts'

/** Customers that cinema staff see. Row-level security reads this setting. */
const KEY = 'customers:sharing'

export async function readSharing(db: Db): Promise<Sharing> {
  const { rows } = await query(db, { are: bool })`select customers_are_shared() as are`
  return rows[0]!.are ? 'all' : 'cinema'
}

/** Saves the setting. @returns the previous value */
export async function setSharing(tx: Db, sharing: Sharing): Promise<Sharing> {
  await settleSetting<Sharing>(tx, KEY, 'cinema')
  const before = (await lockSetting<Sharing>(tx, KEY))!
  await writeSetting(tx, KEY, sharing)
  return before
}
