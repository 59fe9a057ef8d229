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
    const { kind, cluster } = app().database
    const standbys = cluster?.standbys() ?? []
    const used = standbys.filter(({ isUsed }) => isUsed).length
    return { status: 'ready', database: kind, ...(standbys.length && { standbys: { used, of: standbys.length } }) }
  }
  api.get('/health', ready)
  api.get('/health/ready', ready)
}
