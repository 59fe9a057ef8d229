/**
 * What the file costs at least: the database's own COPY of the same cells behind a handler of node:http that permits,
 * records and escapes nothing.
 */
import { createServer } from 'node:http'
import { pipeline } from 'node:stream'
import pg from 'pg'
import { serveUntilLeft } from '../served.ts'
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
serveUntilLeft(server, () => client.end())
