import { config } from '../config.ts'

const sent = new Map<string, { token: string; answer: Promise<Response> }>()
/** An answer that nobody has asked for by then is too old to be shown. */
const KEPT_MS = 10_000

/** Asks for a screen's first reads while its code is on its way. */
export function sendEarly(reads: readonly string[], token: string): void {
  for (const read of reads) {
    const address = `${config.api}${read}`
    const answer = fetch(address, { headers: { authorization: `Bearer ${token}` } })
    // Whoever takes it is told; until then a failure is nobody's.
    answer.catch(() => undefined)
    sent.set(address, { token, answer })
    setTimeout(() => sent.delete(address), KEPT_MS)
  }
}

/**
 * The answer to a read that was sent early, once; undefined when there is none or it failed. One that another token was
 * sent with is nobody's: its refusal would be taken for the token's of now.
 */
export async function takeEarly(address: string, token: string): Promise<Response | undefined> {
  const early = sent.get(address)
  sent.delete(address)
  return early?.token === token ? early.answer.catch(() => undefined) : undefined
}
