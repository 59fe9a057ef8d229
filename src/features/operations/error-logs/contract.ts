import * as z from 'zod/mini'
import { ColumnChoice, Instant, paging, SearchTerm, sorting, Version } from '#contract/atoms.ts'
import { choice, counts, days, textChoice } from '#contract/filter.ts'
import { endpoints } from '#contract/endpoint.ts'
import { ERROR_PAGE, messages, OCCURRENCE_PAGE, ORIGINS, REPORT, REPORT_BYTES, STATES } from './rules.ts'

/**
 * Who it happened to: a customer of the web shop or the app, or an admin in the back office. The email is masked for
 * whoever may not see such people, and empty where nobody is known.
 */
const Whom = z.object({
  email: z.string(),
  meta: z.object({ userId: z.nullable(z.int()), userType: z.nullable(z.enum(['customer', 'admin'])) }),
})

/** An error of the log (operations 3): equal ones are one, shown as it last happened. */
export const LoggedError = z.object({
  id: z.int(),
  /** When it happened last. */
  createdAt: Instant,
  data: Whom,
  /** In the list its first 4,000 characters. */
  errorStack: z.string(),
  component: z.string(),
  message: z.string(),
  source: z.enum(ORIGINS),
  state: z.enum(STATES),
  /** Since when it is in its state, and who put it there; null by whom: it happened again. */
  stateAt: z.nullable(Instant),
  stateBy: z.nullable(z.string()),
  count: z.int(),
  firstSeenAt: Instant,
  lastSeenAt: Instant,
  /** Those it happened in last, at most three. */
  releases: z.array(z.string()),
  /** The newest release of where it happens, when it had not happened in any before. */
  newIn: z.nullable(z.string()),
  /** How many customers it happened to. */
  customers: z.int(),
  version: z.int(),
})
export type LoggedError = z.infer<typeof LoggedError>

/** One time that an error happened. */
export const Occurrence = z.object({
  id: z.int(),
  createdAt: Instant,
  data: Whom,
  errorStack: z.string(),
  component: z.string(),
  message: z.string(),
  page: z.string(),
  release: z.string(),
})
export type Occurrence = z.infer<typeof Occurrence>

const ErrorDetail = z.extend(LoggedError, {
  /** All of them, the last first; at most 50. */
  allReleases: z.array(z.object({ release: z.string(), count: z.int(), firstSeenAt: Instant, lastSeenAt: Instant })),
  /** The last first, at most 50; the names for those who may see customers. */
  affected: z.array(
    z.object({ userId: z.int(), name: z.string(), email: z.string(), count: z.int(), lastSeenAt: Instant }),
  ),
  /** Occurrences whose words are kept. */
  storedCount: z.int(),
})
export type ErrorDetail = z.infer<typeof ErrorDetail>

const filter = {
  search: SearchTerm,
  state: choice(STATES, messages.noState),
  source: choice(ORIGINS, messages.noOrigin),
  /** It happened in it. */
  release: textChoice(200),
  /** It happened in it first. */
  new_in: textChoice(200),
  first_seen: days(),
  last_seen: days(),
  /** How often it happened. */
  count: counts(),
  /** How many customers it happened to. */
  customers: counts(),
  sort: sorting('lastSeen', 'count'),
}
const ErrorId = z.coerce
  .number(messages.noSuchError)
  .check(
    z.int(messages.noSuchError),
    z.minimum(1, messages.noSuchError),
    z.maximum(Number.MAX_SAFE_INTEGER, messages.noSuchError),
  )
const params = z.object({ id: ErrorId })
const searchedText = (name: keyof typeof REPORT) =>
  z._default(
    z.string(`${name} must be text`).check(z.maxLength(REPORT[name], `Enter up to ${REPORT[name]} characters`)),
    '',
  )

/** Operations 7, Logs. */
export const errorLogs = endpoints('error-logs', {
  list: {
    method: 'GET',
    path: '/error-log',
    permission: 'error-logs:read',
    summary: 'List grouped errors. Open ones come first, then the most recent, unless sorted.',
    allowReplica: true,
    query: z.object({ ...paging(ERROR_PAGE), ...filter }),
    reply: z.object({ errors: z.array(LoggedError), totalCount: z.int() }),
  },
  releases: {
    method: 'GET',
    path: '/error-log/releases',
    permission: 'error-logs:read',
    summary: 'List releases with errors, newest first; at most 100',
    allowReplica: true,
    reply: z.object({ releases: z.array(z.string()) }),
  },
  csv: {
    method: 'GET',
    path: '/error-log.csv',
    permission: 'error-logs:export',
    summary: 'Export the error log as CSV, with the same filters',
    allowReplica: true,
    query: z.object({ ...filter, columns: ColumnChoice }),
    stream: 'text/csv',
  },
  customersCsv: {
    method: 'GET',
    path: '/error-log/customers.csv',
    permission: ['error-logs:export', 'customers:export'],
    reauthenticate: true,
    summary: 'Export affected customers as CSV: of an error, a release or all filtered errors',
    allowReplica: true,
    query: z.object({
      ...z.omit(z.object(filter), { sort: true }).shape,
      error: z.optional(ErrorId),
      columns: ColumnChoice,
    }),
    stream: 'text/csv',
  },
  fetch: {
    method: 'GET',
    path: '/error-log/{id}',
    permission: 'error-logs:read',
    summary: 'Get an error with its releases and affected customers',
    params,
    reply: ErrorDetail,
  },
  occurrences: {
    method: 'GET',
    path: '/error-log/{id}/occurrences',
    permission: 'error-logs:read',
    summary: 'List occurrences of an error, newest first, among the newest 100',
    allowReplica: true,
    params,
    query: z.object(paging(OCCURRENCE_PAGE)),
    reply: z.object({ occurrences: z.array(Occurrence), totalCount: z.int() }),
  },
  setState: {
    method: 'PATCH',
    path: '/error-log/{id}',
    permission: 'error-logs:write',
    summary: 'Resolve, ignore or reopen an error',
    params,
    body: z.object({ state: z.enum(STATES, messages.noState), version: Version }),
    reply: LoggedError,
  },
  report: {
    method: 'POST',
    path: '/error-log',
    unkept: 'A repeated error is counted again',
    permission: 'person',
    summary: 'Report an error in the back office’s own pages',
    body: z.object({
      message: z
        .string(messages.noMessage)
        .check(
          z.trim(),
          z.minLength(1, messages.noMessage),
          z.maxLength(REPORT.message, `Enter up to ${REPORT.message} characters`),
        ),
      stack: searchedText('stack'),
      component: searchedText('component'),
      page: searchedText('page'),
      release: searchedText('release'),
    }),
    bodyLimit: REPORT_BYTES,
    audit: 'none',
    // What was counted against the limit counts although it is refused.
    transaction: 'own',
  },
})
