import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isLoopback, type Env } from '../env.ts'
import { originOfFiles } from '../integrations/storage/s3-address.ts'
import { Refusal } from './problem.ts'

/** Makes a nonce for the style elements of one page. Inline scripts and styles without it never run. */
export const newNonce = () => randomBytes(16).toString('base64')

/**
 * Returns the Content-Security-Policy of the web application's page. Images may load from any https address, as posters
 * do, and from the file store even over http in a private network.
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

/** Headers of every answer. The page replaces the policy with its own. */
export const headersOfAll = (env: Pick<Env, 'publicUrl'>): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  ...(env.publicUrl?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})

export function securityHeaders(server: FastifyInstance, env: Env) {
  const all = Object.entries(headersOfAll(env))
  server.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of all) if (!reply.hasHeader(name)) reply.header(name, value)
  })
}

/**
 * Restricts a server on loopback to its own names. Otherwise a website could lead a browser here under its own name
 * (DNS rebinding) and read the answers.
 */
export function onlyUnderOwnName(server: FastifyInstance, { host, publicUrl }: Pick<Env, 'host' | 'publicUrl'>) {
  if (!isLoopback(host)) return
  const ownHost = publicUrl && new URL(publicUrl).hostname
  server.addHook('onRequest', async ({ raw }) => {
    const requestedHost = hostnameOf(raw.headers.host)
    if (requestedHost !== undefined && requestedHost !== ownHost && !isLoopback(requestedHost))
      throw new Refusal(421, 'This server only answers to localhost. Set PUBLIC_URL to the address that people use.')
  })
}

/** Returns the Host header without its port; undefined without the header, which browsers always send. */
const hostnameOf = (host: string | undefined) =>
  host && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '') : host
