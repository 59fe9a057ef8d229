import { isLoopback } from '#server/env.ts'
import type { ServerFeature } from '#server/feature.ts'
import { handle } from '#server/http/handle.ts'
import { notFound } from '#server/http/problem.ts'
import { outbox } from '../contract.ts'
import { pageOfMails } from './store.ts'

/** Reset links stand in these mails: they are shown to whoever sits at the demo's own machine, and to nobody else. */
const routes = handle(outbox, {
  list: async ({ app, db, query }) => {
    if (!app.env.demo || app.mail.kind !== 'embedded' || !isLoopback(app.env.host)) throw notFound('page')
    return pageOfMails(db, query)
  },
})

export const server: ServerFeature = { routes }
