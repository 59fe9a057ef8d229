import { READ_AFTER } from '#contract/position.ts'
import { keep, stored } from '../local-storage.ts'

/**
 * Log position that the server's replica must have reached for this person's reads. Shared by all tabs and cleared with
 * the session.
 */
const KEY = 'marquee:read-after'
let known = ''

const latest = (position: string) => [position, known, stored(KEY) ?? ''].sort()[2]!

export const readAfterHeader = (): Record<string, string> => {
  const seen = latest('')
  return seen ? { [READ_AFTER]: seen } : {}
}

/** Records the position after each write and event. Without a position nothing is required, and the primary answers. */
export const noteReadAfter = (position: string | null | undefined): void =>
  keep(KEY, (known = position ? latest(position) : ''))
