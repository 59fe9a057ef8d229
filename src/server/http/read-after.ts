import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { BEGINNING, parsePosition, positionText, READ_AFTER } from '#contract/position.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/connect.ts'
import type { Principal } from './principal.ts'

/**
 * Where a read is answered from. Whoever says no position is answered by the primary: a program that knows nothing of
 * replicas reads what it wrote. What anybody may keep for a while may be as old for all.
 */
export async function readingDb(
  { database, db }: App,
  endpoint: Endpoint,
  { headers, ip }: FastifyRequest,
  me: Principal | undefined,
): Promise<Db> {
  if (!endpoint.allowReplica || !database.cluster) return db
  const header = headers[READ_AFTER]
  const seen =
    typeof header === 'string' ? parsePosition(header) : endpoint.maxAge === undefined ? undefined : BEGINNING
  if (!seen) return db
  return (await database.cluster.readFor(me?.caller ?? ip, seen)) ?? db
}

/** Tells whoever may have written something from where on it can be read, also when they were refused in the end. */
export function sendPosition(server: FastifyInstance, app: () => App): void {
  server.decorateRequest('mayHaveWritten', false)
  server.addHook('onSend', async (request, reply) => {
    if (!request.possiblyWritten) return
    const position = await positionOf(app())
    if (position) reply.header(READ_AFTER, position)
  })
}

/** As the header has it; undefined where it does not matter, or is not known: then nothing is said of it. */
export const positionOf = async ({ database }: Pick<App, 'database'>): Promise<string | undefined> => {
  const position = await database.cluster?.position().catch(() => undefined)
  return position && positionText(position)
}

declare module 'fastify' {
  interface FastifyRequest {
    possiblyWritten: boolean
  }
}
