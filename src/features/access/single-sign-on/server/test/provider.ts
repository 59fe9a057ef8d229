/**
 * A real OpenID provider on loopback: whoever is sent there is signed in as the person that the test names, without a
 * password. What it answers to the exchange of a code can be spoiled.
 */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import { Provider } from 'oidc-provider'

export const CLIENT = { id: 'marquee', secret: 'a secret of tests, long enough' }

export type Person = {
  sub: string
  email: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
  groups?: string[]
}
export type TestProvider = {
  issuer: string
  /** Who is signed in there from now on; null refuses. */
  becomes: (person: Person | null) => void
  /** Changes the ID tokens that it answers, and signs them with its key or with another one. */
  spoils: (change: ((claims: JWTPayload) => JWTPayload) | undefined, otherKey?: boolean) => void
  stop: () => Promise<void>
}

const LOGIN = '/sign-in-here/'

/** @param returnTo the addresses that it may send browsers back to, asked for when somebody comes */
export async function startProvider(returnTo: () => string[], port = 0): Promise<TestProvider> {
  let person: Person | null = null
  let change: ((claims: JWTPayload) => JWTPayload) | undefined
  let isOtherKey = false
  const people = new Map<string, Person>()
  const keys = await generateKeyPair('RS256', { extractable: true })
  const others = await generateKeyPair('RS256')
  const kid = randomUUID()
  // Made at the first request: by then it is known where browsers are sent back to.
  let handler: ReturnType<Provider['callback']> | undefined
  const server = createServer((request, response) => (handler ??= made())(request, response))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`

  const key = await exportJWK(keys.privateKey)

  const made = () => {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: returnTo(),
          post_logout_redirect_uris: returnTo().map((address) => `${new URL(address).origin}/`),
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      jwks: { keys: [{ ...key, kid, alg: 'RS256', use: 'sig' }] },
      cookies: { keys: ['keys of tests'] },
      // In seconds; without them it says at each start that it has its own.
      ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
      claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
      // The way most providers do it: the claims stand in the ID token.
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `${LOGIN}${uid}` },
      findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => people.get(sub) }),
      loadExistingGrant: async ({
        oidc,
      }: {
        oidc: { client: { clientId: string }; session: { accountId: string } }
      }) => {
        const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
    provider.use(async (context, next) => {
      if (context.path.startsWith(LOGIN)) {
        if (person) people.set(person.sub, person)
        const result = person
          ? { login: { accountId: person.sub } }
          : { error: 'access_denied', error_description: 'They said no' }
        await provider.interactionFinished(context.req, context.res, result)
        return
      }
      await next()
      const answer = context.body as { id_token?: string } | undefined
      if (context.oidc?.route !== 'token' || !answer?.id_token || !(change || isOtherKey)) return
      const claims = JSON.parse(Buffer.from(answer.id_token.split('.')[1]!, 'base64url').toString()) as JWTPayload
      answer.id_token = await new SignJWT(change ? change(claims) : claims)
        .setProtectedHeader({ alg: 'RS256', kid })
        .sign(isOtherKey ? others.privateKey : keys.privateKey)
    })
    return provider.callback()
  }

  return {
    issuer,
    becomes: (next) => void (person = next),
    spoils: (next, otherKey = false) => {
      change = next
      isOtherKey = otherKey
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Follows a browser's way through the provider. @returns the address that it is sent back to */
export async function walk(url: string, jar = new Map<string, string>()): Promise<URL> {
  let at = new URL(url)
  const { host } = at
  for (let steps = 0; steps < 10; steps++) {
    const response = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [name, value] = cookie.split(';', 1)[0]!.split('=') as [string, string]
      jar.set(name, value)
    }
    const next = response.headers.get('location')
    if (!next) throw new Error(`${at.href} answered ${response.status}: ${await response.text()}`)
    at = new URL(next, at)
    if (at.host !== host) return at
  }
  throw new Error('The provider sends the browser in circles')
}
