/** The chain's identity providers, spoken to by openid-client. */
import type * as oidc from 'openid-client'
import type { App } from '#server/app.ts'
import type { ProviderSettings } from '#server/configuration.ts'
import { isLoopback } from '#server/env.ts'
import { notFound, unauthorized, unavailable } from '#server/http/problem.ts'
import { messages } from '../rules.ts'

/** Loaded for those who have a provider, with the first sign-in there. */
const client = () => import('openid-client')

const TIMEOUT_SECONDS = 10
/** How far the clocks of the provider and of this server may lie apart, in seconds. */
const CLOCK_TOLERANCE = 30
/** How long what a provider says of itself, its keys among it, is used without asking again. */
const KNOWN_MS = 10 * 60_000

/** What is known of a provider, by its settings: a test's app has its own. */
const known = new WeakMap<ProviderSettings, { at: number; config: Promise<oidc.Configuration> }>()

/** @throws Refusal 404 */
export function providerOr404(app: App, id: string): ProviderSettings {
  const found = app.env.providers.find((provider) => provider.id === id)
  if (!found) throw notFound('provider')
  return found
}

/** @throws Refusal 503 while the provider cannot be reached, or is not who its settings say */
export async function configurationOf(app: App, provider: ProviderSettings): Promise<oidc.Configuration> {
  const now = app.clock.now().getTime()
  const found = known.get(provider)
  const config = found && Math.abs(now - found.at) < KNOWN_MS ? found.config : discovered(provider)
  if (config !== found?.config) known.set(provider, { at: now, config })
  try {
    return await config
  } catch (error) {
    known.delete(provider)
    app.log.warn({ err: error, provider: provider.id }, 'the identity provider cannot be used')
    throw unavailable(messages.unavailable(provider.name))
  }
}

async function discovered(provider: ProviderSettings): Promise<oidc.Configuration> {
  const oidc = await client()
  const issuer = new URL(provider.issuer)
  const isHere = issuer.protocol === 'http:' && isLoopback(issuer.hostname)
  return oidc.discovery(
    issuer,
    provider.clientId,
    { ...(provider.clientSecret && { client_secret: provider.clientSecret }), [oidc.clockTolerance]: CLOCK_TOLERANCE },
    provider.clientSecret ? undefined : oidc.None(),
    {
      timeout: TIMEOUT_SECONDS,
      // Its tokens are believed for their signature, not for the connection they came by.
      execute: [oidc.enableNonRepudiationChecks, ...(isHere ? [oidc.allowInsecureRequests] : [])],
    },
  )
}

/** The address that a provider sends the browser back to: one for each, so that none can answer for another. */
export const returnAddress = (app: App, provider: ProviderSettings) => `${app.origin}/sso/${provider.id}`

export type Begun = { url: string; state: string; nonce: string; verifier: string }

/** @param isAgain they sign in there anew, even if they are signed in already */
export async function begin(app: App, provider: ProviderSettings, isAgain: boolean): Promise<Begun> {
  const config = await configurationOf(app, provider)
  const oidc = await client()
  const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: returnAddress(app, provider),
    scope: provider.scope,
    response_type: 'code',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...(isAgain && { prompt: 'login', max_age: '0' }),
  })
  return { url: url.href, state, nonce, verifier }
}

/** What a provider says of somebody, in an ID token whose signature, issuer, audience, times and nonce were checked. */
export type Claims = {
  issuer: string
  subject: string
  /** Confirmed by the provider. */
  email: string | undefined
  firstName: string
  lastName: string
  groups: readonly string[]
}

/**
 * Exchanges what the browser came back with.
 * @throws Refusal 401 when the provider refused, or its answer cannot be trusted; 503 while it cannot be reached
 */
export async function exchange(
  app: App,
  provider: ProviderSettings,
  { search, state, nonce, verifier, isAgain }: Omit<Begun, 'url'> & { search: string; isAgain: boolean },
): Promise<Claims> {
  const config = await configurationOf(app, provider)
  const oidc = await client()
  const address = new URL(returnAddress(app, provider))
  address.search = search
  let claims: oidc.IDToken
  try {
    const tokens = await oidc.authorizationCodeGrant(config, address, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      // Nobody is taken for who signed in there at some other time.
      ...(isAgain && { maxAge: CLOCK_TOLERANCE }),
    })
    claims = tokens.claims()!
  } catch (error) {
    const { code, cause } = error as { code?: string; cause?: unknown }
    app.log.warn(
      { provider: provider.id, code, cause: String(cause ?? error) },
      'an identity provider did not sign a person in',
    )
    // It may have other keys by now.
    known.delete(provider)
    if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError)
      throw unauthorized(messages.refused(provider.name))
    if (code === 'OAUTH_TIMEOUT' || error instanceof TypeError) throw unavailable(messages.unavailable(provider.name))
    throw unauthorized(messages.notTrusted(provider.name))
  }
  if (!isStrong(provider, claims)) throw unauthorized(messages.weak(provider.name))
  return claimsOf(provider, claims)
}

/** Whether it says that it asked somebody for what the settings want. */
const isStrong = ({ strength }: ProviderSettings, { acr, amr }: oidc.IDToken) =>
  !strength.length || [acr, amr].flat().some((way) => typeof way === 'string' && strength.includes(way))

const word = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** Of letters that look alike, such as the sign of kelvin, some are the same in small letters. */
const addressOf = (email: string) => (/^[!-~]+$/.test(email) ? email.toLowerCase() : undefined)

function claimsOf(provider: ProviderSettings, claims: oidc.IDToken): Claims {
  const [first = '', ...rest] = word(claims.name).split(/\s+/)
  const groups = claims[provider.groupsClaim]
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: claims.email_verified === true ? addressOf(word(claims.email)) : undefined,
    firstName: word(claims.given_name) || first,
    lastName: word(claims.family_name) || rest.join(' '),
    groups: [groups].flat().filter((group): group is string => typeof group === 'string'),
  }
}

/** Where the browser goes to log out there as well; undefined where that is not offered. */
export async function leaveAddress(app: App, provider: ProviderSettings): Promise<string | undefined> {
  const config = await configurationOf(app, provider)
  if (!config.serverMetadata().end_session_endpoint) return
  const oidc = await client()
  return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: `${app.origin}/` }).href
}
