import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { DbId, Day, Instant, paging, SearchTerm, sorting, TABLE_ROWS } from '#contract/atoms.ts'
import { choice, idChoice } from '#contract/filter.ts'
import { ACTION_KIND_NAMES, AREA_NAMES } from './kind-rules.ts'

/** One line of what was done: who, when, what, before and after. Lines are never changed or removed. */
export const AuditLine = z.object({
  id: z.int(),
  at: Instant,
  actor: z.string(),
  /** feature.endpoint, such as movies.save */
  action: z.string(),
  entity: z.string(),
  entity_id: z.string(),
  summary: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  request_id: z.nullable(z.string()),
})
export type AuditLine = z.infer<typeof AuditLine>

/** A field of a record as it was. */
export const FieldThen = z.object({
  field: z.string(),
  value: z.unknown(),
  /** When and by whom it had been set; null where that is older than the log. */
  at: z.nullable(Instant),
  actor: z.nullable(z.string()),
})
export const RecordThen = z.object({
  state: z.enum(['there', 'deleted', 'before']),
  fields: z.array(FieldThen),
  /** There are lines of this record that are not looked at, or that one may not see. */
  isPartial: z.boolean(),
})
export type RecordThen = z.infer<typeof RecordThen>

const filter = {
  search: SearchTerm,
  start_date: z.optional(Day),
  end_date: z.optional(Day),
  /** The admin who did it. */
  person: idChoice(errors.notFound('admin')),
  area: choice(AREA_NAMES, errors.notFound('area')),
  actionKind: choice(ACTION_KIND_NAMES, errors.notFound('kind of action')),
  /** One record: its kind and id. */
  entity: z.optional(z.string().check(z.maxLength(60))),
  entity_id: z.optional(z.string().check(z.maxLength(60))),
  /** What lines are about besides their records, such as `payment FLW-99120`. */
  about: z.optional(z.string().check(z.maxLength(200))),
  sort: sorting('at'),
}

export const audit = endpoints('audit', {
  list: {
    method: 'GET',
    path: '/audit-log',
    permission: 'audit:read',
    summary: 'List audit log entries, newest first',
    allowReplica: true,
    query: z.object({ ...paging(TABLE_ROWS), ...filter }),
    reply: z.object({
      lines: z.array(AuditLine),
      totalCount: z.int(),
      /** More are found than are counted and listed: `totalCount` is how many are listed. */
      isTruncated: z.boolean(),
    }),
  },
  record: {
    method: 'GET',
    path: '/audit-log/{id}/record',
    permission: 'audit:read',
    summary: 'Return a record as it was after an entry, with the fields in the log',
    allowReplica: true,
    params: z.object({ id: DbId(errors.notFound('audit log entry')) }),
    reply: RecordThen,
  },
  people: {
    method: 'GET',
    path: '/audit-log/people',
    permission: 'audit:read',
    summary: 'List admins with audit log entries, by name',
    allowReplica: true,
    reply: z.object({ people: z.array(z.object({ id: z.int(), name: z.string() })) }),
  },
  csv: {
    method: 'GET',
    path: '/audit-log.csv',
    permission: 'audit:export',
    reauthenticate: true,
    summary: 'Export all matching audit log entries as CSV',
    allowReplica: true,
    query: z.object(filter),
    stream: 'text/csv',
  },
})
