import { eq, sql } from 'drizzle-orm'
import type { App } from '#server/app.ts'
import { roles } from '#server/auth/tables.ts'
import { outboxTable } from '#server/integrations/mail/tables.ts'
import { raiseAlert, type AlertKind, type Raised } from '#server/alerts/raise.ts'
import { TEST_NOW, type TestServer, type Who } from '#server/test/harness.ts'
import { alerts } from '../../contract.ts'
import type { Choice } from '../../rules.ts'
import { deliverAlerts, watchLasting } from '../jobs.ts'

/** A kind of a test's own, for those who may see vouchers. */
export const SOLD_OUT: AlertKind = {
  name: 'sold-out',
  label: 'Sold out',
  about: 'Popcorn is sold out.',
  permission: 'vouchers:read',
}
type Reader = Exclude<Who, 'nobody'>

/** What people of a test's office get, over HTTP. */
export class Office {
  readonly server: TestServer

  constructor(server: TestServer) {
    this.server = server
    server.app.alertKinds = [...server.app.alertKinds, SOLD_OUT]
  }

  /** Nobody has got anything, nor chosen anything. */
  async clear() {
    const { server } = this
    server.clock.set(TEST_NOW)
    await server.runJobs()
    await server.db.execute(sql`truncate alerts, alert_deliveries, alert_preferences, emails, outbox`)
    await this.allow(['vouchers:read'])
  }

  at = (iso: string) => this.server.clock.set(iso)
  pass = (minutes: number) =>
    this.server.clock.set(new Date(this.server.clock.now().getTime() + minutes * 60_000).toISOString())

  raise = (raised: Partial<Raised> = {}, kind = SOLD_OUT) =>
    raiseAlert(this.server.db, kind, {
      key: '7',
      title: 'Popcorn is sold out',
      path: '/dashboard/concessions',
      at: this.server.clock.now(),
      ...raised,
    })
  deliver = (app: App = this.server.app) => deliverAlerts.run(app, {})
  watch = () => watchLasting.run(this.server.app, {})
  /** What follows from a cause: conditions are looked at, and alerts delivered. */
  async settle() {
    await this.watch()
    await this.deliver()
  }

  list = async (as: Reader = 'superadmin', query: object = {}) =>
    (await this.server.call(alerts.list, { as, query })).body.data.alerts
  titles = async (as: Reader = 'superadmin') => (await this.list(as)).map(({ title }) => title)
  unread = async (as: Reader = 'superadmin') => (await this.server.call(alerts.unread, { as })).body.data.unread
  read = (id: number, as: Reader = 'superadmin') => this.server.call(alerts.read, { params: { id }, as })
  choose = (as: Reader, choice: Partial<Choice>, kind = SOLD_OUT.name) =>
    this.server.call(alerts.choose, { as, params: { kind }, body: { inOffice: true, email: 'none', ...choice } })

  /** What the powerless role may do from now on. */
  allow = (permissions: string[]) =>
    this.server.db.update(roles).set({ permissions }).where(eq(roles.name, 'Powerless'))

  /** Emails that were sent: to whom, of what. */
  async emails() {
    await this.server.runJobs()
    return this.sent()
  }
  sent = async () =>
    (
      await this.server.db
        .select({ to: outboxTable.recipient, subject: outboxTable.subject, body: outboxTable.body })
        .from(outboxTable)
        .orderBy(outboxTable.id)
    ).map((one) => ({ ...one, to: one.to.replace('@test.example', '') }))
}
