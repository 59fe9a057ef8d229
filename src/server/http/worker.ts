import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { BUILD } from '#contract/build.ts'

/** Returns the name of a build: a hash of its files and of the settings in the page. */
export const buildOf = (page: string) => createHash('sha256').update(page).digest('base64url').slice(0, 12)

/**
 * Replaces a worker that was switched off: it unregisters itself and deletes its cache. A page from before may register
 * its worker late, which revives the ended one, and then sends it a message.
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
 * Serves the service worker at /sw.js. Browsers request it with every page and install a different one: it names the
 * build, whose files it caches.
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
      // The worker fetches the files that it caches.
      .header('content-security-policy', "default-src 'none'; connect-src 'self'")
      .send(worker),
  )
}
