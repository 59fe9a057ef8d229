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

/** The one of each integration that the settings chose. */
export type Integrations = {
  moviedb: MovieDatabase
  pos: PointOfSale
  storage: ObjectStorage
  mail: Mail
  payments: Payments
  links: ShortLinks
  push: PushService
}

/** What handlers and jobs work with; made once at the start. */
export type App = Integrations & {
  env: Env
  database: Database
  /** The database outside of any transaction. */
  db: Db
  clock: Clock
  jobs: Jobs
  accessTokens: AccessTokens
  /** Of authenticator apps' secrets, by a key that follows from the session secret. */
  factorSealing: Sealing
  /** By which browsers that open a link are told apart (visitors.ts), and nothing else of them is known. */
  visitorKey: KeyObject
  /** Each feature's part of the command palette's search. */
  finders: readonly Find[]
  /** Which rows and records are of which cinemas. */
  policies: Policies
  /** Each feature's part of the calendar. */
  calendar: readonly InCalendar[]
  /** What can be restored after it was deleted, by each kind. */
  deleted: readonly Deleted[]
  /** What each feature adds to a customer's page. */
  ofCustomer: readonly OfCustomer[]
  /** The kinds of alerts that people can get. */
  alertKinds: readonly AlertKind[]
  /** Who writes an email, by its kind. */
  emails: Emails
  /** What follows when an email was sent or given up, by its kind. */
  emailOutcomes: EmailOutcomes
  /** Of people who do not sign in here. */
  passwordResets: readonly PasswordResets[]
  /** What each feature and the platform hold of people. */
  people: readonly PersonalData[]
  /** What of each feature's and of the platform's goes when it is old. */
  retention: readonly Retention[]
  /** Whether any feature has given a code. */
  isCodeUsed: IsCodeUsed
  /** Lets every feature do what follows from a refund. */
  followRefund: FollowRefund
  /** Whether acts need a second person, and what is proposed to one. */
  approvals: Approvals | undefined
  /** The calls that can need one, by feature and name: `points.award`. */
  guarded: ReadonlyMap<string, Route>
  /** Every call, by feature and name: for what is done on somebody's behalf. */
  routes: ReadonlyMap<string, Route>
  log: FastifyBaseLogger
  /** Who is told what happens, besides the log. */
  watch: Watch
  /** Where the server's own faults go besides the log. */
  failures: Failures
  /** What no answer waits for. */
  afterwards: Afterwards
  /** Aborted when the server begins to close: what would never end by itself ends then. */
  closing: AbortSignal
  /** Where browsers reach this server, for links in emails: no trailing slash. */
  origin: string
}
