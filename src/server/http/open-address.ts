import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { visitorOf } from './visitors.ts'

/** An address on the server's root that sends on whoever opens it: a short link. */
export type OpenAddress = {
  /** As the router has it: `/r/:code`. */
  path: `/${string}`
  /** @returns where to, at most in one query; undefined for an address that leads nowhere */
  sendOn: (app: App, opened: Opened) => Promise<string | undefined>
}

export type Opened = {
  params: Record<string, string>
  query: Record<string, unknown>
  headers: FastifyRequest['headers']
  /** Only the headers of the answer are wanted (HEAD). */
  isHead: boolean
  /** Who opened a link, the same for a browser all day. */
  visitorOf: (link: string) => Buffer
}

const NOWHERE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>This link leads nowhere</title><h1>This link leads nowhere</h1><p>It was mistyped, or it is no longer there.</p></html>`

/** Sends on with 302, which nobody on the way may keep: each opening is seen. */
export function openAddresses(server: FastifyInstance, addresses: readonly OpenAddress[], app: () => App) {
  for (const { path, sendOn } of addresses)
    server.get(path, async (request, reply) => {
      const { params, query, headers, method } = request
      const to = await sendOn(app(), {
        params: params as Record<string, string>,
        query: query as Record<string, unknown>,
        headers,
        isHead: method === 'HEAD',
        visitorOf: (link) =>
          visitorOf(app().visitorKey, { ip: request.ip, agent: headers['user-agent'] ?? '' }, link, app().clock.now()),
      })
      reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex')
      return to === undefined ? reply.code(404).type('text/html; charset=utf-8').send(NOWHERE) : reply.redirect(to, 302)
    })
}
