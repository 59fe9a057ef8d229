import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { connect as open } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { connect, type Database } from './connect.ts'
import { addressFile, serverLock, SNAPSHOT_REQUEST, snapshotFolder } from './embedded.ts'
import { lockFile } from './lock.ts'

/** Embedded database that a server has open. */
export type Running = {
  /** Runs a function on its own connection, which waits for its turn. */
  use: <T>(run: (db: Database['db']) => Promise<T>) => Promise<T>
  /**
   * Opens a copy of the current state, and deletes the copy when it is closed. The server waits while the folder is
   * copied.
   */
  snapshot: () => Promise<Database>
}

/** @returns undefined if no server has the database of this folder open */
export async function runningDatabase(dataDir: string): Promise<Running | undefined> {
  if (!existsSync(serverLock(dataDir))) return
  try {
    lockFile(serverLock(dataDir))()
    return
  } catch (error) {
    if (!existsSync(addressFile(dataDir))) throw error
  }
  const address = await readFile(addressFile(dataDir), 'utf8')
  return {
    use: async (run) => {
      const pool = new pg.Pool({ connectionString: address, max: 1 }).on('error', () => {})
      try {
        return await run(drizzle(pool))
      } finally {
        await pool.end()
      }
    },
    snapshot: async () => {
      const folder = snapshotFolder(dataDir)
      const remove = () => rm(folder, { recursive: true, force: true })
      try {
        await askForSnapshot(path.join(new URL(address).searchParams.get('host')!, '.s.PGSQL.5432'))
        const database = await connect({ dataDir: folder })
        return { ...database, close: () => database.close().finally(remove) }
      } catch (error) {
        await remove()
        throw error
      }
    },
  }
}

async function askForSnapshot(socket: string) {
  const request = Buffer.alloc(8)
  request.writeInt32BE(8)
  request.writeInt32BE(SNAPSHOT_REQUEST, 4)
  const connection = open(socket)
  await once(connection, 'connect')
  connection.write(request)
  const answer = await text(connection).catch((error: Error) => error.message)
  if (answer !== 'done')
    throw new Error(`The database of the running server could not be copied: ${answer || 'the server stopped'}`)
}
