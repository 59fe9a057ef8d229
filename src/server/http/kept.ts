import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isKnown } from './etag.ts'

/** What lets the scripts of any website read an answer. No cookie or token ever goes with it. */
export const FOR_EVERY_SITE = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Retry-After, X-Request-Id',
}

/** Answers a browser that asks first, as it does before a request with If-None-Match. */
export const openToEverySite = (api: FastifyInstance, url: string) =>
  void api.options(url, async (_request, reply) =>
    reply
      .code(204)
      .headers({
        ...FOR_EVERY_SITE,
        'access-control-allow-methods': 'GET',
        'access-control-allow-headers': 'If-None-Match',
        'access-control-max-age': '86400',
      })
      .send(),
  )

/** A reply that may be kept for a while, and is not sent again to one who holds it (304). */
export function sendKept(request: FastifyRequest, reply: FastifyReply, maxAge: number, payload: unknown) {
  const body = JSON.stringify(payload)
  // Weak: the same answer travels packed or not.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  reply.headers({ etag, 'cache-control': `public, max-age=${maxAge}` })
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}
