import { sql } from 'drizzle-orm'
import { sessions } from '#server/auth/tables.ts'
import { connect } from '#server/db/connect.ts'
import type { RunningServer } from './server.ts'

/** Everybody confirmed who they are so long ago that a costly call asks again (STEP_UP_MINUTES). */
export async function confirmedLongAgo({ databaseUrl, dataDir }: RunningServer): Promise<void> {
  const database = await connect({ databaseUrl, dataDir })
  try {
    await database.db.update(sessions).set({ confirmedAt: sql`${sessions.confirmedAt} - interval '1 day'` })
  } finally {
    await database.close()
  }
}
