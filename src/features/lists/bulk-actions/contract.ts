import * as z from 'zod/mini'
import { APPROVAL_ACTION_NAMES } from '#contract/approval.ts'
import { DbId, Instant, PageNumber, paging, text } from '#contract/atoms.ts'
import { endpoints } from '#contract/endpoint.ts'
import { IDS_MOST, messages, ROW_STATES, STATES } from './rules.ts'

/** An act on many rows of a list, and how far it is. */
export const BulkAction = z.object({
  id: z.int(),
  /** Such as `error-logs.resolve`. */
  action: z.string(),
  /** Which action it takes back. */
  undoes: z.nullable(z.int()),
  state: z.enum(STATES),
  /** Whose lines the rows are. */
  fileName: z.nullable(z.string()),
  /** How many rows are in which state. */
  rows: z.object({
    total: z.int(),
    pending: z.int(),
    valid: z.int(),
    changed: z.int(),
    same: z.int(),
    rejected: z.int(),
  }),
  /** Why rows were refused, the most frequent first; at most ten reasons, with what is wrong in the first row of each. */
  refusals: z.array(z.object({ message: z.string(), count: z.int(), example: z.nullable(z.string()) })),
  actor: z.string(),
  /** Why it ended before its time. */
  message: z.string(),
  createdAt: Instant,
  startedAt: z.nullable(Instant),
  endedAt: z.nullable(Instant),
  /** Why it cannot be undone; null where it can. */
  undoBlockedReason: z.nullable(z.string()),
})
export type BulkAction = z.infer<typeof BulkAction>

const Change = z.object({
  entity: z.string(),
  summary: z.string(),
  before: z.nullable(z.unknown()),
  after: z.nullable(z.unknown()),
})
export const BulkRow = z.object({
  n: z.int(),
  recordId: z.string(),
  title: z.string(),
  state: z.enum(ROW_STATES),
  message: z.string(),
  /** What the message is about. */
  example: z.nullable(z.string()),
  difference: z.array(Change),
})
export type BulkRow = z.infer<typeof BulkRow>

const params = z.object({ id: DbId(messages.noSuchAction) })
const Query = z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(1000)))
const state = z.optional(z.enum(ROW_STATES, `state must be one of ${ROW_STATES.join(', ')}`))

/** Acts on many rows at once: each row is the single call, with its rights, rules and audit (ADR 23). */
export const bulkActions = endpoints('bulk-actions', {
  create: {
    method: 'POST',
    path: '/bulk-actions',
    permission: 'person',
    summary: 'Select rows of a list for an action and validate each row. Nothing is changed yet.',
    body: z.object({
      action: text(60, messages.unknown),
      /** What the list is asked for, as in its file's address. */
      query: Query,
      /** Some of its rows, by their ids; all of them without. */
      ids: z.optional(
        z.array(text(80)).check(z.minLength(1, messages.noRows), z.maxLength(IDS_MOST, messages.tooMany)),
      ),
      /** What is filled in for all rows. */
      values: z._default(
        z.record(z.string().check(z.maxLength(40)), z.union([z.string().check(z.maxLength(2000)), z.number()])),
        {},
      ),
    }),
    reply: BulkAction,
    status: 201,
    audit: 'none',
    transaction: 'own',
  },
  list: {
    method: 'GET',
    path: '/bulk-actions',
    permission: 'person',
    summary: 'List your bulk actions, or everyone’s for a superadmin, newest first',
    query: z.object({ ...paging(10) }),
    reply: z.object({ actions: z.array(BulkAction), totalCount: z.int() }),
  },
  fetch: {
    method: 'GET',
    path: '/bulk-actions/{id}',
    permission: 'person',
    summary: 'Get a bulk action with its progress',
    params,
    reply: BulkAction,
  },
  rows: {
    method: 'GET',
    path: '/bulk-actions/{id}/rows',
    permission: 'person',
    summary: 'List the rows of a bulk action with their results',
    params,
    query: z.object({ page: z._default(PageNumber, 1), perPage: paging(10).perPage, state }),
    reply: z.object({ rows: z.array(BulkRow), totalCount: z.int() }),
  },
  rowsCsv: {
    method: 'GET',
    path: '/bulk-actions/{id}/rows.csv',
    permission: 'session',
    summary:
      'Export the rows of a bulk action as CSV, with reasons for rejected ones. Needs the permission to export the list.',
    params,
    query: z.object({ state }),
    stream: 'text/csv',
  },
  start: {
    method: 'POST',
    path: '/bulk-actions/{id}/start',
    permission: 'person',
    summary: 'Run a bulk action on its rows. The rows together may need approval.',
    params,
    approval: APPROVAL_ACTION_NAMES,
    reply: BulkAction,
    says: messages.started,
    transaction: 'own',
  },
  cancel: {
    method: 'POST',
    path: '/bulk-actions/{id}/cancel',
    permission: 'person',
    summary: 'Stop a bulk action. Rows already changed stay changed.',
    params,
    reply: BulkAction,
    says: messages.cancelled,
  },
  undo: {
    method: 'POST',
    path: '/bulk-actions/{id}/undo',
    permission: 'person',
    summary: 'Select the rows of a bulk action that can be undone. Nothing is changed yet.',
    params,
    reply: BulkAction,
    status: 201,
    audit: 'none',
    transaction: 'own',
  },
})
