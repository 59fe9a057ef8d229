import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { VERSION } from '../version.ts'
import { secondsSinceRun, STOPPED_SECONDS } from '../jobs/clock.ts'
import { databaseUnavailable, toProblem, unavailable } from './problem.ts'

/** Probes wait only a few seconds, so health must answer before statements of calls time out. */
const ANSWER_TIMEOUT_MS = 3000

/**
 * @returns seconds since a scheduled job last ran
 * @throws 503 if the database does not answer in time
 */
async function answers({ db }: App): Promise<number | undefined> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(databaseUnavailable()), ANSWER_TIMEOUT_MS)
  return Promise.race([secondsSinceRun(db), late.promise]).finally(() => clearTimeout(timer))
}

/**
 * Serves `/health/live`: the process answers, with its release; `/health` and `/health/ready`: it also reaches its
 * database and is not stopping.
 */
export function health(api: FastifyInstance, app: () => App, isLeaving: () => boolean) {
  const live = async () => ({ status: 'live', version: VERSION })
  api.get('/health/live', live)
  const ready = async (_request: FastifyRequest, reply: FastifyReply) => {
    // Not an error of ours, so that it is not logged.
    if (isLeaving()) return reply.code(503).send(toProblem(unavailable('Marquee is stopping')))
    const idleSeconds = await answers(app())
    const { kind, cluster } = app().database
    const replicas = cluster?.replicas() ?? []
    const used = replicas.filter(({ isUsed }) => isUsed).length
    const more = replicas.length && { replicas: { used, of: replicas.length } }
    // Pages work without jobs: a load balancer keeps using this server, and monitoring is warned.
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
