import type { Db } from '../../db/connect.ts'
import { outboxTable } from './tables.ts'

export const storeEmail = (db: Db, mail: typeof outboxTable.$inferInsert) => db.insert(outboxTable).values(mail)
