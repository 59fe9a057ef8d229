import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { VERSION } from '../version.ts'
import { secondsSinceRun, STOPPED_SECONDS } from '../jobs/clock.ts'
import { databaseUnavailable, toProblem, unavailable } from './problem.ts'

/** Probes wait for a few seconds; whoever waits for a statement of a call waits longer. */
const ANSWER_TIMEOUT_MS = 3000

/** @returns seconds since any job that runs by itself did @throws 503 when the database does not answer soon */
async function answers({ db }: App): Promise<number | undefined> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(databaseUnavailable()), ANSWER_TIMEOUT_MS)
  return Promise.race([secondsSinceRun(db), late.promise]).finally(() => clearTimeout(timer))
}

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
    const idleSeconds = await answers(app())
    const { kind, cluster } = app().database
    const replicas = cluster?.replicas() ?? []
    const used = replicas.filter(({ isUsed }) => isUsed).length
    const more = replicas.length && { replicas: { used, of: replicas.length } }
    // Pages work without jobs: whoever balances requests goes on with this server, and whoever watches it is told.
    const isStopped = (idleSeconds ?? Infinity) > STOPPED_SECONDS && process.uptime() > STOPPED_SECONDS
    return {
      status: 'ready',
      version: VERSION,
      database: kind,
      ...more,
      ...(isStopped && { reasons: ['No scheduled job has run for five minutes'] }),
    }
  }
  api.get('/health', ready)
  api.get('/health/ready', ready)
}
