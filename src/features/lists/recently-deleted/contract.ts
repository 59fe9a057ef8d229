import * as z from 'zod/mini'
import { Instant, paging, TABLE_ROWS } from '#contract/atoms.ts'
import { endpoints } from '#contract/endpoint.ts'

/** Something that was deleted and can be restored. */
export const DeletedRecord = z.object({
  /** As the audit log calls it. */
  kind: z.string(),
  id: z.int(),
  title: z.string(),
  /** Where it was, such as the cinema; empty for none. */
  subtitle: z.string(),
  deleted_at: Instant,
  /** Who deleted it; null where the audit log does not know. */
  deleted_by: z.nullable(z.string()),
})
export type DeletedRecord = z.infer<typeof DeletedRecord>

/** What was deleted in the last 30 days. Each is restored by the call of its own feature. */
export const recentlyDeleted = endpoints('recently-deleted', {
  list: {
    method: 'GET',
    path: '/recently-deleted',
    permission: 'session',
    allowReplica: true,
    summary: 'List records deleted in the last 30 days that the caller can restore, newest first',
    query: z.object({
      ...paging(TABLE_ROWS),
      kind: z.optional(z.string().check(z.maxLength(40, 'Enter up to 40 characters'))),
    }),
    reply: z.object({ records: z.array(DeletedRecord), totalCount: z.int() }),
  },
})
