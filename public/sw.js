// Filled in by the server (src/server/http/worker.ts); docs/adr/0019-service-worker.md says what it is for.
const CACHE = 'marquee {build}'
const SHELL = '/'
const FILES = ['{files}']

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([SHELL, ...FILES])))
})

// Of what another build has left behind nothing stays.
self.addEventListener('activate', (event) => {
  const replace = async () => {
    await Promise.all((await caches.keys()).filter((name) => name !== CACHE).map((name) => caches.delete(name)))
    await self.registration.navigationPreload?.enable()
    await self.clients.claim()
  }
  event.waitUntil(replace())
})

// What a page has fetched before it had a worker.
self.addEventListener('message', (event) => {
  const keep = async () => {
    const cache = await kept()
    for (const file of event.data) if (isAsset(file) && !(await cache.match(file))) await cache.add(file)
  }
  event.waitUntil(keep().catch(() => undefined))
})

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname: path } = new URL(url)
  if (method !== 'GET' || origin !== location.origin || path.startsWith('/api/')) return
  if (mode === 'navigate') event.respondWith(page(event))
  else if (isAsset(path)) event.respondWith(asset(event.request))
})

/** Where this build's files are. Another that has taken over has deleted them, and opening brings them back. */
async function kept() {
  const cache = await caches.open(CACHE)
  if (self.serviceWorker?.state === 'redundant') await caches.delete(CACHE)
  return cache
}

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
  const cache = await kept()
  const found = await cache.match(request, { ignoreVary: true })
  if (found) return found
  const answer = await fetch(request)
  if (answer.status === 200) await cache.put(request, answer.clone()).catch(() => undefined)
  return answer
}
