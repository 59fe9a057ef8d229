import { keep, stored } from '../local-storage.ts'

const KEY = 'marquee:active'
/** Minimum time between writes to storage, because the mouse moves often. */
const WRITE_MS = 2000

let here = 0
let written = 0

/** Returns the time of the last mouse movement or key press in any tab, in ms; 0: unknown. */
export function lastActive(): number {
  return Math.max(here, Number(stored(KEY)) || 0)
}

export function noteActive(now = Date.now()): void {
  here = now
  if (now - written < WRITE_MS) return
  written = now
  // Without storage each tab only knows its own activity.
  keep(KEY, String(now))
}
