import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { APPROVAL_ACTION_NAMES } from '#contract/approval.ts'
import type { Cinemas } from '#server/auth/audience.ts'
import { bigint, id, instant } from '#server/db/columns.ts'
import type { CallInput, Change } from '#server/http/approval.ts'
import { STATES } from '../rules.ts'

export const approvalRules = pgTable('approval_rules', {
  action: text({ enum: APPROVAL_ACTION_NAMES }).primaryKey(),
  threshold: bigint('threshold'),
  hours: integer().notNull(),
  isEmailed: boolean('is_emailed').notNull(),
  version: integer().notNull().default(1),
})

export const approvalRequests = pgTable('approval_requests', {
  id: id(),
  action: text({ enum: APPROVAL_ACTION_NAMES }).notNull(),
  call: text().notNull(),
  permission: text().array().notNull(),
  cinemas: jsonb().$type<Cinemas>(),
  input: jsonb().$type<CallInput>(),
  size: bigint('size').notNull(),
  total: bigint('total'),
  difference: jsonb().$type<Change[]>().notNull(),
  fingerprint: text().notNull(),
  reason: text().notNull(),
  requesterId: integer('requester_id'),
  tokenId: integer('token_id'),
  requester: text().notNull(),
  caller: text().notNull(),
  requestHash: text('request_hash').notNull(),
  requestKey: text('request_key'),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  state: text({ enum: STATES }).notNull().default('pending'),
  decidedAt: instant('decided_at'),
  decidedById: integer('decided_by_id'),
  decidedBy: text('decided_by'),
  decision: text().notNull().default(''),
})

/** What was done without a second person while the act had a rule. */
export const limitUsage = pgTable('limit_usage', {
  id: id(),
  action: text({ enum: APPROVAL_ACTION_NAMES }).notNull(),
  person: text().notNull(),
  records: text().array().notNull(),
  size: bigint('size').notNull(),
  at: instant('at').notNull(),
})
