import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { API_BASE } from '#contract/base.ts'
import { errors } from '#contract/errors.ts'
import { steadyOffsets } from '#contract/time.ts'
import type { Env } from '../env.ts'
import { VERSION } from '../version.ts'
import { earlyFiles } from './early.ts'
import { newNonce, pagePolicy } from './security.ts'
import { buildOf, serveWorker } from './worker.ts'

const NO_SUCH_ADDRESS = { status: 404, message: errors.notFound('address') }
const SVG = 'image/svg+xml; charset=utf-8'
const escape = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)

/** Writes the settings of this server for the browser as meta elements. */
export function settingsOf(env: Env, { isMailStored }: { isMailStored: boolean }): string {
  const meta = {
    'marquee-api': `${env.publicUrl ?? ''}${API_BASE}`,
    'marquee-chain': env.chainName,
    'marquee-zone': env.zone,
    'marquee-day-zone': env.dayZone,
    'marquee-day-ends': env.dayEnds,
    'marquee-clocks': JSON.stringify(steadyOffsets(env)),
    'marquee-week-begins': env.weekBegins,
    'marquee-version': VERSION,
    'marquee-demo': env.demo ? 'on' : 'off',
    'marquee-upload-bytes': String(env.uploadMaxBytes),
    'marquee-providers': JSON.stringify(env.providers.map(({ id, name }) => ({ id, name }))),
    'marquee-outbox': isMailStored && env.demo ? 'on' : 'off',
    'marquee-worker': env.hasWorker ? 'on' : 'off',
  }
  return metaOf(meta)
}

const metaOf = (meta: Record<string, string>) =>
  Object.entries(meta)
    .map(([name, content]) => `<meta name="${name}" content="${escape(content)}">`)
    .join('')

/**
 * Serves the built web application: its files without expiry, because their names change with their content, and its
 * page fresh with the settings. An address that is neither a file nor a call is answered with the page.
 */
export async function serveWeb(server: FastifyInstance, env: Env, dir: string, more: { isMailStored: boolean }) {
  const template = await readFile(path.join(dir, 'index.html'), 'utf8')
  const known = settingsOf(env, more)
  const build = buildOf(template + known)
  const settings = `${known}${metaOf({ 'marquee-build': build })}`
  const early = await earlyFiles(dir)
  await serveWorker(server, dir, template, build, env.hasWorker)

  await server.register(fastifyStatic, {
    root: path.join(dir, 'assets'),
    // The library's route reads the full folder for each file, to distinguish names that a file system treats as equal.
    serve: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    // Because the library adds no charset to XML.
    setHeaders: (reply, file) => void (/\.svg(\.\w+)?$/.test(file) && reply.header('content-type', SVG)),
  })
  server.get<{ Params: { file: string } }>('/assets/:file', ({ params }, reply) => reply.sendFile(params.file))
  for (const file of ['favicon.svg', 'robots.txt', 'licenses.md'])
    server.get(`/${file}`, (_request, reply) => reply.sendFile(file, dir, { maxAge: '1d', immutable: false }))

  server.setNotFoundHandler((request, reply) => {
    if (!isOfPage(request.url) || !['GET', 'HEAD'].includes(request.method))
      return reply.code(404).send(NO_SUCH_ADDRESS)
    const nonce = newNonce()
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', pagePolicy(nonce, env))
      .send(
        template
          .replace('<!--settings-->', () => `${settings}<meta property="csp-nonce" nonce="${nonce}">`)
          .replace('</head>', () => `${early(pathOf(request.url))}</head>`),
      )
  })
}

const pathOf = (url: string) => url.split(/[?#]/, 1)[0]!

/** First segments of addresses without a page: calls, files, and well-known names of programs. */
const NO_PAGES = [API_BASE.slice(1), 'assets', 'metrics', '.well-known']

/**
 * Checks whether an address has a screen, or a page that explains that it has none. Ids in addresses of screens may
 * contain dots.
 */
function isOfPage(url: string): boolean {
  const parts = pathOf(url).split('/').slice(1)
  return parts[0] === 'dashboard' || !(NO_PAGES.includes(parts[0]!) || /\.\w{1,12}$/.test(parts.at(-1)!))
}

/** Answers all addresses outside the API with 404. */
export const serveNoWeb = (server: FastifyInstance) =>
  void server.setNotFoundHandler((_request, reply) => reply.code(404).send(NO_SUCH_ADDRESS))
