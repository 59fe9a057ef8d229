import type { Db } from '../db/connect.ts'
import { putSetting, readSetting } from '../settings.ts'

/** The moment that a backup is of, and how large it is. */
export type Backup = { at: string; bytes: number }

const SETTING = 'backup:last'

export const noteBackup = (tx: Db, backup: Backup) => putSetting(tx, SETTING, backup)

export const lastBackup = (db: Db) => readSetting<Backup>(db, SETTING)
