import { sql } from 'drizzle-orm'
import { counted, showCount } from '#contract/counted.ts'
import { prepared } from '#server/db/prepared.ts'
import { exactly, upTo, type OfCustomer } from '#server/timeline.ts'
import { tierName, type Kind } from '../rules.ts'
import { number, orNull, query, text, textOf, type RowOf } from '#server/db/query.ts'

const lineRow = {
  id: text,
  at: text,
  kind: textOf<Kind>(),
  points: number,
  from_tier: orNull(number),
  to_tier: orNull(number),
  reason: text,
  actor: text,
}
type Line = RowOf<typeof lineRow>

const movedBy = (points: number) => `${points < 0 ? '−' : '+'}${counted(Math.abs(points), 'point')}`

function titleOf({ kind, points, from_tier: from, to_tier: to }: Line): string {
  const parts = [
    points === 0 ? '' : movedBy(points),
    from === null || to === null ? '' : `Tier ${tierName(from)} to ${tierName(to)}`,
  ].filter(Boolean)
  const what = parts.join(', ') || 'Points'
  return kind === 'reversal' ? `${what} (reversal)` : what
}

/** The points of a customer, and each line of the ledger. */
export const ofCustomer: readonly OfCustomer[] = [
  {
    permission: 'points:read',
    facts: async (db, id) => {
      const { rows } = await query(db, { tier: number, available: number })(
        prepared(sql`select tier, available from loyalty_members where customer_id = ${id}`),
      )
      const { tier, available } = rows[0] ?? { tier: 0, available: 0 }
      return [{ label: 'Points', text: `${showCount(available)} · ${tierName(tier)}`, kind: 'points', id: String(id) }]
    },
    events: {
      kind: 'points',
      read: async (db, { whose, ...page }) => {
        const { where, slice: paging } = upTo(page, sql`l.at`, sql`l.id`)
        const { rows } = await query(db, lineRow)`
          select l.id::text, ${exactly(sql`l.at`)} as at, l.kind, l.points, l.from_tier, l.to_tier, l.reason, l.actor
          from points_ledger l where l.customer_id = ${whose.id} and ${where} ${paging}`
        return rows.map((line) => ({
          id: line.id,
          at: line.at,
          title: titleOf(line),
          more: line.reason ? [line.reason] : [],
          by: line.actor,
        }))
      },
    },
  },
]
