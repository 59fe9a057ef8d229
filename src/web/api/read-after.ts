import { READ_AFTER } from '#contract/position.ts'
import { keep, stored } from '../local-storage.ts'

/** How far the server's data must have got to answer this person: shared by all tabs, forgotten with the session. */
const KEY = 'marquee:read-after'
let known = ''

const latest = (position: string) => [position, known, stored(KEY) ?? ''].sort()[2]!

export const readAfterHeader = (): Record<string, string> => {
  const seen = latest('')
  return seen ? { [READ_AFTER]: seen } : {}
}

/** Told of each write, and of each event: without a position nothing is claimed, and the primary answers. */
export const noteReadAfter = (position: string | null | undefined): void =>
  keep(KEY, (known = position ? latest(position) : ''))
