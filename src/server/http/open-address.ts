import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { visitorOf } from './visitors.ts'

/** A public address on the server's root that redirects, such as a short link. */
export type OpenAddress = {
  /** Path in the router's syntax: `/r/:code`. */
  path: `/${string}`
  /** @returns the target, found in at most one query; undefined: not found */
  sendOn: (app: App, opened: Opened) => Promise<string | undefined>
}

export type Opened = {
  params: Record<string, string>
  query: Record<string, unknown>
  headers: FastifyRequest['headers']
  /** Whether only the headers of the answer are needed (HEAD). */
  isHead: boolean
  /** Returns an anonymous id of the visitor, the same for a browser all day. */
  visitorOf: (link: string) => Buffer
}

const NOWHERE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Page not found</title><h1>Page not found</h1><p>The link may be mistyped or no longer available.</p></html>`

/** Redirects with 302 and without caching, so that each opening is counted. */
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
