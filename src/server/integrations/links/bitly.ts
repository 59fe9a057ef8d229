import * as z from 'zod/mini'
import type { BitlySettings } from '../../env.ts'
import { IntegrationError } from '../error.ts'
import { vendorClient, wrongAddress, type Vendor } from '../vendor.ts'
import type { ShortLinks } from './port.ts'

const NAME = 'The link shortener'
const WITHIN_MS = 10_000

/** Of more than these fields (dev.bitly.com/api-reference: POST /v4/shorten, GET /v4/user). */
const Bitlink = z.object({ link: z.url() })
const User = z.object({ login: z.string() })

/** Bitly, version 4 of its API. The same address is answered with the same link, so that a try that was lost makes no second one. */
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

/** The status stands in every refusal's words (operations 8). */
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
