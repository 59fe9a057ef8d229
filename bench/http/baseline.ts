/**
 * What the two lists cost at least: the best SQL we can write on the same tables and indexes, behind a handler of
 * node:http that validates, permits and records nothing. Answers the same rows and the same exact totals.
 */
import { createServer } from 'node:http'
import { connect } from '#server/db/connect.ts'
import { serveUntilLeft } from '../served.ts'
import { comingSoon, moviesListed, type Answer } from './baseline-sql.ts'

const database = await connect({
  databaseUrl: process.env.DATABASE_URL,
  dataDir: process.env.DATA_DIR ?? '',
  poolSize: 1,
})
const answers: Record<string, Answer> = {
  '/api/movie/admin/list': moviesListed,
  '/api/movie/admin/coming-soon-movies': comingSoon,
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url!, 'http://localhost')
  try {
    const body = JSON.stringify({ data: await answers[url.pathname]!(database.pool, url.searchParams) })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
  } catch (error) {
    response.writeHead(500).end((error as Error).message)
  }
})
serveUntilLeft(server, database.close)
