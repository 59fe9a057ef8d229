import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bigint, id, instant } from '#server/db/columns.ts'
import type { CallInput, Values } from '../action-rules.ts'
import type { Encoding, Separator } from '#contract/table-files.ts'
import type { Columns, DatesSeen, LineCounts } from '../import-rules.ts'
import type { Cinemas } from '#server/auth/audience.ts'
import type { ApprovalSubject } from '#server/http/approval.ts'
import { ROW_STATES, STATES } from '../rules.ts'

/** What of the list is selected. */
type Selecting = { query: Readonly<Record<string, string>>; ids?: readonly string[] }
/** A file whose lines are the rows. */
export type ImportedFile = {
  name: string
  /** Of a workbook: which it has, and which was read. */
  sheets: string[]
  sheet: string | null
  separator: Separator | null
  encoding: Encoding | null
  /** The number of the line with the headings; 0 without one. */
  heading: number
  withHidden: boolean
  /** Numbers of days count from 1904. */
  isFrom1904: boolean
  counts: LineCounts
  headings: string[]
  /** How its columns write days. */
  seen: DatesSeen[]
  chosen: Columns
}
export type RowApproval = Pick<ApprovalSubject, 'action' | 'permission'> & { records: string[]; size: number }
/** A line of the audit log. */
export type Difference = {
  entity: string
  id: string
  summary: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export const bulkActions = pgTable('bulk_actions', {
  id: id(),
  action: text().notNull(),
  undoes: bigint('undoes'),
  state: text({ enum: STATES }).notNull(),
  selection: jsonb().$type<Selecting>().notNull(),
  values: jsonb().$type<Values>().notNull(),
  nextPage: integer('next_page').notNull().default(1),
  file: jsonb().$type<ImportedFile>(),
  adminId: integer('admin_id'),
  actor: text().notNull(),
  message: text().notNull().default(''),
  createdAt: instant('created_at').notNull(),
  startedAt: instant('started_at'),
  endedAt: instant('ended_at'),
  workedAt: instant('worked_at'),
})

export const bulkActionRows = pgTable(
  'bulk_action_rows',
  {
    actionId: bigint('action_id').notNull(),
    n: integer().notNull(),
    recordId: text('record_id').notNull(),
    title: text().notNull(),
    version: integer(),
    versionAfter: integer('version_after'),
    undo: jsonb().$type<Record<string, unknown>>(),
    state: text({ enum: ROW_STATES }).notNull(),
    message: text().notNull().default(''),
    /** What the message is about, so that rows with the same message are counted together. */
    example: text(),
    difference: jsonb().$type<Difference[]>(),
    cells: jsonb().$type<string[]>(),
    input: jsonb().$type<CallInput>(),
    /** How much it does of acts that may need a second person, and where; while it is not done. */
    approval: jsonb().$type<RowApproval[]>(),
    cinemas: jsonb().$type<Cinemas>(),
  },
  (table) => [primaryKey({ columns: [table.actionId, table.n] })],
)
