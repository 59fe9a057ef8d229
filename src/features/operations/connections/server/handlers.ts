import { CONNECTIONS, type ConnectionName } from '#contract/connections.ts'
import { isolated } from '#contract/isolate.ts'
import { latestRun, requestFullSync, type SyncRun as Run } from '#features/programming/cinemas/server/public.ts'
import { failedEmails, emailQueue, retryEmail } from '#features/messages/emails/server/public.ts'
import type { App } from '#server/app.ts'
import { lastBackup } from '#server/backup/last.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, notFound } from '#server/http/problem.ts'
import { limit } from '#server/http/rate-limit.ts'
import { IntegrationError } from '#server/integrations/error.ts'
import { integrationStates, UNUSED } from '#server/integrations/state.ts'
import { unreadOf } from '#server/integrations/unread.ts'
import { connections, type SyncRun } from '../contract.ts'
import { isLate, LABELS, messages } from '../rules.ts'
import { factsOf } from './settings.ts'

/** Real calls to somebody else's system, by one admin. */
const TEST_LIMIT = { max: 20, seconds: 60 }

const partOf = (app: App, name: ConnectionName) =>
  ({
    'point-of-sale': app.pos,
    'movie-database': app.moviedb,
    'object-storage': app.storage,
    mail: app.mail,
    payments: app.payments,
    push: app.push,
    'short-links': app.links,
  })[name]

const syncRefusal = ({ pos, env }: App) => (pos.kind === 'embedded' && !env.demo ? messages.noSource : null)

export const handlers = handle(connections, {
  list: async ({ app, db, now }) => {
    const states = await integrationStates(db)
    const unread = await unreadOf(db)
    const run = await latestRun(db)
    const queue = await emailQueue(db)
    const last = (await lastBackup(db)) ?? null
    return {
      backup: { last, is_late: !app.env.demo && isLate(last, now.getTime()) },
      replicas: (app.database.cluster?.replicas() ?? []).map(
        ({ name, isReached, isUsed, lagSeconds, reason, leftOutAt }) => ({
          name,
          is_reached: isReached,
          is_used: isUsed,
          lag: lagSeconds ?? null,
          reason: reason ?? null,
          left_out_since: leftOutAt?.toISOString() ?? null,
        }),
      ),
      connections: CONNECTIONS.map((name) => {
        const { lastSuccessAt, lastFailureAt, failingSince, reason } = states[name] ?? UNUSED
        return {
          name,
          kind: partOf(app, name).kind,
          facts: factsOf[name](app),
          last_success_at: lastSuccessAt,
          last_failure_at: lastFailureAt,
          reason,
          failing_since: failingSince,
          unread: (unread[name] ?? []).map(({ name, what, since, seenAt }) => ({
            name,
            what,
            since,
            last_seen_at: seenAt,
          })),
          queue: name === 'mail' ? queue : null,
          sync: name === 'point-of-sale' ? { run: run ? toWire(run) : null, refusal: syncRefusal(app) } : null,
        }
      }),
    }
  },

  test: async ({ app, params: { name }, me, now, write }) => {
    await limit(app.db, `test connection ${me.id}`, TEST_LIMIT, now)
    const since = performance.now()
    const answer = await tested(() => partOf(app, name).test())
    const milliseconds = Math.round(performance.now() - since)
    await write(({ record }) =>
      record({ entity: 'connection', id: name, summary: `Tested ${LABELS[name].toLowerCase()}: ${answer.message}` }),
    )
    return { ...answer, milliseconds }
  },

  sync: async ({ app, db, me, now, record }) => {
    const refusal = syncRefusal(app)
    if (refusal) throw conflict(refusal)
    const run = await requestFullSync(db, app.jobs, { requestedBy: me.name, now })
    await record({ entity: 'connection', id: 'point-of-sale', summary: 'Requested a sync of the full schedule' })
    return toWire(run)
  },

  failedEmails: ({ db, query }) => failedEmails(db, query),

  sendAgain: async ({ app, db, params, now, record }) => {
    const email = await retryEmail(db, app.jobs, params.id, now)
    if (!email) throw notFound('failed email')
    await record({
      entity: 'mail',
      id: params.id,
      summary: `Sent the ${email.kind} email to ${isolated(email.recipient)} again`,
    })
    return null
  },
})

/** A failure is an answer here: it is what was asked for. */
async function tested(work: () => Promise<string>): Promise<{ works: boolean; message: string }> {
  try {
    return { works: true, message: await work() }
  } catch (error) {
    if (!(error instanceof IntegrationError)) throw error
    return { works: false, message: error.message }
  }
}

const toWire = ({ id, kind, requestedBy, startedAt, finishedAt, reason, done, total }: Run): SyncRun => ({
  id,
  kind,
  requested_by: requestedBy,
  started_at: startedAt,
  finished_at: finishedAt,
  reason,
  done,
  total,
})
