import type { SQL } from 'drizzle-orm'
import type { Permission } from '#contract/permissions.ts'

/** A kind of record whose deletion can be undone: it is listed until it has been deleted for 30 days. */
export type Deleted = {
  /** As the audit log calls it. */
  kind: string
  /** What it takes to restore one; of what belongs to a cinema, there. */
  permission: Permission | 'person'
  /** All that are deleted: `id`, `title`, `subtitle` (text, may be empty) and `deleted_at`. */
  rows: (me: { id: number }) => SQL
}
