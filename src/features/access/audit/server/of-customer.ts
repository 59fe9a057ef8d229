import { sql } from 'drizzle-orm'
import { OPENINGS } from '#server/audit/store.ts'
import { listOf } from '#server/db/rows.ts'
import { exactly, upTo, type OfCustomer } from '#server/timeline.ts'
import { query, text } from '#server/db/query.ts'

const lineRow = { id: text, at: text, summary: text, actor: text }

/** Notes that were added or edited are in the timeline themselves, and so is the ledger of points. */
const LISTED_ELSEWHERE = ['customers.addNote', 'customers.editNote']

/** What was done with the customer's record here, without who opened it. */
export const ofCustomer: readonly OfCustomer[] = [
  {
    permission: 'audit:read',
    events: {
      kind: 'staff',
      read: async (db, { whose, ...page }) => {
        const { where, slice: limit } = upTo(page, sql`l.at`, sql`l.id`)
        const { rows } = await query(db, lineRow)`
          select l.id::text, ${exactly(sql`l.at`)} as at, l.summary, l.actor from audit_log l
          where l.entity = 'customer' and l.entity_id = any(${listOf(whose.ids.map(String), 'text')}) and ${where}
            and split_part(l.action, '.', 1) <> 'points' and l.action <> all(${listOf(LISTED_ELSEWHERE, 'text')})
            and split_part(l.action, '.', 2) <> all(${listOf(OPENINGS, 'text')})
          ${limit}`
        return rows.map(({ id, at, summary, actor }) => ({ id, at, title: summary, by: actor }))
      },
    },
  },
]
