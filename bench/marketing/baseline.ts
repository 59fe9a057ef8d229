/**
 * What published content, short links and the histories of marketing cost at least: the same queries behind a handler of
 * node:http that validates, permits and records nothing. The lists look up the session in the header.
 */
import { createServer } from 'node:http'
import { connect } from '#server/db/connect.ts'
import { WHO } from '../session.ts'
import { serveUntilLeft } from '../served.ts'
import * as bare from './baseline-sql.ts'

const { pool, close } = await connect({ databaseUrl: process.env.DATABASE_URL, dataDir: '' })
const lists = {
  '/api/cast-members': bare.links,
  '/api/notification/get-push-notifications': bare.notifications,
  '/api/promotions/admin': bare.promotions,
  '/api/voucher-groups/1/vouchers': bare.vouchers,
}
const open = { '/api/public/hero-banners': bare.publicBanners, '/api/public/movies': bare.publicMovies }

async function answer(url: URL, session: unknown) {
  const visible = open[url.pathname as keyof typeof open]
  if (visible) return visible(pool)
  await pool.query(WHO, [session])
  return lists[url.pathname as keyof typeof lists](pool, url.searchParams)
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url!, 'http://localhost')
  try {
    if (url.pathname.startsWith('/r/')) {
      const location = await bare.clickOn(pool, url.pathname.slice(3))
      response.writeHead(302, { location, 'cache-control': 'no-store' }).end()
      return
    }
    const body = JSON.stringify({ data: await answer(url, request.headers.session) })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
  } catch (error) {
    response.writeHead(500).end((error as Error).message)
  }
})
serveUntilLeft(server, close)
