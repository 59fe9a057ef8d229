import { config } from './config.ts'

/** Delay, so that nothing competes with the first screen. */
const AFTER_MS = 3000

/**
 * Caches the application's files on this device after the first screen (docs/adr/0019-service-worker.md). A server with
 * the worker disabled serves one that removes itself.
 */
export function keepFiles(): void {
  if (!config.keepsFiles || !('serviceWorker' in navigator)) return
  const { controller } = navigator.serviceWorker
  setTimeout(() => void register(controller).catch(() => undefined), AFTER_MS)
}

/**
 * @param controller worker that served this page: it already has the files, and a message would delay its replacement
 */
async function register(controller: ServiceWorker | null): Promise<void> {
  const registration = await navigator.serviceWorker.register('/sw.js')
  await navigator.serviceWorker.ready
  const fetched = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  // To the newest worker, because the files of a replaced one are deleted with it.
  const worker = registration.installing ?? registration.waiting ?? registration.active
  if (worker !== controller) worker?.postMessage(fetched.filter((path) => path.startsWith('/assets/')))
}

let isOld = false

/** Records the server's build from each response. */
export function noteBuild(build: string | null): void {
  if (build && config.build) isOld = build !== config.build
}

/** Returns whether the server has a newer build than this page, so that the next page must be loaded completely. */
export const isOutdated = () => isOld
