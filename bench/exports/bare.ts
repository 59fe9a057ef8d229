/**
 * What the file costs at least: the database's own COPY of the same cells behind a handler of node:http that permits,
 * records and escapes nothing.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import pg from 'pg'
import { copying } from './copying.ts'

const COPY = `
  copy (
    select to_char(at at time zone 'Africa/Lagos', 'DD/MM/YYYY HH24:MI'), actor, action, entity, entity_id, summary,
      before, after
    from audit_log order by id desc
  ) to stdout (format csv)`
const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
await client.connect()
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/csv' })
  const { out, messages } = copying(COPY)
  client.query(messages)
  pipeline(out, response, () => {})
})
server.listen(0, '127.0.0.1', () => process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
process.once('disconnect', async () => {
  server.close()
  server.closeAllConnections()
  await client.end()
  process.exit(0)
})
