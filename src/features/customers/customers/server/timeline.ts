import { sql } from 'drizzle-orm'
import { counted } from '#contract/counted.ts'
import { toNaira } from '#contract/money.ts'
import { dayOf, showDay, showInstant } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { exactly, upTo, type OfCustomer, type TimelineEntry } from '#server/timeline.ts'
import { boughtBy, type LineKind } from './purchases.ts'
import { bool, json, number, orNull, query, text, textOf, type RowOf } from '#server/db/query.ts'

/** Timeline events of customers from this feature. */

const permission = 'customers:read'

/** Lists the ids of a customer and of those merged into the customer. */
export async function idsOf(db: Db, id: number): Promise<number[]> {
  const { rows } = await query(db, { id: number })`select id from customers where merged_into = ${id}`
  return [id, ...rows.map((row) => row.id)]
}

/** Links of a payment: its page, and its reference to copy. */
const paidRow = { payment_reference: orNull(text), payment_id: orNull(number) }
type Paid = RowOf<typeof paidRow>
const paymentLinks = ({ payment_reference: text, payment_id: id }: Paid) =>
  text || id !== null ? [{ kind: 'payment', id: id === null ? null : String(id), text: text || 'Payment' }] : []

type Line = { kind: LineKind; quantity: number; product: string; movie: string | null; show_at: string | null }
const boughtRow = {
  ...paidRow,
  id: text,
  at: text,
  kobo: number,
  refunded: number,
  cinema: orNull(text),
  is_guests: bool,
  lines: json<Line[]>(),
}
type Bought = RowOf<typeof boughtRow>

const named = ({ kind, quantity, product, movie }: Line): string => {
  if (kind === 'ticket') return `${counted(quantity, 'ticket')}: ${movie ?? (product || 'unknown movie')}`
  if (kind === 'subscription') return `Subscription ${product}`.trim()
  return quantity === 1 ? product || 'Concession' : `${quantity} × ${product || 'concession'}`
}

const refundStatus = ({ kobo, refunded }: Bought) =>
  refunded === 0 ? '' : refunded >= kobo ? 'Refunded' : 'Partly refunded'

const purchases: OfCustomer = {
  permission,
  events: {
    kind: 'purchase',
    read: async (db, { whose, zone, ...page }) => {
      const { where, slice } = upTo(page, sql`p.at`, sql`p.id`)
      const { rows } = await query(db, boughtRow)`
        select x.id::text, ${exactly(sql`x.at`)} as at, x.kobo, x.payment_reference, e.id as payment_id, c.name as cinema,
          x.customer_id is null as is_guests,
          coalesce((select sum(r.kobo) from refunds r where r.purchase_id = x.id), 0)::bigint as refunded,
          (select jsonb_agg(jsonb_build_object('kind', l.kind, 'quantity', l.quantity, 'product', l.product,
            'movie', coalesce(nullif(m.title, ''), m.name), 'show_at', l.show_at) order by l.n)
           from purchase_lines l left join movies m on m.id = l.movie_id where l.purchase_id = x.id) as lines
        from (select p.* from purchases p where ${boughtBy(whose)} and ${where} ${slice}) x
          left join cinemas c on c.id = x.cinema_id
          left join payments e on e.reference = x.payment
        order by x.at desc, x.id desc`
      return rows.map((row) => ({
        id: row.id,
        at: row.at,
        title: (row.lines ?? []).map(named).join(', '),
        more: [
          ...new Set((row.lines ?? []).flatMap(({ show_at: at }) => (at ? [`Show ${showInstant(at, zone)}`] : []))),
          ...(row.cinema ? [row.cinema] : []),
          ...(row.is_guests ? ['Guest purchase'] : []),
        ],
        naira: toNaira(row.kobo),
        status: refundStatus(row),
        links: paymentLinks(row),
      }))
    },
  },
}

const refundedRow = { ...paidRow, id: text, at: text, kobo: number, reason: text, cinema: orNull(text) }

const refunds: OfCustomer = {
  permission,
  events: {
    kind: 'refund',
    read: async (db, { whose, ...page }) => {
      const { where, slice } = upTo(page, sql`r.at`, sql`r.id`)
      const { rows } = await query(db, refundedRow)`
        select x.id::text, ${exactly(sql`x.at`)} as at, x.kobo, x.reason, x.payment_reference, e.id as payment_id,
          c.name as cinema
        from (
          select r.id, r.at, r.kobo, r.reason, p.payment_reference, p.payment, p.cinema_id
          from purchases p join refunds r on r.purchase_id = p.id where ${boughtBy(whose)} and ${where} ${slice}
        ) x left join cinemas c on c.id = x.cinema_id left join payments e on e.reference = x.payment
        order by x.at desc, x.id desc`
      return rows.map((row) => ({
        id: row.id,
        at: row.at,
        title: 'Refund',
        more: [row.reason, row.cinema ?? ''].filter(Boolean),
        naira: -toNaira(row.kobo),
        links: paymentLinks(row),
      }))
    },
  },
}

const subscribedRow = {
  id: text,
  at: text,
  kind: textOf<'start' | 'renewal' | 'end'>(),
  until: orNull(text),
  plan: text,
  reason: text,
  is_settled: bool,
}
type Subscribed = RowOf<typeof subscribedRow>

const titleOf = ({ kind, plan, is_settled }: Subscribed) =>
  kind === 'end'
    ? 'Subscription ended'
    : is_settled
      ? `Subscription set to ${plan} by staff`
      : kind === 'start'
        ? `Subscribed to ${plan}`
        : `Renewed ${plan}`

const subscriptions: OfCustomer = {
  permission,
  events: {
    kind: 'subscription',
    read: async (db, { whose, zone, now, ...page }) => {
      // A decision by staff is listed at the time it was made.
      const at = sql`coalesce(e.settled_at, e.at)`
      const { where, slice } = upTo(page, at, sql`e.id`)
      const { rows } = await query(db, subscribedRow)`
        select e.id::text, ${exactly(at)} as at, e.kind, e.until, e.plan, e.reason,
          e.settled_at is not null as is_settled
        from subscription_events e
        where e.customer_id = ${whose.id} and ${at} <= ${now.toISOString()} and ${where}
          and (e.kind <> 'end' or exists (select from subscription_events_in_effect x where x.id = e.id)) ${slice}`
      return rows.map((row) => ({
        id: row.id,
        at: row.at,
        title: titleOf(row),
        // A subscription that ends at midnight has its last day before.
        more: [row.until ? `until ${showDay(dayOf(Date.parse(row.until) - 1, zone))}` : '', row.reason].filter(Boolean),
      }))
    },
  },
}

const noteRow = { id: text, at: text, text: text, author: text, is_own: bool, is_edited: bool, version: number }

const notes: OfCustomer = {
  permission,
  events: {
    kind: 'note',
    read: async (db, { whose, meId, ...page }) => {
      const { where, slice } = upTo(page, sql`n.at`, sql`n.id`)
      const { rows } = await query(db, noteRow)`
        select n.id::text, ${exactly(sql`n.at`)} as at, n.text, n.author, coalesce(n.author_id = ${meId}, false) as is_own,
          n.edited_at is not null as is_edited, n.version
        from customer_notes n
        where (n.customer_id = ${whose.id} or n.guest = lower(${whose.email})) and n.deleted_at is null and ${where} ${slice}`
      return rows.map(({ id, at, text, author, is_own, is_edited, version }): TimelineEntry => ({
        id,
        at,
        title: text,
        by: author,
        note: { isOwn: is_own, isEdited: is_edited, version },
      }))
    },
  },
}

export const ofCustomer: readonly OfCustomer[] = [purchases, refunds, subscriptions, notes]
