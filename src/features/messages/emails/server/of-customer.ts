import { sql } from 'drizzle-orm'
import { exactly, upTo, type OfCustomer } from '#server/timeline.ts'
import { emailKindLabel } from '../rules.ts'
import { query, text, textOf } from '#server/db/query.ts'

const emailRow = { id: text, at: text, kind: text, recipient: text, state: textOf<'pending' | 'sent' | 'failed'>() }

const STATUS = { pending: 'Waiting', sent: '', failed: 'Could not be sent' } as const

/** Emails to the customer's address. */
export const ofCustomer: readonly OfCustomer[] = [
  {
    permission: 'customers:read',
    events: {
      kind: 'email',
      read: async (db, { whose, ...page }) => {
        if (!whose.email) return []
        const { where, slice } = upTo(page, sql`m.at`, sql`m.id`)
        const { rows } = await query(db, emailRow)`
          select m.id::text, ${exactly(sql`m.at`)} as at, m.kind, m.recipient, m.state
          from emails m where lower(m.recipient) = lower(${whose.email}) and ${where} ${slice}`
        return rows.map(({ id, at, kind, recipient, state }) => ({
          id,
          at,
          title: emailKindLabel(kind),
          more: [`to ${recipient}`],
          status: STATUS[state],
        }))
      },
    },
  },
]
