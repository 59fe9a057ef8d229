import { config } from '../config.ts'
import { readAfterHeader } from './read-after.ts'

type Early = { token: string; answer: Promise<Response>; data?: unknown }

const sent = new Map<string, Early>()
/** Maximum age of an unused response. */
const STORED_MS = 10_000

/** Starts a screen's first reads while its code loads. */
export function sendEarly(reads: readonly string[], token: string): void {
  for (const read of reads) {
    const address = `${config.api}${read}`
    const answer = fetch(address, { headers: { authorization: `Bearer ${token}`, ...readAfterHeader() } })
    const early: Early = { token, answer }
    // Because the reader handles a failure; an unread one is ignored.
    answer.then(async (response) => response.ok && (early.data = (await response.clone().json()).data)).catch(() => {})
    sent.set(address, early)
    setTimeout(() => sent.delete(address), STORED_MS)
  }
}

/** Takes an early read of this token. A failure of another token would be blamed on the current one. */
function take(address: string, token: string): Early | undefined {
  const early = sent.get(address)
  sent.delete(address)
  return early?.token === token ? early : undefined
}

/** Returns the response to an early read once; undefined if there is none or it failed. */
export const takeEarly = async (address: string, token: string): Promise<Response | undefined> =>
  take(address, token)?.answer.catch(() => undefined)

/** Returns the data of an early read once, if received, so that the screen needs no skeleton. */
export const takeEarlyData = (address: string, token: string): unknown =>
  sent.get(address)?.data === undefined ? undefined : take(address, token)?.data
