import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Cinemas } from '../auth/audience.ts'
import { id, instant } from '#server/db/columns.ts'

/** Alerts for people: one for each event, and one for each lasting state. */
export const alerts = pgTable('alerts', {
  id: id(),
  kind: text().notNull(),
  key: text().notNull(),
  title: text().notNull(),
  detail: text().notNull().default(''),
  path: text().notNull(),
  permission: text().array().notNull(),
  cinemas: jsonb().$type<Cinemas>(),
  exceptId: integer('except_id'),
  onlyId: integer('only_id'),
  at: instant('at').notNull(),
  lasts: boolean().notNull().default(false),
  endedAt: instant('ended_at'),
  ended: text().notNull().default(''),
  isSettled: boolean('is_settled').notNull().default(false),
  deliveredAt: instant('delivered_at'),
})
