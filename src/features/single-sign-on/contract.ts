import * as z from 'zod/mini'
import { text } from '#contract/atoms.ts'
import { endpoints } from '#contract/endpoint.ts'
import { providerCalls, Tokens } from '#contract/session.ts'
import { messages } from './rules.ts'

const ProviderId = z.object({ provider: z.string(messages.noProvider).check(z.maxLength(40)) })
/** What only the browser that started knows: 256 random bits as base64url. */
const secret = text(100, messages.over)

/** Signing in with an account at an identity provider of the chain's (OpenID Connect). */
const signIn = endpoints('single-sign-on', {
  start: {
    method: 'POST',
    path: '/auth/providers/{provider}/start',
    may: 'public',
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
    may: 'public',
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
})

/** With the calls that the platform makes for a session that was opened there. */
export const singleSignOn = { ...signIn, ...providerCalls }
