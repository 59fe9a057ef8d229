import { sql } from 'drizzle-orm'
import { sessions } from '#server/auth/tables.ts'
import { inDatabase } from './database.ts'
import type { RunningServer } from './server.ts'

/** Everybody confirmed who they are so long ago that a costly call asks again (REAUTHENTICATION_MINUTES). */
export const confirmedLongAgo = (server: RunningServer) =>
  inDatabase(server, (db) => db.update(sessions).set({ confirmedAt: sql`${sessions.confirmedAt} - interval '1 day'` }))
