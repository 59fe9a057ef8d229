import * as z from 'zod/mini'
import { Instant, name, paging, PageNumber, TABLE_ROWS, text, Version } from '#contract/atoms.ts'
import { endpoints } from '#contract/endpoint.ts'
import { newPassword } from '#contract/session.ts'
import { messages, NAME_LENGTH } from './rules.ts'

/** The signed-in person's account, as they see it. */
export const Account = z.object({
  id: z.int(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  mobile: z.nullable(z.string()),
  profileImage: z.nullable(z.string()),
  userType: z.string(),
  role: z.nullable(z.string()),
  hasPassword: z.boolean(),
  /** The identity providers at which they sign in instead of by a password. */
  signsInAt: z.array(z.string()),
  /** How long another password is at least. */
  passwordMin: z.int(),
  version: z.int(),
})
export type Account = z.infer<typeof Account>

/** One browser in which they are signed in. */
export const OpenSession = z.object({
  id: z.string(),
  /** The one that asks. */
  isThis: z.boolean(),
  /** "Chrome on Android" */
  device: z.string(),
  /** The IP address that it was opened from. */
  address: z.string(),
  means: z.enum(['password', 'passkey', 'provider']),
  opened_at: Instant,
  last_seen_at: Instant,
  /** It ends then, however much it is used. */
  ends_at: Instant,
})
export type OpenSession = z.infer<typeof OpenSession>

/** What they did. */
export const Activity = z.object({ id: z.int(), at: Instant, summary: z.string() })
export type Activity = z.infer<typeof Activity>

/** One's own account: nobody else's is reached by these calls. */
export const account = endpoints('account', {
  fetch: {
    method: 'GET',
    path: '/account',
    permission: 'person',
    summary: 'Return your account',
    reply: Account,
  },
  save: {
    method: 'PUT',
    path: '/account',
    permission: 'person',
    summary: 'Edit your name and phone number',
    body: z.object({
      firstName: name(NAME_LENGTH, messages.empty),
      lastName: name(NAME_LENGTH, messages.empty),
      /** As people write it; stored as E.164. */
      mobile: text(40, messages.empty),
      version: Version,
    }),
    reply: Account,
    says: messages.saved,
    alsoStale: ['session', 'admins'],
  },
  setPicture: {
    method: 'PATCH',
    path: '/account/picture',
    permission: 'person',
    summary: 'Upload your picture (PNG, JPEG, GIF, WebP or AVIF, up to 5 MB)',
    files: true,
    reply: Account,
    says: messages.pictureSaved,
    alsoStale: ['session', 'admins'],
  },
  removePicture: {
    method: 'DELETE',
    path: '/account/picture',
    permission: 'person',
    summary: 'Remove your picture',
    reply: Account,
    says: messages.pictureRemoved,
    alsoStale: ['session', 'admins'],
  },
  changePassword: {
    method: 'PUT',
    path: '/account/password',
    permission: 'person',
    summary: 'Change your password. All other sessions end.',
    body: z.object({ current: text(200, messages.empty), password: newPassword(messages.empty) }),
    says: messages.passwordChanged,
    transaction: 'own',
  },
  sessions: {
    method: 'GET',
    path: '/account/sessions',
    permission: 'person',
    summary: 'List your sessions, most recently used first',
    reply: z.object({ sessions: z.array(OpenSession) }),
  },
  endSession: {
    method: 'DELETE',
    path: '/account/sessions/{id}',
    permission: 'person',
    reauthenticate: true,
    summary: 'End one of your sessions',
    params: z.object({ id: z.uuid(messages.noSession) }),
    says: messages.ended,
  },
  endOthers: {
    method: 'DELETE',
    path: '/account/sessions',
    permission: 'person',
    reauthenticate: true,
    summary: 'End all your sessions except this one',
    says: messages.othersEnded,
  },
  activity: {
    method: 'GET',
    path: '/account/activity',
    permission: 'person',
    summary: 'List your actions, newest first',
    allowReplica: true,
    query: z.object(paging(TABLE_ROWS)),
    reply: z.object({ lines: z.array(Activity), totalCount: z.int() }),
  },
})

/** What stands in the address of the page. */
export const inAddress = z.object({
  tab: z.optional(z.enum(['security', 'sessions', 'activity'])),
  page: z.optional(PageNumber),
})
