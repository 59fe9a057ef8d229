import { keep, stored } from '../local-storage.ts'

const KEY = 'marquee:active'
/** A mouse moves often; storage is written to seldom. */
const WRITE_MS = 2000

let here = 0
let written = 0

/** When somebody last moved the mouse or pressed a key, in any tab; 0 when that is not known. Milliseconds. */
export function lastActive(): number {
  return Math.max(here, Number(stored(KEY)) || 0)
}

export function noteActive(now = Date.now()): void {
  here = now
  if (now - written < WRITE_MS) return
  written = now
  // Where nothing is kept each tab knows of its own activity alone.
  keep(KEY, String(now))
}
