import { READ_AFTER } from '#contract/position.ts'

/** How far the server's data must have got to answer this person: shared by all tabs, forgotten with the session. */
const KEY = 'marquee:read-after'
/** A browser that keeps nothing holds it as long as the page lives. */
let known = ''

const latest = (position: string) => {
  let stored = ''
  try {
    stored = localStorage.getItem(KEY) ?? ''
  } catch {
    // Then it is known to this page alone.
  }
  return [position, stored, known].sort()[2]!
}

export const readAfterHeader = (): Record<string, string> => {
  const seen = latest('')
  return seen ? { [READ_AFTER]: seen } : {}
}

/** Told of each write, and of each event: without a position nothing is claimed, and the primary answers. */
export function noteReadAfter(position: string | null | undefined): void {
  known = position ? latest(position) : ''
  try {
    localStorage.setItem(KEY, known)
  } catch {
    // As above.
  }
}
