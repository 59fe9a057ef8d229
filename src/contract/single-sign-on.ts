import * as z from 'zod/mini'
import { text } from './atoms.ts'
import { endpoints } from './endpoint.ts'
import { Tokens } from './session.ts'

const ProviderId = z.object({ provider: z.string().check(z.maxLength(40)) })
/** A secret that only the browser that started the flow knows: 256 random bits as base64url. */
const secret = text(100)

/** Sign-in with an account at one of the chain's identity providers (OpenID Connect). */
export const singleSignOn = endpoints('single-sign-on', {
  start: {
    method: 'POST',
    path: '/auth/providers/{provider}/start',
    unkept: 'Nothing is stored for callers who are not signed in',
    permission: 'public',
    summary: 'Start a sign-in at an identity provider',
    params: ProviderId,
    reply: z.object({ url: z.string(), secret: z.string() }),
    transaction: 'own',
    audit: 'none',
  },
  finish: {
    method: 'POST',
    path: '/auth/providers/{provider}/finish',
    unkept: 'Nothing is stored for callers who are not signed in',
    permission: 'public',
    summary: 'Finish a sign-in with the response of the provider',
    params: ProviderId,
    body: z.object({
      /** The query string of the provider's redirect. */
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
    unkept: 'Its reply has a secret, which is never stored',
    permission: 'person',
    summary: 'Start re-authentication at the provider of this session',
    reply: z.object({ url: z.string(), secret: z.string() }),
    transaction: 'own',
    audit: 'none',
  },
  finishConfirming: {
    method: 'POST',
    path: '/auth/confirm/provider/finish',
    unkept: 'The proof works only once',
    permission: 'person',
    summary: 'Finish re-authentication with the response of the provider',
    body: z.object({ search: z.string().check(z.maxLength(8000)), secret }),
    transaction: 'own',
  },
  linked: {
    method: 'GET',
    path: '/account/providers',
    permission: 'person',
    summary: 'List identity providers and which of them are linked to your account',
    reply: z.object({ providers: z.array(z.object({ id: z.string(), name: z.string(), isLinked: z.boolean() })) }),
  },
  startLinking: {
    method: 'POST',
    path: '/account/providers/{provider}/start',
    unkept: 'Its reply has a secret, which is never stored',
    permission: 'person',
    reauthenticate: true,
    summary: 'Start linking another identity provider to your account',
    params: ProviderId,
    reply: z.object({ url: z.string(), secret: z.string() }),
    transaction: 'own',
    audit: 'none',
  },
  finishLinking: {
    method: 'POST',
    path: '/account/providers/{provider}/finish',
    unkept: 'The proof works only once',
    permission: 'person',
    summary: 'Finish linking with the response of the provider',
    params: ProviderId,
    body: z.object({ search: z.string().check(z.maxLength(8000)), secret }),
    transaction: 'own',
  },
  leave: {
    method: 'GET',
    path: '/auth/providers/{provider}/leave',
    permission: 'public',
    summary: 'Return the address for signing out at the provider. Null if the provider has none.',
    params: ProviderId,
    reply: z.object({ url: z.nullable(z.string()) }),
  },
})
