import { importPKCS8, SignJWT } from 'jose'
import * as z from 'zod/mini'
import type { FcmSettings } from '../../env.ts'
import { IntegrationError } from '../error.ts'
import { vendorClient, type Vendor } from '../vendor.ts'

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
/** Validity of our signed request, in seconds; Google allows an hour at most. */
const GOOD_FOR_S = 3600
/** Time before expiry at which a token is renewed, because a request takes time. */
const SPARE_MS = 60_000

const Answer = z.object({ access_token: z.string(), expires_in: z.number() })

type Token = { value: string; until: number }

export type AccessTokens = {
  /** Returns a valid token; concurrent callers share one request. @throws IntegrationError */
  current: () => Promise<string>
  /** Forgets a rejected token. */
  forget: (value: string) => void
}

/** Creates access tokens of a service account (developers.google.com/identity/protocols/oauth2/service-account). */
export function accessTokens(
  { private_key, private_key_id, client_email, token_uri }: FcmSettings['account'],
  vendor: Omit<Vendor, 'baseUrl' | 'headers'>,
): AccessTokens {
  const google = vendorClient({ ...vendor, baseUrl: token_uri, headers: {} })
  let pending: Promise<Token> | undefined
  let refused = ''

  async function ask(): Promise<Token> {
    const since = Date.now()
    const answer = await google.post('', new URLSearchParams({ grant_type: GRANT, assertion: await signed() }), {
      schema: Answer,
    })
    if (!answer) throw new IntegrationError(`${vendor.name} rejected our service account (404)`, { answered: 404 })
    return { value: answer.access_token, until: since + answer.expires_in * 1000 - SPARE_MS }
  }

  async function signed(): Promise<string> {
    const key = await importPKCS8(private_key, 'RS256').catch((cause: unknown) => {
      throw new IntegrationError('The private key of FCM_SERVICE_ACCOUNT cannot be read', { cause })
    })
    return new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(private_key_id && { kid: private_key_id }) })
      .setIssuer(client_email)
      .setAudience(token_uri)
      .setIssuedAt()
      .setExpirationTime(`${GOOD_FOR_S}s`)
      .sign(key)
  }

  return {
    current: async () => {
      const waited = (pending ??= ask())
      try {
        const token = await waited
        if (token.value !== refused && token.until > Date.now()) return token.value
      } catch (error) {
        if (pending === waited) pending = undefined
        throw error
      }
      // The first caller that finds the token expired requests the next; the others wait for it.
      if (pending === waited) pending = ask()
      return (await pending!).value
    },
    forget: (value) => void (refused = value),
  }
}
