/**
 * What the lists of customers cost at least: the best SQL we can write on the same tables and indexes, behind a handler of
 * node:http that validates, permits and records nothing. It looks up the session in the header, as whoever shows people's
 * data to some must.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from '#server/db/connect.ts'
import { WHO } from '../session.ts'
import { cases } from './cases.ts'
import { sizeOf } from './size.ts'

const { pool, close } = await connect({ databaseUrl: process.env.DATABASE_URL, dataDir: '', poolSize: 1 })
const known = new Map(cases(await sizeOf(pool)).map(({ path, bare }) => [path, bare]))

const server = createServer(async (request, response) => {
  try {
    await pool.query(WHO, [request.headers.session])
    const body = JSON.stringify({ data: await known.get(request.url!)!(pool) })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
  } catch (error) {
    response.writeHead(500).end((error as Error).message)
  }
})
server.listen(0, '127.0.0.1', () => process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
process.once('disconnect', async () => {
  server.close()
  server.closeAllConnections()
  await close()
  process.exit(0)
})
