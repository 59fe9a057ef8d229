import { sql } from 'drizzle-orm'
import { counted } from '#contract/counted.ts'
import { dayOf, showDay } from '#contract/time.ts'
import { forgetAudit } from './audit/store.ts'
import { adminDevices, adminNetworks, challenges, invitations, passwordResets, sessions } from './auth/tables.ts'
import { idempotencyKeys, linkVisitors, rateLimits } from './http/tables.ts'
import { alerts } from './alerts/tables.ts'
import { outboxTable } from './integrations/mail/tables.ts'
import { expiredAnswers } from './integrations/moviedb/tmdb-cache.ts'
import { oldUnread } from './integrations/unread.ts'
import { pushOutbox } from './integrations/push/tables.ts'
import { aDayLater, atOnce, retentionOf, rowsIn, type Retention } from './retention.ts'

export const ofPlatform: readonly Retention[] = [
  // Longer than any client retries.
  {
    name: 'idempotency keys',
    before: aDayLater,
    forget: rowsIn(idempotencyKeys, (before) => sql`${idempotencyKeys.createdAt} < ${before}`),
  },
  {
    name: 'rate limits',
    before: aDayLater,
    forget: rowsIn(rateLimits, (before) => sql`${rateLimits.windowStart} < ${before}`),
  },
  // Browsers get a new anonymous id each day.
  {
    name: 'visitors of links',
    before: aDayLater,
    forget: rowsIn(linkVisitors, (before) => sql`${linkVisitors.at} < ${before}`),
  },
  {
    name: 'challenges',
    before: atOnce,
    forget: rowsIn(challenges, (before) => sql`${challenges.expiresAt} < ${before}`),
  },
  {
    name: 'sessions',
    before: aDayLater,
    forget: rowsIn(sessions, (before) => sql`coalesce(${sessions.endedAt}, ${sessions.expiresAt}) < ${before}`),
  },
  {
    name: 'password resets',
    before: aDayLater,
    forget: rowsIn(passwordResets, (before) => sql`${passwordResets.expiresAt} < ${before}`),
  },
  {
    name: 'invitations',
    before: aDayLater,
    forget: rowsIn(invitations, (before) => sql`${invitations.expiresAt} < ${before}`),
  },
  // A network or device without a sign-in for so long counts as new.
  {
    name: 'networks of sign-ins',
    before: retentionOf('signIns'),
    forget: rowsIn(adminNetworks, (before) => sql`${adminNetworks.lastAt} < ${before}`),
  },
  {
    name: 'devices of sign-ins',
    before: retentionOf('signIns'),
    forget: rowsIn(adminDevices, (before) => sql`${adminDevices.lastAt} < ${before}`),
  },
  expiredAnswers,
  oldUnread,
  // Together with each person's copy. A lasting alert is stored while it lasts.
  {
    name: 'alerts',
    before: retentionOf('alerts'),
    forget: rowsIn(
      alerts,
      (before) => sql`${alerts.at} < ${before} and coalesce(${alerts.endedAt}, ${alerts.at}) < ${before}
        and (${alerts.endedAt} is not null or not ${alerts.lasts})`,
    ),
  },
  {
    name: 'outbox',
    before: retentionOf('emails'),
    forget: rowsIn(outboxTable, (before) => sql`${outboxTable.at} < ${before}`),
  },
  {
    name: 'outbox of pushes',
    before: retentionOf('pushes'),
    forget: rowsIn(pushOutbox, (before) => sql`${pushOutbox.at} < ${before}`),
  },
  {
    name: 'audit log',
    before: retentionOf('audit'),
    forget: forgetAudit,
    line: (rows, before, zone) => ({
      action: 'audit.forget-old',
      entity: 'audit log',
      id: dayOf(before, zone),
      summary: `Deleted ${counted(rows, 'audit log entry', 'audit log entries')} from before ${showDay(dayOf(before, zone))}`,
    }),
  },
]
