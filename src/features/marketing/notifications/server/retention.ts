import { sql } from 'drizzle-orm'
import { retentionOf, rowsIn, type Retention } from '#server/retention.ts'
import { pushDeliveries, pushDevices } from './tables.ts'

export const retention: Retention[] = [
  {
    // They say who opened what: clicks count as long as they are kept. What came of them stays with the notification.
    name: 'push deliveries',
    before: retentionOf('pushes'),
    forget: rowsIn(
      pushDeliveries,
      (before) => sql`
        ${pushDeliveries.notificationId} in (select id from push_notifications where finished_at < ${before})`,
    ),
  },
  {
    // Those that take no more pushes; until they go, an older telling of one is known for older.
    name: 'push devices',
    before: retentionOf('devices'),
    forget: rowsIn(
      pushDevices,
      (before) => sql`${pushDevices.removedAt} < ${before}
        and not exists (select from push_deliveries d where d.device_id = ${pushDevices.id})`,
    ),
  },
]
