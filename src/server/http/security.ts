import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Env } from '../env.ts'
import { originOfFiles } from '../integrations/storage/s3-address.ts'

/** A nonce for the style elements of one page: no inline script or style without it ever runs. */
export const newNonce = () => randomBytes(16).toString('base64')

/**
 * The Content-Security-Policy of the web application's page. Images may come from anywhere safe: posters do; and from the
 * store of our own files, also where it speaks plain http inside a network.
 */
export const pagePolicy = (nonce: string, env: Env) => {
  const own = env.publicUrl ? `'self' ${new URL(env.publicUrl).origin}` : "'self'"
  const files = env.s3 ? ` ${originOfFiles(env.s3)}` : ''
  const artwork = env.tmdb ? ` ${new URL(env.tmdb.imageUrl).origin}` : ''
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src ${own}${files}${artwork} data: blob: https:`,
    "font-src 'self'",
    `connect-src ${own}`,
    `media-src ${own}${files} https:`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Headers that every answer carries; a page replaces the policy with its own. */
export function securityHeaders(server: FastifyInstance, env: Env) {
  server.decorateRequest('me', undefined)
  server.addHook('onSend', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'same-origin')
    reply.header('x-frame-options', 'DENY')
    reply.header('cross-origin-opener-policy', 'same-origin')
    if (env.publicUrl?.startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000')
    if (!reply.hasHeader('content-security-policy'))
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  })
}
