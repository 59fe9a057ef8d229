import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { VERSION } from '../version.ts'
import { toProblem, unavailable } from './problem.ts'

/**
 * `/health/live`: the process answers, and which release it is. `/health` and `/health/ready`: it can also reach its
 * database, and nobody told it to stop.
 */
export function health(api: FastifyInstance, app: () => App, isLeaving: () => boolean) {
  const live = async () => ({ status: 'live', version: VERSION })
  api.get('/health/live', live)
  const ready = async (_request: FastifyRequest, reply: FastifyReply) => {
    // No fault of ours: nothing is logged or noted of it.
    if (isLeaving()) return reply.code(503).send(toProblem(unavailable('Marquee is stopping')))
    await app().db.execute(sql`select 1`)
    const { kind, cluster } = app().database
    const standbys = cluster?.standbys() ?? []
    const used = standbys.filter(({ isUsed }) => isUsed).length
    const more = standbys.length && { standbys: { used, of: standbys.length } }
    return { status: 'ready', version: VERSION, database: kind, ...more }
  }
  api.get('/health', ready)
  api.get('/health/ready', ready)
}
