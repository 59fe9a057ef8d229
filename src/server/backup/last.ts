import type { Db } from '../db/connect.ts'
import { putSetting, readSetting } from '../settings.ts'

/** Time and size of a backup. */
export type Backup = { at: string; bytes: number }

const SETTING = 'backup:last'

export const noteBackup = (tx: Db, backup: Backup) => putSetting(tx, SETTING, backup)

export const lastBackup = (db: Db) => readSetting<Backup>(db, SETTING)
