import { config } from '../config.ts'
import { readAfterHeader } from './read-after.ts'

type Early = { token: string; answer: Promise<Response>; data?: unknown }

const sent = new Map<string, Early>()
/** An answer that nobody has asked for by then is too old to be shown. */
const STORED_MS = 10_000

/** Asks for a screen's first reads while its code is on its way. */
export function sendEarly(reads: readonly string[], token: string): void {
  for (const read of reads) {
    const address = `${config.api}${read}`
    const answer = fetch(address, { headers: { authorization: `Bearer ${token}`, ...readAfterHeader() } })
    const early: Early = { token, answer }
    // Whoever takes it is told; until then a failure is nobody's.
    answer.then(async (response) => response.ok && (early.data = (await response.clone().json()).data)).catch(() => {})
    sent.set(address, early)
    setTimeout(() => sent.delete(address), STORED_MS)
  }
}

/** One that another token was sent with is nobody's: its refusal would be taken for the token's of now. */
function take(address: string, token: string): Early | undefined {
  const early = sent.get(address)
  sent.delete(address)
  return early?.token === token ? early : undefined
}

/** The answer to a read that was sent early, once; undefined when there is none or it failed. */
export const takeEarly = async (address: string, token: string): Promise<Response | undefined> =>
  take(address, token)?.answer.catch(() => undefined)

/** The data of such an answer that is here already, once: a screen shows it without a moment's skeleton. */
export const takeEarlyData = (address: string, token: string): unknown =>
  sent.get(address)?.data === undefined ? undefined : take(address, token)?.data
