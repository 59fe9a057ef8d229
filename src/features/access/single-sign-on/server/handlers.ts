import { isAdmin } from '#contract/permissions.ts'
import { openFor, tokensOf } from '#features/access/session/server/public.ts'
import type { App } from '#server/app.ts'
import { adminWithRole } from '#server/auth/store.ts'
import { confirmSession, sessionOf } from '#server/auth/sessions.ts'
import { handle, type Context } from '#server/http/handle.ts'
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
    const pending = await write(({ db }) =>
      takeUnderWay(db, { state, secret: body.secret, provider: provider.id, sessionId: null }, now),
    )
    return counted(app, async () => {
      if (!pending) throw unauthorized(messages.over)
      const claims = await exchange(app, provider, { ...pending, search: body.search, state, isAgain: false })
      const opened = await write(async ({ db, record }) => {
        const admin = await accountOf(provider, claims, { app, db, record, now })
        if (!isAdmin(admin.userType)) throw forbidden('No permissions')
        const actor = { id: admin.id, name: nameOf(admin) }
        await record({ entity: 'admin', id: admin.id, summary: `Signed in at ${provider.name}` }, actor)
        return openFor(db, app, admin, { means: 'provider', provider: provider.id, request, now })
      })
      return { tokens: await tokensOf(app, opened, now) }
    })
  },

  startConfirming: async (context) => {
    const { app, me } = context
    const session = await sessionOf(app.db, me.sessionId)
    if (!session?.provider) throw conflict(messages.otherProvider)
    return beginAgain(context, session.provider)
  },

  finishConfirming: async (context) => {
    const { app, me, now, write } = context
    const session = await sessionOf(app.db, me.sessionId)
    if (!session?.provider) throw conflict(messages.otherProvider)
    const { provider, claims } = await endAgain(context, session.provider)
    if ((await adminOfIdentity(app.db, claims.issuer, claims.subject)) !== me.id) throw forbidden(messages.otherPerson)
    await write(async ({ db, record }) => {
      await confirmSession(db, me.sessionId, now)
      await record({ entity: 'admin', id: me.id, summary: `Confirmed their identity at ${provider.name}` })
    })
  },

  linked: async ({ app, db, me }) => {
    const issuers = await issuersOf(db, me.id)
    return {
      providers: app.env.providers.map((provider) => ({
        id: provider.id,
        name: provider.name,
        isLinked: issuers.some((issuer) => isOf(provider, issuer)),
      })),
    }
  },

  startLinking: (context) => beginAgain(context, context.params.provider),

  finishLinking: async (context) => {
    const { app, me, now, write } = context
    const { provider, claims } = await endAgain(context, context.params.provider)
    await write(async ({ db, record }) => {
      const { admin } = (await adminWithRole(db, me.id))!
      await link({ app, db, now }, { provider, claims, admin })
      await record({ entity: 'admin', id: me.id, summary: `Linked ${provider.name} to their own account` })
    })
  },

  leave: async ({ app, params }) => ({ url: (await leaveAddress(app, providerOr404(app, params.provider))) ?? null }),
})

type Starting = Context<(typeof singleSignOn)['startConfirming' | 'startLinking']>
type Finishing = Context<(typeof singleSignOn)['finishConfirming' | 'finishLinking']>

/** Begins for a session that is open; they sign in there anew, even if they are signed in already. */
async function beginAgain({ app, me, now, write }: Pick<Starting, 'app' | 'me' | 'now' | 'write'>, id: string) {
  const provider = providerOr404(app, id)
  const begun = await begin(app, provider, true)
  const of = { provider: provider.id, sessionId: me.sessionId }
  return { url: begun.url, secret: await write(({ db }) => addUnderWay(db, begun, of, now)) }
}

/** Whom the provider sent the browser of this session back as. @throws 409 for what this session did not begin there */
async function endAgain(
  { app, me, body, now, write }: Pick<Finishing, 'app' | 'me' | 'body' | 'now' | 'write'>,
  id: string,
) {
  const provider = providerOr404(app, id)
  const state = stateIn(body.search)
  const of = { state, secret: body.secret, provider: provider.id, sessionId: me.sessionId }
  const pending = await write(({ db }) => takeUnderWay(db, of, now))
  if (!pending) throw conflict(messages.over)
  const claims = await exchange(app, provider, { ...pending, search: body.search, state, isAgain: true })
  return { provider, claims }
}

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
