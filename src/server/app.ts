import type { KeyObject } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Afterwards } from './afterwards.ts'
import type { AccessTokens } from './auth/tokens.ts'
import type { Clock } from './clock.ts'
import type { Database, Db } from './db/connect.ts'
import type { Policies } from './db/policies.ts'
import type { Deleted } from './deleted.ts'
import type { Env } from './env.ts'
import type { Failures } from './failures.ts'
import type { Find, FollowRefund, InCalendar, IsCodeUsed, EmailOutcomes, Emails, PasswordResets } from './feature.ts'
import type { Approvals } from './http/approval.ts'
import type { Route } from './http/handle.ts'
import type { ShortLinks } from './integrations/links/port.ts'
import type { Mail } from './integrations/mail/port.ts'
import type { MovieDatabase } from './integrations/moviedb/port.ts'
import type { Payments } from './integrations/payments/port.ts'
import type { PointOfSale } from './integrations/pos/port.ts'
import type { PushService } from './integrations/push/port.ts'
import type { ObjectStorage } from './integrations/storage/port.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { AlertKind } from './alerts/raise.ts'
import type { PersonalData } from './person.ts'
import type { Retention } from './retention.ts'
import type { Sealing } from './sealing.ts'
import type { OfCustomer } from './timeline.ts'
import type { Watch } from './watch/index.ts'

/** The integrations that the settings chose. */
export type Integrations = {
  moviedb: MovieDatabase
  pos: PointOfSale
  storage: ObjectStorage
  mail: Mail
  payments: Payments
  links: ShortLinks
  push: PushService
}

/** The parts that handlers and jobs use; made once at the start. */
export type App = Integrations & {
  env: Env
  database: Database
  /** The database outside transactions. */
  db: Db
  clock: Clock
  jobs: Jobs
  accessTokens: AccessTokens
  /** Encrypts authenticator apps' secrets with a key derived from the session secret. */
  factorSealing: Sealing
  /** Key for anonymous ids of browsers that open a link (visitors.ts). */
  visitorKey: KeyObject
  /** Each feature's part of the command palette's search. */
  finders: readonly Find[]
  /** Cinemas of tables and records. */
  policies: Policies
  /** Each feature's part of the calendar. */
  calendar: readonly InCalendar[]
  /** Kinds of records that can be restored after deletion. */
  deleted: readonly Deleted[]
  /** Each feature's part of a customer's page. */
  ofCustomer: readonly OfCustomer[]
  /** Kinds of alerts that people can get. */
  alertKinds: readonly AlertKind[]
  /** Writers of emails, by kind. */
  emails: Emails
  /** Follow-up work after an email was sent or failed, by kind. */
  emailOutcomes: EmailOutcomes
  /** Password resets of people who do not sign in here. */
  passwordResets: readonly PasswordResets[]
  /** Personal data of each feature and the platform. */
  people: readonly PersonalData[]
  /** Old data that each feature and the platform delete. */
  retention: readonly Retention[]
  /** Checks whether any feature has issued a code. */
  isCodeUsed: IsCodeUsed
  /** Lets every feature follow up a refund. */
  followRefund: FollowRefund
  /** Approval rules and requests. */
  approvals: Approvals | undefined
  /** Calls that may need approval, by feature and name: `points.award`. */
  guarded: ReadonlyMap<string, Route>
  /** All calls by feature and name, for calls on behalf of a person. */
  routes: ReadonlyMap<string, Route>
  log: FastifyBaseLogger
  /** Receivers of the server's events, in addition to the log. */
  watch: Watch
  /** Receives the server's own errors, in addition to the log. */
  failures: Failures
  /** Work after answers. */
  afterwards: Afterwards
  /** Aborted when the server begins to close, which ends endless work. */
  closing: AbortSignal
  /** The address of this server for browsers, used in emails; no trailing slash. */
  origin: string
}
