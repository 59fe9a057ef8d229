import { sql } from 'drizzle-orm'
import { counted } from '#contract/counted.ts'
import { listOf } from '#server/db/rows.ts'
import { asInstant, pagedSection, sectionOf, type PersonalData } from '#server/person.ts'
import { personalColumns } from './personal-data.ts'
import { boughtBy, countTrade, eraseTrade, mergeTrade, unmergeTrade, type TradeChanges } from './person.ts'
import { workOut } from './subscription-periods.ts'
import { number, query } from '#server/db/query.ts'

/** Keeps the rows that reports need, without the person. */
export const person: PersonalData = {
  columns: personalColumns,
  sections: (db, references) => {
    const bought = boughtBy(references)
    const those = listOf(references.ids, 'bigint')
    return [
      sectionOf(
        db,
        'subscriptions',
        'id source kind at until plan kobo tickets reason',
        sql`select id, source, kind, ${asInstant('at')}, ${asInstant('until')}, plan, kobo, tickets, reason
            from subscription_events e where customer_id = any(${those}) order by e.at, e.id`,
      ),
      pagedSection(
        db,
        'purchases',
        'purchase at channel cinema_id buyer_name buyer_email buyer_phone payment_reference payment_method referral_code kobo as_guest',
        (after, limit) => sql`
          select id as n, external_id as purchase, ${asInstant('at')}, channel, cinema_id, buyer_name, buyer_email, buyer_phone,
            payment_reference, payment_method, referral_code, kobo, customer_id is null as as_guest
          from purchases p where ${bought} and id > ${after} order by id limit ${limit}`,
      ),
      pagedSection(
        db,
        'purchase-lines',
        'purchase line kind product movie_id show_at seats quantity kobo discount_kobo',
        (after, limit) => sql`
          select p.id as n, p.external_id as purchase, l.n as line, l.kind, l.product, l.movie_id, ${asInstant('show_at')},
            array_to_string(l.seats, ' ') as seats, l.quantity, l.kobo, l.discount_kobo
          from (select id, external_id from purchases p where ${bought} and id > ${after} order by id limit ${limit}) p
          join purchase_lines l on l.purchase_id = p.id order by p.id, l.n`,
      ),
      sectionOf(
        db,
        'refunds',
        'refund purchase at kobo reason',
        sql`select r.external_id as refund, p.external_id as purchase, ${asInstant('r.at', 'at')}, r.kobo, r.reason
            from refunds r join (select id, external_id from purchases p where ${bought}) p on p.id = r.purchase_id
            order by r.at, r.id`,
      ),
      sectionOf(
        db,
        'redemptions',
        'redemption at show_day cinema_id tickets by_subscription purchase',
        sql`select external_id as redemption, ${asInstant('at')}, show_day, cinema_id, tickets, by_subscription,
              purchase_external_id as purchase
            from redemptions r where customer_id = any(${those}) order by r.at, r.id`,
      ),
    ]
  },
  counts: countTrade,
  owed: async (db, references, { now }) => {
    const { rows } = await query(db, { n: number })`
      select coalesce(sum(greatest(0, l.quantity - coalesce((
        select sum(b.quantity) from refunds r join refund_lines b on b.refund_id = r.id
        where r.purchase_id = p.id and b.kind = 'ticket' and b.show_day = l.show_day), 0))), 0)::int as n
      from purchases p join purchase_lines l on l.purchase_id = p.id
      where ${boughtBy(references)} and l.kind = 'ticket' and l.show_at > ${now.toISOString()}`
    return rows[0]!.n ? [{ text: `${counted(rows[0]!.n, 'ticket')} for upcoming shows, which stay valid` }] : []
  },
  erase: async (tx, { references, searchTerms, zone }) => {
    await eraseTrade(tx, references, [...searchTerms.anywhere, ...searchTerms.own])
    await workOut(tx, zone, references.ids)
  },
  compare: async (db, id) => {
    const { rows } = await query(db, { events: number, tickets: number })`
      select (select count(*) from subscription_events where customer_id = ${id}) as events,
        (select coalesce(sum(tickets), 0)::int from redemptions where customer_id = ${id}) as tickets`
    const { events, tickets } = rows[0]!
    return {
      adds: [
        { what: 'Subscription terms', count: events },
        { what: 'Tickets redeemed', count: tickets },
      ],
    }
  },
  merge: async (tx, { survivor, merged, zone }) => {
    const changes = await mergeTrade(tx, { from: merged, to: survivor })
    await workOut(tx, zone, [survivor, merged])
    return changes
  },
  unmerge: async (tx, { survivor, merged, zone, changes }) => {
    const stays = await unmergeTrade(tx, { survivor, merged }, changes as TradeChanges)
    await workOut(tx, zone, [survivor, merged])
    return stays
  },
}
