import { isAdmin } from '#contract/permissions.ts'
import { openFor, tokensOf } from '#features/session/server/public.ts'
import type { App } from '#server/app.ts'
import { adminWithRole } from '#server/auth/store.ts'
import type { ProviderSettings } from '#server/configuration.ts'
import { confirmSession, sessionOf } from '#server/auth/sessions.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, forbidden, Refusal, unauthorized } from '#server/http/problem.ts'
import { addressOf, limit } from '#server/http/rate-limit.ts'
import { nameOf } from '#contract/session.ts'
import { singleSignOn } from '#contract/single-sign-on.ts'
import { messages } from '../rules.ts'
import { accountOf, isOf, link } from './accounts.ts'
import { begin, exchange, leaveAddress, providerOr404 } from './provider.ts'
import { addUnderWay, adminOfIdentity, issuersOf, takeUnderWay } from './store.ts'

/** Sign-ins that one address may begin and end. */
const LIMIT = { max: 60, seconds: 300 }

export const handlers = handle(singleSignOn, {
  start: async ({ app, params, now, request, write }) => {
    await limit(app.db, `sso start ip ${addressOf(request.ip)}`, LIMIT, now)
    const provider = providerOr404(app, params.provider)
    const begun = await begin(app, provider, false)
    const secret = await write(({ db }) => addUnderWay(db, begun, { provider: provider.id, sessionId: null }, now))
    return { url: begun.url, secret }
  },

  finish: async ({ app, params, body, now, request, write }) => {
    await limit(app.db, `sso finish ip ${addressOf(request.ip)}`, LIMIT, now)
    const provider = providerOr404(app, params.provider)
    const state = stateIn(body.search)
    const taken = await write(({ db }) =>
      takeUnderWay(db, { state, secret: body.secret, provider: provider.id, sessionId: null }, now),
    )
    return counted(app, async () => {
      if (!taken) throw unauthorized(messages.over)
      const claims = await exchange(app, provider, { ...taken, search: body.search, state, isAgain: false })
      const opened = await write(async ({ db, record }) => {
        const admin = await accountOf(provider, claims, { app, db, record, now })
        if (!isAdmin(admin.userType)) throw forbidden('No permissions')
        const actor = { id: admin.id, name: nameOf(admin) }
        await record({ entity: 'admin', id: admin.id, summary: `${actor.name} signed in by ${provider.name}` }, actor)
        return openFor(db, app, admin, { means: 'provider', provider: provider.id, request, now })
      })
      return { tokens: await tokensOf(app, opened, now) }
    })
  },

  startConfirming: async ({ app, me, now, write }) => {
    const session = await sessionOf(app.db, me.sessionId)
    if (!session?.provider) throw conflict(messages.otherProvider)
    const provider = providerOr404(app, session.provider)
    const begun = await begin(app, provider, true)
    const of = { provider: provider.id, sessionId: me.sessionId }
    return { url: begun.url, secret: await write(({ db }) => addUnderWay(db, begun, of, now)) }
  },

  finishConfirming: async ({ app, me, body, now, write }) => {
    const session = await sessionOf(app.db, me.sessionId)
    if (!session?.provider) throw conflict(messages.otherProvider)
    const provider = providerOr404(app, session.provider)
    const state = stateIn(body.search)
    const of = { state, secret: body.secret, provider: provider.id, sessionId: me.sessionId }
    const taken = await write(({ db }) => takeUnderWay(db, of, now))
    if (!taken) throw conflict(messages.over)
    const { issuer, subject } = await exchange(app, provider, { ...taken, search: body.search, state, isAgain: true })
    if ((await adminOfIdentity(app.db, issuer, subject)) !== me.id) throw forbidden(messages.somebodyElse)
    await write(async ({ db, record }) => {
      await confirmSession(db, me.sessionId, now)
      await record({ entity: 'admin', id: me.id, summary: `Confirmed who they are at ${provider.name}` })
    })
  },

  linked: async ({ app, db, me }) => {
    const issuers = await issuersOf(db, me.id)
    const isLinked = (provider: ProviderSettings) => issuers.some((issuer) => isOf(provider, issuer))
    return {
      providers: app.env.providers.map((provider) => ({
        id: provider.id,
        name: provider.name,
        isLinked: isLinked(provider),
      })),
    }
  },

  startLinking: async ({ app, params, me, now, write }) => {
    const provider = providerOr404(app, params.provider)
    const begun = await begin(app, provider, true)
    const of = { provider: provider.id, sessionId: me.sessionId }
    return { url: begun.url, secret: await write(({ db }) => addUnderWay(db, begun, of, now)) }
  },

  finishLinking: async ({ app, params, me, body, now, write }) => {
    const provider = providerOr404(app, params.provider)
    const state = stateIn(body.search)
    const of = { state, secret: body.secret, provider: provider.id, sessionId: me.sessionId }
    const taken = await write(({ db }) => takeUnderWay(db, of, now))
    if (!taken) throw conflict(messages.over)
    const claims = await exchange(app, provider, { ...taken, search: body.search, state, isAgain: true })
    await write(async ({ db, record }) => {
      const { admin } = (await adminWithRole(db, me.id))!
      await link({ app, db, now }, { provider, claims, admin })
      await record({ entity: 'admin', id: me.id, summary: `Linked ${provider.name} to their own account` })
    })
  },

  leave: async ({ app, params }) => ({ url: (await leaveAddress(app, providerOr404(app, params.provider))) ?? null }),
})

/** Whoever is refused did not get in; a provider that is away is a failure of its own. */
async function counted<T>({ watch }: App, signIn: () => Promise<T>): Promise<T> {
  try {
    return await signIn()
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) watch.metrics.signInFailed('provider')
    throw error
  }
}

const stateIn = (search: string) => new URLSearchParams(search).get('state') ?? ''
