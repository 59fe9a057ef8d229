import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { BEGINNING, parsePosition, positionText, READ_AFTER } from '#contract/position.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/connect.ts'
import type { Principal } from './principal.ts'

/**
 * Chooses the database of a read: without a position the primary, so that programs that know no replicas read what they
 * wrote. Replies that may be cached may be equally old for everyone.
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

/** Sends callers that may have written the log position from which their writes can be read, also after an error. */
export function sendPosition(server: FastifyInstance, app: () => App): void {
  server.decorateRequest('mayHaveWritten', false)
  server.addHook('onSend', async (request, reply) => {
    if (!request.possiblyWritten) return
    const position = await positionOf(app())
    if (position) reply.header(READ_AFTER, position)
  })
}

/** Returns the position for the header; undefined if there are no replicas or it is unknown. */
export const positionOf = async ({ database }: Pick<App, 'database'>): Promise<string | undefined> => {
  const position = await database.cluster?.position().catch(() => undefined)
  return position && positionText(position)
}

declare module 'fastify' {
  interface FastifyRequest {
    possiblyWritten: boolean
  }
}
