import { boolean, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bigint, id, instant } from '#server/db/columns.ts'
import type { Condition } from '../audience-rules.ts'
import type { Sides } from '../lift-rules.ts'
import { AUDIENCES, STATES } from '../rules.ts'

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

export const pushNotifications = pgTable('push_notifications', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  code: text().notNull(),
  title: text().notNull(),
  body: text().notNull(),
  link: text().notNull().default(''),
  image: text().notNull().default(''),
  name: text().notNull().default(''),
  audience: text({ enum: AUDIENCES }).notNull(),
  email: text().notNull().default(''),
  isScheduled: boolean('is_scheduled').notNull(),
  sendAt: instant('send_at').notNull(),
  createdAt: instant('created_at').notNull(),
  createdBy: text('created_by').notNull(),
  state: text({ enum: STATES }).notNull(),
  claimedAt: instant('claimed_at'),
  listedTo: bigint('listed_to').notNull().default(0),
  isListed: boolean('is_listed').notNull().default(false),
  touchedAt: instant('touched_at'),
  notBefore: instant('not_before'),
  devices: integer().notNull().default(0),
  accepted: integer().notNull().default(0),
  unregistered: integer().notNull().default(0),
  failed: integer().notNull().default(0),
  excluded: integer('excluded').notNull().default(0),
  finishedAt: instant('finished_at'),
  version: integer().notNull().default(1),
  searchText: text('search_text').notNull().generatedAlwaysAs(''),
  audienceId: integer('audience_id'),
  audienceName: text('audience_name').notNull().default(''),
  audienceDescription: text('audience_description').notNull().default(''),
  conditions: jsonb().$type<Condition[]>(),
  controlPercent: smallint('control_percent').notNull().default(0),
  rateLimited: integer('rate_limited').notNull().default(0),
  controlGroup: integer('control_group').notNull().default(0),
  lift: jsonb().$type<Sides>(),
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

/** Beside the notifications, which are written while they are sent. */
export const pushClicks = pgTable('push_clicks', {
  notificationId: integer('notification_id').primaryKey(),
  clicks: integer().notNull(),
})
