import { config } from './config.ts'

/** Nothing is to compete with the first screen. */
const AFTER_MS = 3000

/**
 * Keeps the application's files on this device (docs/adr/0019-service-worker.md), when the first screen is there. A server
 * that has it switched off answers browsers that have the worker with one that ends itself.
 */
export function keepFiles(): void {
  if (!config.keepsFiles || !('serviceWorker' in navigator)) return
  const { controller } = navigator.serviceWorker
  setTimeout(() => void register(controller).catch(() => undefined), AFTER_MS)
}

/** @param controller what this page was loaded through: it has its files, and a message would keep it from giving way */
async function register(controller: ServiceWorker | null): Promise<void> {
  const registration = await navigator.serviceWorker.register('/sw.js')
  await navigator.serviceWorker.ready
  const fetched = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  // To the newest: what one keeps that is being replaced goes with it.
  const worker = registration.installing ?? registration.waiting ?? registration.active
  if (worker !== controller) worker?.postMessage(fetched.filter((path) => path.startsWith('/assets/')))
}

let isOld = false

/** Told by every answer which build the server has now. */
export function noteBuild(build: string | null): void {
  if (build && config.build) isOld = build !== config.build
}

/** The server has another build than this page's: the next page is to be fetched whole. */
export const isOutdated = () => isOld
