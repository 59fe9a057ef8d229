import type { Db } from '../db/connect.ts'
import { readSetting, settleSetting, writeSetting } from '../settings.ts'

/** The moment that a backup is of, and how large it is. */
export type Backup = { at: string; bytes: number }

const SETTING = 'backup:last'

export async function noteBackup(tx: Db, backup: Backup): Promise<void> {
  await settleSetting(tx, SETTING, backup)
  await writeSetting(tx, SETTING, backup)
}

export const lastBackup = (db: Db) => readSetting<Backup>(db, SETTING)
