import * as z from 'zod/mini'
import { DbId, Instant, name as nameOf, optionalText, paging, Version } from '#contract/atoms.ts'
import { isEmail } from '#contract/email.ts'
import { endpoints } from '#contract/endpoint.ts'
import {
  EVERY,
  FORMATS,
  LAST_DAY,
  messages,
  NAME_LENGTH,
  QUERY_LENGTH,
  QUERY_NAMES,
  RECIPIENTS_MOST,
  RUN_KINDS,
  SENDING_STATES,
} from './rules.ts'

/** By name, what a list's file is asked with. */
const Query = z
  .record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(2000, messages.longQuery)))
  .check(
    z.refine((query) => Object.keys(query).length <= QUERY_NAMES, messages.longQuery),
    z.refine((query) => JSON.stringify(query).length <= QUERY_LENGTH, messages.longQuery),
  )

/** What a filter and its value are called on the screen. */
const Word = z.object({ name: z.string().check(z.maxLength(40)), label: optionalText(80), value: optionalText(200) })
export type Word = z.infer<typeof Word>

const Schedule = {
  every: z.enum(EVERY, `every must be one of ${EVERY.join(', ')}`),
  at: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Not a time (HH:MM)')),
  weekdays: z
    .array(
      z.int().check(z.minimum(0, 'weekdays must be 0 (Sunday) to 6'), z.maximum(6, 'weekdays must be 0 (Sunday) to 6')),
    )
    .check(z.maxLength(7, 'weekdays must be 0 (Sunday) to 6')),
  monthDay: z.int().check(z.minimum(1, 'monthDay must be 1 to 31'), z.maximum(LAST_DAY, 'monthDay must be 1 to 31')),
}

const Recipient = z.object({
  /** Of a colleague. */
  adminId: z.nullable(z.int()),
  /** A colleague's name, or the address outside. */
  name: z.string(),
})

const Sending = z.object({
  id: z.int(),
  recipient: z.string(),
  isOutside: z.boolean(),
  state: z.enum(SENDING_STATES),
  /** Why it was not sent, or what changed since the one before. */
  message: z.string(),
  rows: z.nullable(z.int()),
  sentAt: z.nullable(Instant),
  /** Of the link to an address outside. */
  linkEndsAt: z.nullable(Instant),
  isRevoked: z.boolean(),
  downloads: z.int(),
})
export type Sending = z.infer<typeof Sending>

const Run = z.object({
  id: z.int(),
  kind: z.enum(RUN_KINDS),
  occasion: Instant,
  /** How many times before it were missed, while no server ran. */
  missed: z.int(),
  sendings: z.array(Sending),
})
export type Run = z.infer<typeof Run>

export const Report = z.object({
  id: z.int(),
  name: z.string(),
  /** Where its list or figures are: below /dashboard, with the filters. */
  path: z.string(),
  filters: z.array(z.object({ label: z.string(), value: z.string() })),
  ...Schedule,
  format: z.enum(FORMATS),
  recipients: z.array(Recipient),
  isOwn: z.boolean(),
  owner: z.nullable(z.string()),
  nextAt: z.nullable(Instant),
  /** Why it is paused; null of one that is not. */
  paused: z.nullable(z.string()),
  last: z.nullable(z.object({ at: Instant, sent: z.int(), pending: z.int(), failed: z.int(), message: z.string() })),
  version: z.int(),
})
export type Report = z.infer<typeof Report>

const saved = {
  name: nameOf(NAME_LENGTH, messages.noName),
  ...Schedule,
  format: z.enum(FORMATS, `format must be one of ${FORMATS.join(', ')}`),
  /** Ids of colleagues. */
  colleagues: z.array(z.int(messages.noSuchPerson)).check(z.maxLength(RECIPIENTS_MOST, messages.tooManyRecipients)),
  /** Addresses outside the office: they get a link. */
  outside: z
    .array(z.string().check(z.trim(), z.refine(isEmail, { error: ({ input }) => messages.noEmail(String(input)) })))
    .check(z.maxLength(RECIPIENTS_MOST, messages.tooManyRecipients)),
}

const params = z.object({ id: DbId(messages.noSuchReport) })
const Token = z.object({ token: z.string().check(z.maxLength(200)) })

/** Lists and figures by mail on a schedule. Each recipient's is run with their own rights (ADR 26). */
export const reports = endpoints('reports', {
  list: {
    method: 'GET',
    path: '/reports',
    permission: 'person',
    summary: 'List your reports, or everyone’s with the permission to manage staff of all cinemas, by name',
    allowReplica: true,
    query: z.object({ ...paging(15), whose: z.optional(z.enum(['mine', 'all'], 'whose must be mine or all')) }),
    reply: z.object({ reports: z.array(Report), totalCount: z.int() }),
  },
  fetch: {
    method: 'GET',
    path: '/reports/{id}',
    permission: 'person',
    summary: 'Get a report',
    params,
    reply: Report,
  },
  create: {
    method: 'POST',
    path: '/reports',
    permission: 'person',
    summary: 'Email a list or figures on a schedule. Needs the permission to export them.',
    approval: 'reports',
    body: z.object({
      ...saved,
      /** The file's call, such as `audit.csv`. */
      call: z.string().check(z.maxLength(80)),
      params: z._default(Query, {}),
      query: Query,
      filterLabels: z._default(z.array(Word).check(z.maxLength(QUERY_NAMES)), []),
      path: z
        .string()
        .check(z.maxLength(3000), z.regex(/^[a-z0-9-]+(\/[\w@.+%-]+)*(\?[^\s\\]*)?$/i, messages.noSuchList)),
    }),
    reply: Report,
    status: 201,
    says: messages.saved,
    // Files with contact details ask who is there when they are downloaded; what sends them does, too.
    reauthenticate: true,
  },
  change: {
    method: 'PUT',
    path: '/reports/{id}',
    permission: 'person',
    summary: 'Edit the schedule, content and recipients of your report',
    approval: 'reports',
    params,
    body: z.object({ ...saved, version: Version }),
    reply: Report,
    says: messages.saved,
    reauthenticate: true,
  },
  pause: {
    method: 'POST',
    path: '/reports/{id}/pause',
    permission: 'person',
    summary: 'Pause a report until it is resumed',
    params,
    reply: Report,
    says: messages.paused,
  },
  resume: {
    method: 'POST',
    path: '/reports/{id}/resume',
    permission: 'person',
    summary: 'Resume a paused report from its next scheduled time',
    params,
    reply: Report,
    says: messages.resumed,
  },
  remove: {
    method: 'DELETE',
    path: '/reports/{id}',
    permission: 'person',
    summary: 'Delete a report. Its links stop working.',
    params,
    reply: z.null(),
    says: messages.deleted,
  },
  restore: {
    method: 'POST',
    path: '/reports/{id}/restore',
    permission: 'person',
    summary: 'Restore a deleted report',
    params,
    reply: Report,
    says: messages.restored,
  },
  send: {
    method: 'POST',
    path: '/reports/{id}/send',
    permission: 'person',
    summary: 'Send your report now to all recipients, or as a test to yourself',
    params,
    body: z.object({ isTest: z.boolean() }),
    reply: z.null(),
    says: messages.sending,
  },
  runs: {
    method: 'GET',
    path: '/reports/{id}/runs',
    permission: 'person',
    summary: 'List the runs of a report with the result for each recipient, newest first',
    allowReplica: true,
    params,
    query: z.object(paging(10)),
    reply: z.object({ runs: z.array(Run), totalCount: z.int() }),
  },
  revoke: {
    method: 'POST',
    path: '/report-links/{id}/revoke',
    permission: 'person',
    summary: 'Revoke the link of a report sent to an external address',
    params: z.object({ id: DbId(messages.noSuchLink) }),
    reply: z.null(),
    says: messages.revoked,
  },
  colleagues: {
    method: 'GET',
    path: '/reports/colleagues',
    permission: 'person',
    summary: 'List people you can send reports to. Excludes staff of other cinemas.',
    reply: z.object({ colleagues: z.array(z.object({ id: z.int(), name: z.string() })) }),
  },
  shared: {
    method: 'GET',
    path: '/shared-reports/{token}',
    permission: 'public',
    summary: 'Get the report of a valid link',
    params: Token,
    reply: z.object({
      name: z.string(),
      from: z.string(),
      occasion: Instant,
      endsAt: Instant,
      format: z.enum(FORMATS),
    }),
  },
  sharedCsv: {
    method: 'GET',
    path: '/shared-reports/{token}/file.csv',
    permission: 'public',
    summary: 'Download the file of a report by its link, with the permissions of the sender. Downloads are audited.',
    params: Token,
    stream: 'text/csv',
  },
})
