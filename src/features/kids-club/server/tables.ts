import { date, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bigint, instant } from '#server/db/columns.ts'
import { CONSENT_SOURCES } from '../rules.ts'

export const kidsClubMembers = pgTable('kids_club_members', {
  customerId: bigint('customer_id').primaryKey(),
  joinedAt: instant('joined_at').notNull(),
  guardianName: text('guardian_name').notNull().default(''),
  consentOn: date('consent_on'),
  consentSource: text('consent_source', { enum: CONSENT_SOURCES }),
  version: integer().notNull().default(1),
})
