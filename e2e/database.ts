import { connect, type Db } from '#server/db/connect.ts'
import type { RunningServer } from './server.ts'

/** Does something in the database of a running server. */
export async function inDatabase<T>({ databaseUrl, dataDir }: RunningServer, work: (db: Db) => Promise<T>): Promise<T> {
  const database = await connect({ databaseUrl, dataDir })
  try {
    return await work(database.db)
  } finally {
    await database.close()
  }
}
