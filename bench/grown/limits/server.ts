/**
 * The limit: plain SQL on the tables of schema.ts behind a handler of node:http. It asks for no session, checks nothing, and
 * its files are the database's own COPY of a table that holds the cells already, in the order in which it lies there.
 */
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream'
import pg from 'pg'
import { copying } from './copying.ts'
import { serveUntilLeft } from '../../served.ts'
import { take } from './feed.ts'
import { reads } from './reads.ts'
import { writes } from './writes.ts'

/** As many connections as the product has when nothing else is said. */
const POOL = 10
const FILES: Record<string, string> = {
  '/files/tickets': 'limits.ticket_cells',
  '/files/payments': 'limits.payment_cells',
  '/files/people': 'limits.people_cells',
}

// Counts are numbers and days are texts, as in the product.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, String)
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: POOL })

async function answer(request: IncomingMessage, url: URL): Promise<unknown> {
  const read = reads[url.pathname]
  if (read) return read(pool, url.searchParams)
  const body = await text(request)
  if (url.pathname === '/feed') return { accepted: await take(pool, body) }
  return writes[url.pathname]!(pool, JSON.parse(body) as Record<string, string | number>)
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url!, 'http://limit')
  try {
    const file = FILES[url.pathname]
    if (file) {
      const client = await pool.connect()
      response.writeHead(200, { 'content-type': 'text/csv' })
      const { out, messages } = copying(`copy ${file} to stdout (format csv)`)
      client.query(messages)
      pipeline(out, response, () => client.release())
      return
    }
    const body = JSON.stringify({ data: await answer(request, url) })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
  } catch (error) {
    response.writeHead(500).end((error as Error).message)
  }
})
serveUntilLeft(server, () => pool.end())
