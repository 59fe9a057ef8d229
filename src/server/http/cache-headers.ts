import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
// Adds the option `compress` to routes.
import '@fastify/compress'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isKnown } from './etag.ts'

/** Lets scripts of any website read an answer. Such answers never involve a cookie or token. */
export const FOR_EVERY_SITE = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Retry-After, X-Request-Id',
}

/** Answers the preflight that a browser sends before a request with If-None-Match. */
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

/** Weak, because the same answer is sent compressed or not. */
const etagOf = (body: string) => `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

/** Sends a reply that may be cached, or 304 to a caller that has it already. */
export function sendStored(request: FastifyRequest, reply: FastifyReply, maxAge: number, payload: unknown) {
  const body = JSON.stringify(payload)
  const etag = etagOf(body)
  reply.headers({ etag, 'cache-control': `public, max-age=${maxAge}` })
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}

/** Serves a document that changes only with the version. The first request writes and compresses it. */
export function serveDocument(
  api: FastifyInstance,
  url: string,
  { type, headers = {}, write }: { type: string; headers?: Record<string, string>; write: () => string },
) {
  let document: { etag: string; plain: string; br: Buffer; gzip: Buffer } | undefined
  const made = () => {
    const plain = write()
    const br = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    return { etag: etagOf(plain), plain, br, gzip: gzipSync(plain) }
  }
  api.get(url, { compress: false }, async (request, reply) => {
    document ??= made()
    reply.headers({ ...headers, etag: document.etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
    if (isKnown(request.headers['if-none-match'], document.etag)) return reply.code(304).send()
    reply.type(`${type}; charset=utf-8`)
    const encoding = (['br', 'gzip'] as const).find((known) => accepts(request.headers['accept-encoding'], known))
    return encoding ? reply.header('content-encoding', encoding).send(document[encoding]) : reply.send(document.plain)
  })
}

const accepts = (header: string | undefined, encoding: string) =>
  (header ?? '').split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
