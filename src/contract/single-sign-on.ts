import * as z from 'zod/mini'
import { text } from './atoms.ts'
import { endpoints } from './endpoint.ts'
import { Tokens } from './session.ts'

const ProviderId = z.object({ provider: z.string().check(z.maxLength(40)) })
/** What only the browser that started knows: 256 random bits as base64url. */
const secret = text(100)

/** Signing in with an account at an identity provider of the chain's (OpenID Connect). */
export const singleSignOn = endpoints('single-sign-on', {
  start: {
    method: 'POST',
    path: '/auth/providers/{provider}/start',
    unkept: 'Of whoever is not signed in nothing is kept',
    permission: 'public',
    summary:
      'Begin to sign in at an identity provider: where the browser goes, and a secret that it keeps until it is back',
    params: ProviderId,
    reply: z.object({ url: z.string(), secret: z.string() }),
    transaction: 'own',
    audit: 'none',
  },
  finish: {
    method: 'POST',
    path: '/auth/providers/{provider}/finish',
    unkept: 'Of whoever is not signed in nothing is kept',
    permission: 'public',
    summary: 'Sign in with what the provider sent the browser back with',
    params: ProviderId,
    body: z.object({
      /** The query that the provider added to the address it sent the browser back to. */
      search: z.string().check(z.maxLength(8000)),
      secret,
    }),
    reply: z.object({ tokens: Tokens }),
    transaction: 'own',
    audit: 'none',
  },
  startConfirming: {
    method: 'POST',
    path: '/auth/confirm/provider/start',
    unkept: 'Its answer has a secret, which is kept nowhere',
    permission: 'person',
    summary: 'Begin to confirm who one is at the provider that this session was opened by',
    reply: z.object({ url: z.string(), secret: z.string() }),
    transaction: 'own',
    audit: 'none',
  },
  finishConfirming: {
    method: 'POST',
    path: '/auth/confirm/provider/finish',
    unkept: 'What it confirms with is good once',
    permission: 'person',
    summary: 'Confirm who one is with what the provider sent the browser back with',
    body: z.object({ search: z.string().check(z.maxLength(8000)), secret }),
    transaction: 'own',
  },
  linked: {
    method: 'GET',
    path: '/account/providers',
    permission: 'person',
    summary: 'The identity providers of the chain, and at which of them one signs in',
    reply: z.object({ providers: z.array(z.object({ id: z.string(), name: z.string(), isLinked: z.boolean() })) }),
  },
  startLinking: {
    method: 'POST',
    path: '/account/providers/{provider}/start',
    unkept: 'Its answer has a secret, which is kept nowhere',
    permission: 'person',
    reauthenticate: true,
    summary: "Begin to link another identity provider to one's own account",
    params: ProviderId,
    reply: z.object({ url: z.string(), secret: z.string() }),
    transaction: 'own',
    audit: 'none',
  },
  finishLinking: {
    method: 'POST',
    path: '/account/providers/{provider}/finish',
    unkept: 'What it links with is good once',
    permission: 'person',
    summary: 'Link it with what the provider sent the browser back with',
    params: ProviderId,
    body: z.object({ search: z.string().check(z.maxLength(8000)), secret }),
    transaction: 'own',
  },
  leave: {
    method: 'GET',
    path: '/auth/providers/{provider}/leave',
    permission: 'public',
    summary: 'Where the browser goes to log out at the provider as well; null where that is not offered',
    params: ProviderId,
    reply: z.object({ url: z.nullable(z.string()) }),
  },
})
