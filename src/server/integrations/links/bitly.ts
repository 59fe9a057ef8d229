import * as z from 'zod/mini'
import type { BitlySettings } from '../../env.ts'
import { IntegrationError } from '../error.ts'
import { vendorClient, wrongAddress, type Vendor } from '../vendor.ts'
import type { ShortLinks } from './port.ts'

const NAME = 'The link shortener'
const WITHIN_MS = 10_000

/** Fields used of the answers (dev.bitly.com/api-reference: POST /v4/shorten, GET /v4/user). */
const Bitlink = z.object({ link: z.url() })
const User = z.object({ login: z.string() })

/**
 * Shortens with version 4 of the Bitly API. The same address returns the same link, so a lost attempt creates no second
 * link.
 */
export function bitlyShortLinks(
  { token, url, domain, group }: BitlySettings,
  more: Partial<Pick<Vendor, 'timeoutMs' | 'wait'>> = {},
): ShortLinks {
  const api = vendorClient({
    name: NAME,
    baseUrl: url,
    headers: { authorization: `Bearer ${token}` },
    timeoutMs: WITHIN_MS,
    ...more,
  })
  return {
    kind: 'bitly',
    shorten: ({ address }) =>
      withStatus(async () => {
        const body = { long_url: address, ...(domain && { domain }), ...(group && { group_guid: group }) }
        return (await found(api.post('/shorten', body, { schema: Bitlink }))).link
      }),
    test: () =>
      withStatus(async () => {
        const { login } = await found(api.json('/user', { schema: User }))
        return `Signed in as ${login}`
      }),
  }
}

async function found<T>(pending: Promise<T | undefined>): Promise<T> {
  const answer = await pending
  if (answer === undefined)
    throw new IntegrationError(wrongAddress(NAME), {
      answered: 404,
    })
  return answer
}

/** Adds the HTTP status to each message (operations 8). */
async function withStatus<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof IntegrationError) || error.answered === undefined) throw error
    if (error.message.includes(String(error.answered))) throw error
    const { isPassing, isUndone, retryAfter, answered } = error
    throw new IntegrationError(`${error.message} (${answered})`, { isPassing, isUndone, retryAfter, answered })
  }
}
