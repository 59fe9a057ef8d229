import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { bigint, bytea, id, instant } from '#server/db/columns.ts'
import type { Word } from '../contract.ts'
import { EVERY, FORMATS, RUN_KINDS, SENDING_STATES } from '../rules.ts'

export const reports = pgTable('reports', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  call: text().notNull(),
  params: jsonb().$type<Record<string, string>>().notNull(),
  query: jsonb().$type<Record<string, string>>().notNull(),
  filterLabels: jsonb('filter_labels').$type<Word[]>().notNull(),
  path: text().notNull(),
  every: text({ enum: EVERY }).notNull(),
  at: text().notNull(),
  weekdays: integer().array().notNull(),
  monthDay: integer('month_day').notNull(),
  format: text({ enum: FORMATS }).notNull(),
  ownerId: integer('owner_id'),
  nextAt: instant('next_at'),
  paused: text(),
  createdAt: instant('created_at').notNull(),
  deletedAt: instant('deleted_at'),
  version: integer().notNull().default(1),
})

export const reportRecipients = pgTable('report_recipients', {
  id: id(),
  reportId: integer('report_id').notNull(),
  adminId: integer('admin_id'),
  email: text(),
})

export const reportRuns = pgTable('report_runs', {
  id: id(),
  reportId: integer('report_id').notNull(),
  kind: text({ enum: RUN_KINDS }).notNull(),
  occasion: instant('occasion').notNull(),
  missed: integer().notNull().default(0),
  createdAt: instant('created_at').notNull(),
})

/** Of what was sent, so that the next one can say what changed: no text of any row. */
export type Summary = { requested: string; totals: Record<string, number> }

export const reportSendings = pgTable('report_sendings', {
  id: id(),
  runId: bigint('run_id').notNull(),
  adminId: integer('admin_id'),
  email: text(),
  state: text({ enum: SENDING_STATES }).notNull().default('pending'),
  message: text().notNull().default(''),
  sentAt: instant('sent_at'),
  rows: integer(),
  summary: jsonb().$type<Summary>(),
  keys: bytea(),
  tokenHash: bytea('token_hash'),
  linkEndsAt: instant('link_ends_at'),
  revokedAt: instant('revoked_at'),
  downloads: integer().notNull().default(0),
  downloadedAt: instant('downloaded_at'),
})
