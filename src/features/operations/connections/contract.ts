import { errors } from '#contract/errors.ts'
import { CONNECTIONS } from '#contract/connections.ts'
import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import { Instant, paging, TABLE_ROWS } from '#contract/atoms.ts'
import { messages } from './rules.ts'

/** One run of the schedule sync: `done` of `total` parts (films, cinemas, and each cinema's showtimes). */
export const SyncRun = z.object({
  id: z.int(),
  kind: z.enum(['full', 'incremental']),
  requested_by: z.nullable(z.string()),
  started_at: Instant,
  finished_at: z.nullable(Instant),
  /** Why it failed, or what keeps it waiting. */
  reason: z.nullable(z.string()),
  done: z.int(),
  total: z.int(),
})
export type SyncRun = z.infer<typeof SyncRun>

/** A record that an outside system sent and that cannot be read; ours stays as it was last known. */
export const UnreadRecord = z.object({
  /** By the vendor's own id: "Session 41235". */
  name: z.string(),
  /** "ScheduledFilmId is missing" */
  what: z.string(),
  since: Instant,
  last_seen_at: Instant,
})
export type UnreadRecord = z.infer<typeof UnreadRecord>

/** An outside system, whether it works, and what waits for it. Never a secret. */
export const Connection = z.object({
  name: z.enum(CONNECTIONS),
  kind: z.string(),
  /** What it is configured to, or what the embedded one does: label and value. */
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  last_success_at: z.nullable(Instant),
  last_failure_at: z.nullable(Instant),
  /** Why it last failed. */
  reason: z.nullable(z.string()),
  /** Since when it fails; null while it works. */
  failing_since: z.nullable(Instant),
  /** Its records that cannot be read, the newest first, at most 200. */
  unread: z.array(UnreadRecord),
  /** What waits to be done through it, and what was given up; null where nothing queues. */
  queue: z.nullable(z.object({ pending: z.int(), failed: z.int() })),
  /** The point of sale's: the last run, and why none can be asked for. */
  sync: z.nullable(z.object({ run: z.nullable(SyncRun), refusal: z.nullable(z.string()) })),
})
export type Connection = z.infer<typeof Connection>

/** How old the last backup is. */
export const Backup = z.object({
  last: z.nullable(z.object({ at: Instant, bytes: z.int() })),
  /** There should be a newer one; never on a demo. */
  is_late: z.boolean(),
})
export type Backup = z.infer<typeof Backup>

/** A replica of the database: whether it answers and is read from; else why it is left out, and since when. */
export const Replica = z.object({
  /** host:port */
  name: z.string(),
  is_reached: z.boolean(),
  is_used: z.boolean(),
  /** How old what it shows is, in seconds; null of one that does not answer, or follows another primary. */
  lag: z.nullable(z.number()),
  reason: z.nullable(z.string()),
  left_out_since: z.nullable(Instant),
})
export type Replica = z.infer<typeof Replica>

export const connections = endpoints('connections', {
  list: {
    method: 'GET',
    path: '/connections',
    permission: 'superadmin',
    summary: 'Get the state of external systems, the last backup and the database replicas',
    reply: z.object({ connections: z.array(Connection), backup: Backup, replicas: z.array(Replica) }),
  },
  test: {
    method: 'POST',
    path: '/connections/{name}/test',
    unkept: 'The result depends on the current state of the connection',
    permission: 'superadmin',
    summary: 'Test the connection to an external system',
    params: z.object({ name: z.enum(CONNECTIONS, errors.notFound('connection')) }),
    reply: z.object({ works: z.boolean(), message: z.string(), milliseconds: z.int() }),
    transaction: 'own',
  },
  sync: {
    method: 'POST',
    path: '/connections/point-of-sale/sync',
    permission: 'superadmin',
    summary: 'Sync everything from the point of sale now, or join a running sync',
    reply: SyncRun,
    says: messages.syncStarted,
    alsoStale: ['movies', 'cinemas', 'calendar'],
  },
  failedEmails: {
    method: 'GET',
    path: '/connections/mail/failed',
    permission: 'superadmin',
    summary: 'List emails that could not be sent, newest first',
    query: z.object(paging(TABLE_ROWS)),
    reply: z.object({
      emails: z.array(
        z.object({
          id: z.int(),
          at: Instant,
          kind: z.string(),
          recipient: z.string(),
          attempts: z.int(),
          reason: z.nullable(z.string()),
        }),
      ),
      totalCount: z.int(),
    }),
  },
  sendAgain: {
    method: 'POST',
    path: '/connections/mail/failed/{id}/retry',
    permission: 'superadmin',
    summary: 'Send a failed email again',
    params: z.object({ id: z.coerce.number(errors.notFound('email')).check(z.int(errors.notFound('email'))) }),
    reply: z.null(),
    says: messages.sentAgain,
  },
})
