/**
 * What the figures cost at least: the bare SQL over the roll-ups behind a handler of node:http that validates, permits and
 * presents nothing. With a session's id in the header it looks that up first, as whoever shows figures to some must.
 */
import { createServer } from 'node:http'
import { connect } from '#server/db/connect.ts'
import { WHO } from '../session.ts'
import { serveUntilLeft } from '../served.ts'
import { cases, casesAt, PLACES } from './cases.ts'

const { pool, close } = await connect({ databaseUrl: process.env.DATABASE_URL, dataDir: '', poolSize: 1 })
const known = new Map([...cases(), ...Object.values(PLACES).flatMap(casesAt)].map((one) => [one.path, one]))

const server = createServer(async (request, response) => {
  try {
    const { sql, values } = known.get(request.url!)!
    const { session } = request.headers
    if (session) await pool.query(WHO, [session])
    const body = JSON.stringify({ data: (await pool.query(sql, values)).rows })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
  } catch (error) {
    response.writeHead(500).end((error as Error).message)
  }
})
serveUntilLeft(server, close)
