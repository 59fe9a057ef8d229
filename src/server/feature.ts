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

/** A record in the command palette. */
type FoundRecord = { kind: string; id: string; title: string; subtitle: string }

/** A feature's records for the command palette, at most 8, and the permission to see them. */
export type Find = {
  permission: Permission | 'person'
  records: (
    db: Db,
    term: string,
    now: Date,
    me: Rights & { id: number; pointsLimit: number },
    /** The zone in which times are written. */
    zone: string,
  ) => Promise<FoundRecord[]>
}

/**
 * Writers of emails by kind. They run at each attempt with the queued parameters, and make links with tokens, so that
 * no queue stores a token. Undefined: the email is no longer needed.
 */
export type Emails = Record<string, (app: App, params: never) => Promise<Email | undefined>>

/**
 * Follow-up work after an email was sent or failed, by kind, in the transaction that records it. `failure`: the reason.
 */
export type EmailOutcomes = Record<
  string,
  (tx: Db, params: never, end: { now: Date; failure?: string }) => Promise<unknown>
>

/**
 * The days of a calendar, both inclusive, in its zone. At most `perDay` entries are needed for a day, or from before
 * the first.
 */
export type CalendarDays = { from: Day; until: Day; zone: string; now: Date; perDay: number }

/** A feature's entries of one kind in the calendar, with their permission. */
export type InCalendar = {
  kind: string
  permission: Permission
  entries: (db: Db, days: CalendarDays) => Promise<Omit<Entry, 'kind'>[]>
}

/** Checks whether a code that buyers use in the shop belongs to the feature (src/server/codes.ts). */
export type IsCodeUsed = (db: Db, code: string) => Promise<boolean>

/** Password resets of people that a feature stores, by emailed links. */
export type PasswordResets = {
  /** Returns the email for an address of theirs; undefined for others. */
  email: (app: App, email: string) => Promise<Email | undefined>
  /** Returns the owner of a valid link. */
  owner: (db: Db, token: string, now: Date) => Promise<PasswordOwner | undefined>
  /** Uses up a link. @returns the owner for the audit log; undefined for a link of others */
  spend: (
    tx: Db,
    reset: { token: string; passwordHash: string; now: Date },
  ) => Promise<{ entity: string; id: number; name: string } | undefined>
}

/** A refund of a payment with its outcome. `message`: from the payment provider. */
type SettledRefund = {
  id: number
  state: 'requested' | 'succeeded' | 'failed'
  message: string
  reason: string
  createdBy: string
}
/** Follow-up work of the feature when a refund is settled, in its transaction. */
export type FollowRefund = (tx: Db, app: App, refund: SettledRefund, by: Actor) => Promise<void>

/** The server part of a feature. */
export type ServerFeature = {
  routes: Route[]
  /** Public addresses outside the API, such as short links. */
  addresses?: OpenAddress[]
  jobs?: AnyJob[]
  /** Old data that the feature deletes. */
  retention?: Retention[]
  find?: Find | readonly Find[]
  /** Rows that cinema roles see, and the cinemas of its records. */
  policy?: Policy
  calendar?: InCalendar
  /** Records that can be restored after deletion. */
  deleted?: readonly Deleted[]
  /** Additions to a customer's page. */
  ofCustomer?: readonly OfCustomer[]
  /** Kinds of alerts that it raises (`raiseAlert`). */
  alerts?: readonly AlertKind[]
  emails?: Emails
  emailOutcomes?: EmailOutcomes
  passwordResets?: PasswordResets
  isCodeUsed?: IsCodeUsed
  followRefund?: FollowRefund
  /** Approval rules and requests. Only one feature has them. */
  approvals?: Approvals
  /** Personal data of the feature: exported, erased and merged. */
  person?: PersonalData
  /** Stores errors of the server itself. */
  faults?: (tx: Db, faults: readonly Fault[]) => Promise<unknown>
  /** Runs once at each start, while requests are already served: sends the jobs that are due. */
  start?: (app: App) => Promise<void>
  /** Runs once at each start, when the server listens: long work, until it is done or `app.closing`. */
  background?: (app: App, onStep: (what: string) => void) => Promise<void>
}
