import { integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bigint, id, instant } from '#server/db/columns.ts'
import type { Condition } from '../audience-rules.ts'

export const pushDevices = pgTable('push_devices', {
  id: id(),
  source: text().notNull(),
  externalId: text('external_id').notNull(),
  customerId: bigint('customer_id'),
  platform: text({ enum: ['android', 'ios', 'web'] }).notNull(),
  token: text().notNull(),
  reportedAt: instant('reported_at').notNull(),
  removedAt: instant('removed_at'),
  removalReason: text('removal_reason', { enum: ['reported', 'moved', 'unregistered', 'erased'] }),
})

export const audiences = pgTable('audiences', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  conditions: jsonb().$type<Condition[]>().notNull(),
  createdAt: instant('created_at').notNull(),
  createdBy: text('created_by').notNull(),
  deletedAt: instant('deleted_at'),
  version: integer().notNull().default(1),
})

/** One notification on one device. */
export const pushDeliveries = pgTable('push_deliveries', {
  id: uuid().primaryKey().defaultRandom(),
  notificationId: integer('notification_id').notNull(),
  deviceId: bigint('device_id').notNull(),
  state: text({ enum: ['open', 'accepted', 'unregistered', 'failed', 'control'] })
    .notNull()
    .default('open'),
  dueAt: instant('due_at'),
  claim: uuid(),
  attempts: smallint().notNull().default(0),
  reason: text(),
  clickedAt: instant('clicked_at'),
})

/** Tables that only SQL names: their columns stand in migrations/. */
export const SQL_TABLES = ['push_clicks', 'push_notifications']
