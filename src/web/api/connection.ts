import { config } from '../config.ts'

const PROBE_MS = 4000

let lost = !navigator.onLine
let probing: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const set = (next: boolean) => {
  if (lost === next) return
  lost = next
  for (const listener of listeners) listener()
}

/** Any response means that the connection is back. */
const probe = async () => {
  probing = undefined
  try {
    await fetch(`${config.api}/health/live`, { cache: 'no-store' })
    set(false)
  } catch {
    probing ??= setTimeout(probe, PROBE_MS)
  }
}

/** Records after each call whether a response arrived. */
export function noteAnswer(came: boolean): void {
  set(!came)
  if (!came) probing ??= setTimeout(probe, PROBE_MS)
}

addEventListener('offline', () => set(true))
addEventListener('online', () => void probe())

export const isLost = () => lost
export const subscribeConnection = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
