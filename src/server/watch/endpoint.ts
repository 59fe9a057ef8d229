import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Env } from '../env.ts'
import { unauthorized } from '../http/problem.ts'
import { tokenOf } from '../http/principal.ts'

type Scrape = () => Promise<string>

const PATH = '/metrics'
const TEXT = 'text/plain; version=0.0.4; charset=utf-8'
const hashOf = (text: string) => createHash('sha256').update(text).digest()

const isAllowed = (token: string | undefined, authorization: string | undefined) =>
  token === undefined || timingSafeEqual(hashOf(token), hashOf(tokenOf(authorization) ?? ''))

/** Serves `/metrics` on the server's own port to callers with the token. */
export const serveMetrics = (server: FastifyInstance, token: string, scrape: Scrape) =>
  void server.get(PATH, async ({ headers }, reply) => {
    reply.header('cache-control', 'no-store')
    if (isAllowed(token, headers.authorization)) return reply.type(TEXT).send(await scrape())
    reply.header('www-authenticate', 'Bearer')
    throw unauthorized('Send the token of METRICS_TOKEN')
  })

/** Serves only `/metrics` on its own port. @returns its address, and a function that closes it */
export async function serveMetricsApart(
  { port, host, token }: NonNullable<Env['metrics']> & { port: number },
  scrape: Scrape,
): Promise<{ address: string; close: () => Promise<unknown> }> {
  const server = createServer(async (request, response) => {
    const answer = (status: number, text: string, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': TEXT, ...headers }).end(text)
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== PATH)
      return answer(404, 'Only /metrics is served here\n')
    if (!isAllowed(token, request.headers.authorization))
      return answer(401, 'Send the token of METRICS_TOKEN\n', { 'www-authenticate': 'Bearer' })
    try {
      answer(200, await scrape())
    } catch {
      answer(500, 'The metrics could not be read\n')
    }
  })
  server.listen(port, host)
  await once(server, 'listening')
  const { port: actual } = server.address() as { port: number }
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${actual}${PATH}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
