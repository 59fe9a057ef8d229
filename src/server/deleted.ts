import type { SQL } from 'drizzle-orm'
import type { Permission } from '#contract/permissions.ts'

/** A kind of record that can be restored for 30 days after its deletion. */
export type Deleted = {
  /** The entity in the audit log. */
  kind: string
  /** Permission to restore a record, where the record belongs. */
  permission: Permission | 'person'
  /** Returns the deleted records: `id`, `title`, `subtitle` (text, may be empty) and `deleted_at`. */
  rows: (me: { id: number }) => SQL
}
