import { createServer } from 'node:http'
import { pipeline } from 'node:stream'
import pg from 'pg'
import { connect } from '#server/db/connect.ts'
import type { Case } from './compare.ts'
import { copying } from './exports/copying.ts'
import { serveUntilLeft } from './served.ts'
import { WHO } from './session.ts'

/**
 * What calls cost at least: the best SQL we can write on the same tables and indexes, behind a handler of node:http that
 * validates, permits and records nothing. It looks up the session in the header, as whoever shows people's data to some
 * must. Its file is the database's own COPY.
 */
export async function serveBare(
  casesIn: (pool: pg.Pool) => Promise<Case[]>,
  file?: { copy: string; options?: string },
): Promise<void> {
  const { pool, close } = await connect({ databaseUrl: process.env.DATABASE_URL, dataDir: '', poolSize: 1 })
  const known = new Map((await casesIn(pool)).map(({ path, bare }) => [path, bare]))
  const copier = new pg.Client({ connectionString: process.env.DATABASE_URL, options: file?.options })
  await copier.connect()

  const server = createServer(async (request, response) => {
    if (file && request.url === '/file') {
      response.writeHead(200, { 'content-type': 'text/csv' })
      const { out, messages } = copying(file.copy)
      copier.query(messages)
      pipeline(out, response, () => {})
      return
    }
    try {
      await pool.query(WHO, [request.headers.session])
      const body = JSON.stringify({ data: await known.get(request.url!)!(pool) })
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
        .end(body)
    } catch (error) {
      response.writeHead(500).end((error as Error).message)
    }
  })
  serveUntilLeft(server, async () => {
    await copier.end()
    await close()
  })
}
