import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import type { Query } from '../rules.ts'

export const listViews = pgTable('list_views', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  list: text().notNull(),
  permission: text().array().notNull(),
  name: text().notNull(),
  query: jsonb().$type<Query>().notNull(),
  ownerId: integer('owner_id'),
  roleId: integer('role_id'),
  isForAll: boolean('is_for_all').notNull().default(false),
  createdAt: instant('created_at').notNull(),
  deletedAt: instant('deleted_at'),
  version: integer().notNull().default(1),
})

export const defaultViews = pgTable(
  'default_views',
  {
    adminId: integer('admin_id').notNull(),
    list: text().notNull(),
    viewId: integer('view_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.adminId, table.list] })],
)
