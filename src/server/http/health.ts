import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import { unavailable } from './problem.ts'

/**
 * `/health/live`: the process answers. `/health` and `/health/ready`: it can also reach its database, and nobody told it to
 * stop.
 */
export function health(api: FastifyInstance, app: () => App, isLeaving: () => boolean) {
  const live = async () => ({ status: 'live' })
  api.get('/health/live', live)
  const ready = async () => {
    if (isLeaving()) throw unavailable('Marquee is stopping')
    await app().db.execute(sql`select 1`)
    return { status: 'ready', database: app().database.kind }
  }
  api.get('/health', ready)
  api.get('/health/ready', ready)
}
