// Filled in by the server (src/server/http/worker.ts); docs/adr/0019-service-worker.md says what it is for.
const CACHE = 'marquee {build}'
const SHELL = '/'
const FILES = ['{files}']

self.addEventListener('install', (event) => {
  self.skipWaiting()
  // Where the browser knows routes, a call of the API does not even wake the worker.
  event.waitUntil(event.addRoutes?.({ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' }))
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([SHELL, ...FILES])))
})

// Of what another build has left behind nothing stays.
self.addEventListener('activate', (event) => {
  const replace = async () => {
    await navigator.locks.request('files', async () => {
      await Promise.all((await caches.keys()).filter((name) => name !== CACHE).map((name) => caches.delete(name)))
    })
    await self.registration.navigationPreload?.enable()
    await self.clients.claim()
  }
  event.waitUntil(replace())
})

// What a page has fetched before it had a worker.
self.addEventListener('message', (event) => {
  const missing = async (cache) => {
    for (const file of event.data) if (isAsset(file) && !(await cache.match(file))) await cache.add(file)
  }
  event.waitUntil(whileCurrent(missing).catch(() => undefined))
})

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname: path } = new URL(url)
  if (method !== 'GET' || origin !== location.origin || path.startsWith('/api/')) return
  if (mode === 'navigate') event.respondWith(page(event))
  else if (isAsset(path)) event.respondWith(asset(event.request))
})

/**
 * Changes this build's files, unless another build has taken over and deleted them: opening would bring them back. Nobody
 * deletes meanwhile.
 */
const whileCurrent = (change) =>
  navigator.locks.request('files', { mode: 'shared' }, async () => {
    if (await caches.has(CACHE)) await change(await caches.open(CACHE))
  })

const isAsset = (path) => path.startsWith('/assets/')

/** The server's, so that it is never older than the server; the kept one where no answer comes. */
async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch (error) {
    const shell = await caches.match(SHELL)
    if (!shell) throw error
    return shell
  }
}

/** Its name changes with its content. */
async function asset(request) {
  const found = await caches.match(request, { cacheName: CACHE, ignoreVary: true })
  if (found) return found
  const answer = await fetch(request)
  if (answer.status === 200) {
    const copy = answer.clone()
    await whileCurrent((cache) => cache.put(request, copy)).catch(() => undefined)
  }
  return answer
}
