import { sql } from 'drizzle-orm'
import { exactly, upTo, type OfCustomer } from '#server/timeline.ts'
import { letterName } from '../rules.ts'

type Letter = { id: string; at: string; kind: string; recipient: string; state: 'waiting' | 'sent' | 'dead' }

const STATUS = { waiting: 'Waiting', sent: '', dead: 'Could not be sent' } as const

/** Letters to the customer's address. */
export const ofCustomer: readonly OfCustomer[] = [
  {
    permission: 'customers:read',
    events: {
      kind: 'letter',
      read: async (db, { whose, ...page }) => {
        if (!whose.email) return []
        const { where, cut } = upTo(page, sql`m.at`, sql`m.id`)
        const { rows } = await db.execute<Letter>(sql`
          select m.id::text, ${exactly(sql`m.at`)} as at, m.kind, m.recipient, m.state
          from mails m where lower(m.recipient) = lower(${whose.email}) and ${where} ${cut}`)
        return rows.map(({ id, at, kind, recipient, state }) => ({
          id,
          at,
          title: letterName(kind),
          more: [`to ${recipient}`],
          status: STATUS[state],
        }))
      },
    },
  },
]
