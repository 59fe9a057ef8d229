/** What the lines that count amount to, and what the database keeps of it: tables of numbers by a key in words. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { dayOf, kobo, sumOf, type Event, type Ledger } from './ledger.ts'

export type Figures = Record<string, Map<string, readonly (number | string)[]>>

/** What a customer's events amount to: from when to when a subscription was in force. */
function termsOf(events: readonly Event[]): { from: number; until: number }[] {
  const sorted = events.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  const begun = sorted.filter(({ event }) => event !== 'end')
  return begun.map(({ at, until }, index) => {
    const from = Date.parse(at)
    const next = begun[index + 1]
    const stop = sorted.find((other) => other.event === 'end' && Date.parse(other.at) > from)
    const ends = [until, next?.at, stop?.at].flatMap((end) => (end === undefined ? [] : [Date.parse(end)]))
    return { from, until: Math.min(...ends) }
  })
}

const latest = (one: string, other: string | undefined) =>
  other === undefined || Date.parse(one) > Date.parse(other) ? one : other

/** @param ledgers by the sources */
export function figuresOf(ledgers: ReadonlyMap<string, Ledger>): Figures {
  const tables: Record<string, Map<string, (number | string)[]>> = {}
  const put = (table: string, key: string, values: (number | string)[]) =>
    (tables[table] ??= new Map()).set(key, values)
  const add = (table: string, key: string, ...values: number[]) => {
    const sums = ((tables[table] ??= new Map()).get(key) ?? values.map(() => 0)) as number[]
    put(
      table,
      key,
      sums.map((sum, index) => sum + values[index]!),
    )
  }
  const guests = new Map<string, { purchases: number; last: string }>()
  const guestsAt = new Map<string, { purchases: number; last: string }>()
  const payments = new Map<string, { kobo: number; bookings: string[]; cinemas: Set<string> }>()
  const noteGuest = (of: Map<string, { purchases: number; last: string }>, key: string, at: string) => {
    const known = of.get(key)
    of.set(key, { purchases: (known?.purchases ?? 0) + 1, last: latest(at, known?.last) })
  }

  for (const [source, ledger] of ledgers) {
    const rows = {
      purchases: ledger.sales,
      refunds: ledger.refunds,
      subscription_events: ledger.events,
      redemptions: ledger.redemptions,
      visits: ledger.visits,
      reviews: ledger.reviews,
      error_reports: ledger.errors,
      push_devices: ledger.devices,
      feed_corrections: ledger.corrections,
    }
    for (const [table, known] of Object.entries(rows)) if (known.size) put('rows', `${table} ${source}`, [known.size])
    const eventsBy = Map.groupBy(ledger.events.values(), ({ customer_id: id }) => id)
    const terms = new Map([...eventsBy].map(([id, events]) => [id, termsOf(events)]))
    const homes = new Set<string>()

    for (const { line: sale } of ledger.sales.values()) {
      const { channel, cinema_id: cinema = '', customer_id: customer } = sale
      const day = dayOf(sale.at)
      const at = Date.parse(sale.at)
      const isSubscriber =
        customer !== undefined && (terms.get(customer) ?? []).some(({ from, until }) => from <= at && at < until)
      const sold = (kind: string, count: number, amount: number) => {
        add('cinema_sales_days', `${day} ${cinema} ${channel} ${kind}`, count, amount)
        add('cinema_sales', `${cinema} ${channel} ${kind}`, count, amount)
        add('sales_days', `${day} ${channel} ${kind}`, count, amount)
      }
      const amount = sumOf(sale.lines)
      sold('purchase', 1, amount)
      if (!isSubscriber) sold('once', 1, amount)
      const tickets = sale.lines.reduce((sum, { kind, quantity }) => sum + (kind === 'ticket' ? quantity : 0), 0)
      if (sale.referral_code) add('referral_sums', sale.referral_code.toUpperCase(), tickets, amount, 1)
      for (const line of sale.lines) {
        sold(line.kind, line.quantity, kobo(line.amount))
        if (line.kind === 'concession' && isSubscriber) {
          sold('concession-subscriber', 1, kobo(line.amount))
          if (line.discount) sold('concession-discount', 1, kobo(line.discount))
        }
        if (line.kind !== 'ticket') continue
        const show = line.show_at === undefined ? '' : dayOf(line.show_at)
        add('movie_days', `${day} ${cinema} ${line.movie_id ?? ''}`, line.quantity, kobo(line.amount))
        add('ticket_log', `${sale.at} ${channel} ${cinema} ${line.movie_id ?? ''} ${show}`, 1)
        for (const place of [cinema, '*'])
          for (const ofShow of [show || '-infinity', 'infinity'])
            add('ticket_log_days', `${day} ${place} ${ofShow} ${channel}`, 1)
        if (!show) continue
        add('show_days', show, line.quantity, 0)
        add('cinema_show_days', `${show} ${cinema}`, line.quantity, 0)
      }
      const email = sale.email?.trim().toLowerCase()
      if (customer === undefined && email) {
        noteGuest(guests, email, sale.at)
        if (cinema) noteGuest(guestsAt, `${email} ${cinema}`, sale.at)
      }
      if (customer !== undefined) {
        add('buyers', `${source} ${customer}`, 1)
        if (cinema) homes.add(`${customer} ${cinema}`)
      }
      // Without a reference it was paid at a counter, which makes a payment of its own.
      const paid = sale.payment_reference || (amount > 0 && `${source}:${sale.id}`)
      if (paid) {
        const payment = payments.get(paid) ?? { kobo: 0, bookings: [], cinemas: new Set() }
        payment.kobo += amount
        payment.bookings.push(sale.id)
        payment.cinemas.add(cinema)
        payments.set(paid, payment)
      }
    }

    for (const { line, shows } of ledger.refunds.values()) {
      const { line: sale } = ledger.sales.get(line.purchase_id)!
      const { channel, cinema_id: cinema = '' } = sale
      const day = dayOf(line.at)
      const back = (kind: string, count: number, amount: number) => {
        add('cinema_sales_days', `${day} ${cinema} ${channel} ${kind}`, count, amount)
        add('cinema_sales', `${cinema} ${channel} ${kind}`, count, amount)
        add('sales_days', `${day} ${channel} ${kind}`, count, amount)
      }
      back('refund', 1, sumOf(line.lines))
      for (const [index, { kind, quantity, amount }] of line.lines.entries()) {
        back(kind, -quantity, -kobo(amount))
        const isTicket = kind === 'ticket'
        if (sale.referral_code)
          add('referral_sums', sale.referral_code.toUpperCase(), isTicket ? -quantity : 0, -kobo(amount), 0)
        if (!isTicket) continue
        const show = shows[index] ?? null
        const tickets = sale.lines.filter((one) => one.kind === 'ticket')
        const of = tickets.find(({ show_at: at }) => (at === undefined ? null : dayOf(at)) === show) ?? tickets[0]
        add('movie_days', `${day} ${cinema} ${of?.movie_id ?? ''}`, -quantity, -kobo(amount))
        if (show === null) continue
        add('show_days', show, -quantity, 0)
        add('cinema_show_days', `${show} ${cinema}`, -quantity, 0)
      }
    }

    for (const {
      at,
      show_at: show = at,
      cinema_id: cinema = '',
      tickets,
      by_subscription: is,
    } of ledger.redemptions.values()) {
      add('redemption_days', dayOf(at), tickets, is ? tickets : 0)
      add('cinema_redemption_days', `${dayOf(at)} ${cinema}`, tickets, is ? tickets : 0)
      add('show_days', dayOf(show), 0, tickets)
      add('cinema_show_days', `${dayOf(show)} ${cinema}`, 0, tickets)
    }
    for (const { at, channel, count } of ledger.visits.values()) add('visit_days', `${dayOf(at)} ${channel}`, count)
    for (const { movie_id: id, liked } of ledger.reviews.values()) add('movies', id, liked ? 1 : 0, liked ? 0 : 1)
    for (const { id, registered_at: at, channel, default_cinema_id: home } of ledger.customers.values()) {
      add('signup_days', `${dayOf(at)} ${channel}`, 1, 0)
      if (home !== undefined) homes.add(`${id} ${home}`)
    }
    for (const home of homes) put('customer_cinemas', `${source} ${home}`, [])
    for (const [id, { state, line }] of ledger.quarantined)
      put('quarantined_records', `${source} ${id}`, [state, sumOf(line.lines), line.at])
  }
  for (const [email, { purchases, last }] of guests) put('guests', email, [purchases, last])
  for (const [key, { purchases, last }] of guestsAt) put('guest_cinemas', key, [purchases, last])
  for (const [reference, { kobo, bookings, cinemas }] of payments) {
    const [first = ''] = cinemas
    put('payments', reference, [kobo, bookings.toSorted().join(' '), cinemas.size === 1 ? first : ''])
  }
  put('buyer_counts', 'all', [
    tables.buyers?.size ?? 0,
    [...(tables.buyers?.values() ?? [])].filter(([n]) => Number(n) > 1).length,
  ])
  return tables
}

/** For each table a query of what stands there: its key in the first column, the values in those after it. */
const STORED_COLUMNS: Record<string, string> = {
  cinema_sales_days: `select day || ' ' || cinema_id || ' ' || channel || ' ' || kind as key, count, kobo from cinema_sales_days`,
  cinema_sales: `select cinema_id || ' ' || channel || ' ' || kind as key, count, kobo from cinema_sales`,
  sales_days: `select day || ' ' || channel || ' ' || kind as key, count, kobo from sales_days`,
  referral_sums: `select code as key, tickets, kobo, purchases from referral_sums`,
  movie_days: `select day || ' ' || cinema_id || ' ' || movie_id as key, count, kobo from movie_days`,
  ticket_log: `
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' ' || channel || ' ' || cinema_id || ' ' || coalesce(movie_id, '')
      || ' ' || coalesce(show_day::text, '') as key, count(*) as lines from ticket_log group by 1`,
  ticket_log_days: `select day || ' ' || cinema_id || ' ' || show_day || ' ' || channel as key, lines from ticket_log_days`,
  show_days: `select day::text as key, sold, redeemed from show_days`,
  cinema_show_days: `select day || ' ' || cinema_id as key, sold, redeemed from cinema_show_days`,
  redemption_days: `select day::text as key, tickets, subscription_tickets from redemption_days`,
  cinema_redemption_days: `select day || ' ' || cinema_id as key, tickets, subscription_tickets from cinema_redemption_days`,
  visit_days: `select day || ' ' || channel as key, count from visit_days`,
  signup_days: `select day || ' ' || channel as key, count, unlisted from signup_days`,
  movies: `select id as key, likes, dislikes from movies`,
  buyers: `select c.source || ' ' || c.external_id as key, b.purchases from buyers b join customers c on c.id = b.customer_id`,
  buyer_counts: `select 'all' as key, buyers, repeat_buyers from buyer_counts`,
  customer_cinemas: `
    select c.source || ' ' || c.external_id || ' ' || x.cinema_id as key from customer_cinemas x join customers c on c.id = x.customer_id`,
  guests: `select email as key, purchases, to_char(last_purchase_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last from guests`,
  guest_cinemas: `
    select email || ' ' || cinema_id as key, purchases, to_char(last_purchase_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last
    from guest_cinemas`,
  payments: `
    select reference as key, sold_kobo, (select string_agg(x, ' ' order by x) from unnest(string_to_array(bookings, ' ')) x) as bookings,
      coalesce(cinema_id, '') as cinema from payments`,
  quarantined_records: `
    select source || ' ' || record_type || ' ' || external_id as key, case when reason is null then 'pending' else 'quarantined' end as state,
      (select sum(round((x ->> 'amount')::numeric * 100)) from jsonb_array_elements(record -> 'lines') x)::bigint as kobo, record ->> 'at' as at
    from quarantined_records`,
  rows: [
    'purchases',
    'refunds',
    'subscription_events',
    'redemptions',
    'visits',
    'reviews',
    'error_reports',
    'push_devices',
    'feed_corrections',
  ]
    .map(
      (table) =>
        `select '${table} ' || source as key, count(*) as n from ${table} where source not like 'marquee%' group by source`,
    )
    .join(' union all '),
}

const isNone = (values: readonly (number | string)[]) => values.length > 0 && values.every((value) => value === 0)

/** @returns how many figures were compared, and each that is not what the ledgers amount to */
export async function compared(db: Db, wanted: Figures): Promise<{ count: number; faults: string[] }> {
  const faults: string[] = []
  let count = 0
  for (const [table, query] of Object.entries(STORED_COLUMNS)) {
    const { rows } = await db.execute<Record<string, string | number>>(sql.raw(query))
    const there = new Map(
      rows.map(({ key, ...values }) => [
        String(key),
        Object.values(values).map((value) =>
          /^-?\d+$/.test(String(value)) && typeof value !== 'string' ? Number(value) : value,
        ),
      ]),
    )
    const expected = wanted[table] ?? new Map<string, readonly (number | string)[]>()
    for (const key of new Set([...there.keys(), ...expected.keys()])) {
      const [stored = [], counted = []] = [there.get(key), expected.get(key)]
      const [hasStored, hasCounted] = [there.has(key) && !isNone(stored), expected.has(key) && !isNone(counted)]
      if (!hasStored && !hasCounted) continue
      count++
      if (hasStored !== hasCounted || stored.map(String).join('|') !== counted.map(String).join('|'))
        faults.push(
          `${table}, ${key}: ${hasStored ? stored.join(', ') || 'is there' : 'is not there'}; the ledger has ${hasCounted ? counted.join(', ') || 'it' : 'none'}`,
        )
    }
  }
  return { count, faults }
}
