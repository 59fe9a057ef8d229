import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { BUILD } from '#contract/build.ts'

/** The name of a build as it is served: of its files and of what the page says of this server. */
export const buildOf = (page: string) => createHash('sha256').update(page).digest('base64url').slice(0, 12)

/**
 * In place of a worker that was switched off: it ends itself, with all that it kept. A page of before that registers its
 * worker late brings back the one that has ended, and then sends it a message.
 */
const OVER = `const end = async () => {
  await navigator.locks.request('files', async () => {
    await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
  })
  await self.registration.unregister()
}
self.addEventListener('install', () => self.skipWaiting())
for (const type of ['activate', 'message']) self.addEventListener(type, (event) => event.waitUntil(end()))
`

/**
 * Serves the service worker at /sw.js. Browsers ask for it with every page, and take a new one when it differs: it names
 * the build, whose files it keeps.
 */
export async function serveWorker(server: FastifyInstance, dir: string, page: string, build: string, isOn: boolean) {
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file)
  const worker = isOn
    ? (await readFile(path.join(dir, 'sw.js'), 'utf8'))
        .replace('{build}', build)
        .replace("'{files}'", () => files.map((file) => `'${file}'`).join(', '))
    : OVER
  server.addHook('onSend', async (_request, reply) => void reply.header(BUILD, build))
  server.get('/sw.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      // It fetches what it keeps.
      .header('content-security-policy', "default-src 'none'; connect-src 'self'")
      .send(worker),
  )
}
