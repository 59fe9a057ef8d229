import type { Entry } from '#contract/calendar.ts'
import type { Permission, Rights } from '#contract/permissions.ts'
import type { Day } from '#contract/time.ts'
import type { App } from './app.ts'
import type { Actor } from './audit/store.ts'
import type { PasswordOwner } from './auth/password-rules.ts'
import type { Db } from './db/connect.ts'
import type { Policy } from './db/policies.ts'
import type { Deleted } from './deleted.ts'
import type { Fault } from './failures.ts'
import type { Approvals } from './http/approval.ts'
import type { Route } from './http/handle.ts'
import type { OpenAddress } from './http/open-address.ts'
import type { Email } from './integrations/mail/port.ts'
import type { AnyJob } from './jobs/jobs.ts'
import type { AlertKind } from './alerts/raise.ts'
import type { PersonalData } from './person.ts'
import type { Retention } from './retention.ts'
import type { OfCustomer } from './timeline.ts'

/** What a record looks like in the command palette. */
type FoundRecord = { kind: string; id: string; title: string; subtitle: string }

/** A feature's records for the command palette, at most 8, and what it takes to see them. */
export type Find = {
  permission: Permission | 'person'
  records: (
    db: Db,
    term: string,
    now: Date,
    me: Rights & { id: number; pointsLimit: number },
    /** In which hours are written. */
    zone: string,
  ) => Promise<FoundRecord[]>
}

/**
 * By its kind, what writes an email at the time of each try to send it, from what was queued with it. A link with a token
 * is made here, so that no queue holds it. Nothing, when the email is no longer wanted.
 */
export type Emails = Record<string, (app: App, params: never) => Promise<Email | undefined>>

/**
 * By its kind, what follows in the feature when an email was sent or given up, in the transaction that notes it.
 * `failure` is why it was given up.
 */
export type EmailOutcomes = Record<
  string,
  (tx: Db, params: never, end: { now: Date; failure?: string }) => Promise<unknown>
>

/**
 * The days that the calendar asks for, both included, of the zone. Of what begins on one day, or began before the first,
 * no more than `perDay` is wanted.
 */
export type CalendarDays = { from: Day; until: Day; zone: string; now: Date; perDay: number }

/** What a feature has in the calendar: one kind of thing, for those who may read it. */
export type InCalendar = {
  kind: string
  permission: Permission
  entries: (db: Db, days: CalendarDays) => Promise<Omit<Entry, 'kind'>[]>
}

/** Whether a code that buyers bring to the shop is one of the feature's (src/server/codes.ts). */
export type IsCodeUsed = (db: Db, code: string) => Promise<boolean>

/** How people whom a feature keeps come to a new password by a mailed link. */
export type PasswordResets = {
  /** The email for an address of theirs; nothing for any other. */
  email: (app: App, email: string) => Promise<Email | undefined>
  /** Whose link it is, while it is good. */
  owner: (db: Db, token: string, now: Date) => Promise<PasswordOwner | undefined>
  /** Uses a link up. @returns for the audit, whose password it set; nothing for a link that is none of theirs */
  spend: (
    tx: Db,
    reset: { token: string; passwordHash: string; now: Date },
  ) => Promise<{ entity: string; id: number; name: string } | undefined>
}

/** A refund of a payment, once it has its outcome; `message` is what the payment provider says of it. */
type SettledRefund = {
  id: number
  state: 'requested' | 'succeeded' | 'failed'
  message: string
  reason: string
  createdBy: string
}
/** What follows in the feature when a refund is settled, in the transaction that settles it. */
export type FollowRefund = (tx: Db, app: App, refund: SettledRefund, by: Actor) => Promise<void>

/** The server's face of a feature. */
export type ServerFeature = {
  routes: Route[]
  /** Addresses outside of the API that anybody opens: short links. */
  addresses?: OpenAddress[]
  jobs?: AnyJob[]
  /** What of the feature's goes when it is old. */
  retention?: Retention[]
  find?: Find | readonly Find[]
  /** What people see of it whose role is for some cinemas, and which cinemas its records are of. */
  policy?: Policy
  calendar?: InCalendar
  /** What of it is deleted so that it can be restored. */
  deleted?: readonly Deleted[]
  /** What it adds to a customer's page. */
  ofCustomer?: readonly OfCustomer[]
  /** The kinds of alerts that it raises (`raiseAlert`). */
  alerts?: readonly AlertKind[]
  emails?: Emails
  emailOutcomes?: EmailOutcomes
  passwordResets?: PasswordResets
  isCodeUsed?: IsCodeUsed
  followRefund?: FollowRefund
  /** One feature has it: it decides what needs a second person. */
  approvals?: Approvals
  /** What the feature holds of people: given to them, erased and merged. */
  person?: PersonalData
  /** Keeps faults of the server's own. */
  faults?: (tx: Db, faults: readonly Fault[]) => Promise<unknown>
  /** Once at every start, when requests are answered already: asks for the jobs that are due. */
  start?: (app: App) => Promise<void>
  /** Once at every start, when the server listens: long work beside the requests, until it is done or `app.closing`. */
  background?: (app: App, onStep: (what: string) => void) => Promise<void>
}
