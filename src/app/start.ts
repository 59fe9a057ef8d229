import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { settleShipping, shipAudit, shipWaiting, toStandardOutput } from '#server/audit/ship.ts'
import { authenticator } from '#server/auth/authenticate.ts'
import { settleDemoAccounts, type DemoEnded } from '#server/auth/store.ts'
import { accessTokens, sessionSecret } from '#server/auth/tokens.ts'
import { occupiedSeats as seatsSold } from '#features/sales/trade/server/public.ts'
import type { App } from '#server/app.ts'
import { afterwards } from '#server/afterwards.ts'
import { systemClock, type Clock } from '#server/clock.ts'
import type { Db } from '#server/db/connect.ts'
import { migrate, policies } from './migrate.ts'
import { findDemo } from './demo.ts'
import { loadDemo } from './load-demo.ts'
import { open, type Opened } from './open.ts'
import { isLoopback, reachedBy, type Env } from '#server/env.ts'
import type { FollowRefund, IsCodeUsed, EmailOutcomes, Emails } from '#server/feature.ts'
import { failures, type Fault } from '#server/failures.ts'
import { meaningOf } from './parameters.ts'
import { settleDayZone } from './day-zone.ts'
import { allJobs, features } from './server-features.ts'
import { bodies, namedShapes } from './shapes.ts'
import { openAddresses } from '#server/http/open-address.ts'
import { createServer, type LogTo } from '#server/http/server.ts'
import { serveNoWeb, serveWeb } from '#server/http/web.ts'
import { integrations, NO_SCENERY, watchedIntegrations } from '#server/integrations/index.ts'
import { openJobs, type Jobs, type OpenJobs } from '#server/jobs/jobs.ts'
import { inPlatform } from '#server/platform-person.ts'
import { ofPlatform } from '#server/platform-retention.ts'
import { sentry } from '#server/watch/sentry.ts'
import { masked } from '#features/operations/error-logs/server/public.ts'
import { derivedKey, sealingWith } from '#server/sealing.ts'
import { nameOf } from '#contract/endpoint.ts'

export type Started = {
  app: App
  server: FastifyInstance
  address: string
  /** Whether it has the demo chain and its accounts. */
  hasDemo: boolean
  /** When its jobs run, for which no answer waits. */
  begun: Promise<void>
  close: () => Promise<void>
}
export type StartOptions = {
  /** The database, where it was begun to be opened before. */
  opened?: Opened
  clock?: Clock
  /** The built web application; without it only the API is served. */
  webDir?: string
  /** In place of the job runner: a test runs its jobs by hand. */
  jobs?: Jobs
  /** In place of standard output. */
  logTo?: LogTo
  onStep?: (what: string) => void
}

const DEMO_CLOSED =
  'The demo is off and its accounts cannot sign in: create your own with npm run create-admin -- EMAIL'

/** What of the demo is good for nothing any more. */
function sayEnded({ areClosed, accounts, tokens, keys }: DemoEnded, onStep: (what: string) => void) {
  if (areClosed) onStep(DEMO_CLOSED)
  const ended = [
    ...accounts.map((email) => `the account ${email}`),
    ...tokens.map((name) => `the service token ${name}`),
    ...keys.map((name) => `the feed key ${name}`),
  ]
  if (ended.length) onStep(`Also ended, because demo accounts created them: ${ended.join(', ')}`)
}

const notYet: Jobs = {
  send: async () => {
    throw new Error('The job runner has not started')
  },
  stop: async () => {},
}

const isCodeUsed: IsCodeUsed = async (db, code) => {
  for (const feature of Object.values(features)) if (await feature.isCodeUsed?.(db, code)) return true
  return false
}

const followRefund: FollowRefund = async (...refund) => {
  for (const feature of Object.values(features)) await feature.followRefund?.(...refund)
}

const routesByName = () =>
  new Map(
    Object.values(features)
      .flatMap(({ routes }) => routes)
      .map((route) => [nameOf(route.endpoint), route]),
  )

/** With every feature that keeps them. */
const keepFaults = async (tx: Db, faults: readonly Fault[]) => {
  for (const feature of Object.values(features)) await feature.faults?.(tx, faults)
}

const logged = (app: App, name: string) => (error: unknown) => {
  app.log.error({ err: error }, 'background work failed')
  app.failures.note({ error, at: `background ${name}` })
}

/** What only the database's contents tell. */
const ofDatabase = async (db: Db, env: Env, clock: Clock) => {
  const secret = await sessionSecret(db, env)
  return {
    accessTokens: accessTokens(secret, clock),
    factorSealing: sealingWith(derivedKey(secret, 'marquee factors', 'secret')),
    visitorKey: derivedKey(secret, 'marquee visitors', 'day'),
  }
}

/**
 * Opens the database and listens, then brings the database up to date and loads the demo where it is wanted; until that is
 * done the server says so to whoever calls.
 */
export async function start(env: Env, options: StartOptions = {}): Promise<Started> {
  const { clock = systemClock } = options
  let preparing: string | undefined = 'Starting'
  const onStep = (what: string) => {
    if (preparing !== undefined) preparing = what
    options.onStep?.(what)
  }
  onStep(env.databaseUrl ? 'Connecting to PostgreSQL' : 'Opening the embedded database')
  let server: FastifyInstance | undefined
  const { watching, database: opening, logTo } = options.opened ?? (await open(env))
  const closing = new AbortController()
  let isLeaving = false
  try {
    let app!: App
    server = await createServer({
      env,
      logTo: options.logTo,
      watch: watching.watch,
      app: () => app,
      routes: Object.values(features).flatMap((feature) => feature.routes),
      book: { shapes: namedShapes(), meaning: meaningOf, bodies },
      authenticate: authenticator(() => app),
      preparing: () => preparing,
      isLeaving: () => isLeaving,
    })
    logTo(server.log)
    openAddresses(
      server,
      Object.values(features).flatMap((feature) => feature.addresses ?? []),
      () => app,
    )
    const [database, demo] = await Promise.all([opening, findDemo()])
    const parts = watchedIntegrations(
      integrations(env, database.db, clock, { ...(demo?.scenery ?? NO_SCENERY), seatsSold }),
      database.db,
      clock,
    )
    const isMailEmbedded = parts.mail.kind === 'embedded' && !reachedBy(env)
    watching.watchDatabase(database)
    await watching.serve(server, (where) => options.onStep?.(where))
    if (options.webDir) await serveWeb(server, env, options.webDir, { isMailStored: isMailEmbedded })
    else serveNoWeb(server)
    await server.listen({ port: env.port, host: env.host })
    const { port } = server.server.address() as { port: number }
    const address = `http://${isLoopback(env.host) || env.host.includes('.') ? env.host : `[${env.host}]`}:${port}`

    const outside =
      env.sentry &&
      sentry(env.sentry, {
        masked,
        onLost: (error) => server?.log.warn({ err: error }, 'errors could not be sent to Sentry'),
      })
    await migrate(database.pool, (file) => onStep(`Migrating: ${file}`))
    await settleDayZone(database.db, env)
    const routes = routesByName()
    app = {
      ...parts,
      ...(await ofDatabase(database.db, env, clock)),
      env,
      database,
      db: database.db,
      clock,
      log: server.log,
      watch: watching.watch,
      failures: failures(() => app, keepFaults, outside?.report),
      afterwards: afterwards((error) => logged(app, 'afterwards')(error)),
      closing: closing.signal,
      finders: Object.values(features).flatMap((feature) => feature.find ?? []),
      policies,
      calendar: Object.values(features).flatMap((feature) => feature.calendar ?? []),
      deleted: Object.values(features).flatMap((feature) => feature.deleted ?? []),
      ofCustomer: Object.values(features).flatMap((feature) => feature.ofCustomer ?? []),
      alertKinds: Object.values(features).flatMap((feature) => feature.alerts ?? []),
      emails: Object.assign({}, ...Object.values(features).map((feature) => feature.emails)) as Emails,
      emailOutcomes: Object.assign(
        {},
        ...Object.values(features).map((feature) => feature.emailOutcomes),
      ) as EmailOutcomes,
      passwordResets: Object.values(features).flatMap((feature) => feature.passwordResets ?? []),
      retention: [...Object.values(features).flatMap((feature) => feature.retention ?? []), ...ofPlatform],
      people: [...Object.values(features).flatMap((feature) => feature.person ?? []), inPlatform],
      isCodeUsed,
      followRefund,
      approvals: Object.values(features).find((feature) => feature.approvals)?.approvals,
      routes,
      guarded: new Map([...routes].filter(([, { endpoint }]) => endpoint.approval)),
      origin: env.publicUrl ?? address,
      jobs: options.jobs ?? notYet,
    }
    let runner: OpenJobs | undefined
    if (!options.jobs) {
      runner = await openJobs(database, [...allJobs, ...(demo?.jobs ?? [])], env.zone, () => app, env.dayZone)
      app.jobs = runner
    }
    sayEnded(await settleDemoAccounts(database.db, env.demo, clock.now()), onStep)
    const unwritten = await settleShipping(database.db, env.isAuditShipped)
    if (unwritten)
      server.log.warn({ count: unwritten }, 'audit log entries were not written out before AUDIT_LOG was turned off')
    if (env.demo && demo) await loadDemo(app, demo, (name) => onStep(`Loading the demo chain: ${name}`))
    preparing = undefined
    const begin = async () => {
      await runner?.work()
      for (const feature of Object.values(features)) await feature.start?.(app)
    }
    const begun = begin()
    begun.catch(() => {})
    const background = [
      ...Object.entries(features).map(([name, feature]) => [name, feature.background] as const),
      ...(demo?.background ?? []).map((load) => ['demo', load] as const),
    ].map(([name, work]) => work?.(app, onStep).catch(logged(app, name)))
    const shipping = env.isAuditShipped ? shipAudit(app, toStandardOutput) : undefined
    const listening = server
    return {
      app,
      server,
      address,
      hasDemo: env.demo && demo !== undefined,
      begun,
      close: async () => {
        isLeaving = true
        await wait(env.stopDelayMs)
        closing.abort()
        await listening.close()
        await Promise.allSettled([begun, ...background])
        await app.jobs.stop()
        await app.afterwards.settled()
        await app.failures.settled()
        await outside?.settled()
        await shipping
        if (shipping) await shipWaiting(app, toStandardOutput)
        await watching.close()
        await database.close()
      },
    }
  } catch (error) {
    await server?.close()
    await watching.close()
    await opening.then(
      (database) => database.close(),
      () => {},
    )
    throw error
  }
}
