import type { App } from '#server/app.ts'
import { reachedBy } from '#server/env.ts'
import type { ServerFeature } from '#server/feature.ts'
import { handle } from '#server/http/handle.ts'
import { notFound } from '#server/http/problem.ts'
import { outbox } from '../contract.ts'
import { htmlOfEmail, pageOfEmails } from './store.ts'

/** A mail's page has its own styles and nothing else; its links may be followed, here and in another window. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox"

const routes = handle(outbox, {
  list: async ({ app, db, query }) => {
    mustBeHere(app)
    return pageOfEmails(db, query)
  },

  html: async ({ app, db, params }) => {
    mustBeHere(app)
    const html = await htmlOfEmail(db, params.key)
    if (!html) throw notFound('mail')
    return {
      stream: Buffer.from(html),
      type: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': MAIL_POLICY },
    }
  },
})

/** Reset links stand in these emails: they are shown to superadmins of a demo on its own machine, and to nobody else. */
function mustBeHere({ env, mail }: App) {
  if (!env.demo || mail.kind !== 'embedded' || reachedBy(env)) throw notFound('page')
}

export const server: ServerFeature = { routes }
