const KEY = 'marquee:active'
/** A mouse moves often; storage is written to seldom. */
const WRITE_MS = 2000

let here = 0
let written = 0

/** When somebody last moved the mouse or pressed a key, in any tab; 0 when that is not known. Milliseconds. */
export function lastActive(): number {
  try {
    return Math.max(here, Number(localStorage.getItem(KEY)) || 0)
  } catch {
    return here
  }
}

export function noteActive(now = Date.now()): void {
  here = now
  if (now - written < WRITE_MS) return
  written = now
  try {
    localStorage.setItem(KEY, String(now))
  } catch {
    // Then each tab knows of its own activity alone.
  }
}
