/**
 * What the figures cost at least: the bare SQL over the roll-ups behind a handler of node:http that validates, permits and
 * presents nothing. With a session's id in the header it looks that up first, as whoever shows figures to some must.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from '#server/db/connect.ts'
import { cases } from './cases.ts'

const { pool, close } = await connect({ databaseUrl: process.env.DATABASE_URL, dataDir: '', poolSize: 1 })
const known = new Map(cases().map((one) => [one.path, one]))

const WHO = `
  select a.id, a.email, a.first_name, a.last_name, a.user_type, r.permissions
  from sessions s join admins a on a.id = s.admin_id left join roles r on r.id = a.role_id
  where s.id = $1 and s.ended_at is null and s.expires_at > now() and a.deleted_at is null`

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
server.listen(0, '127.0.0.1', () => process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
process.once('disconnect', async () => {
  server.close()
  server.closeAllConnections()
  await close()
  process.exit(0)
})
