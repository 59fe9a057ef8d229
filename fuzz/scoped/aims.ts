/** Calls whose whole answer the oracle knows: how one is asked, and what is wrong with the answer. */
import type { Chance } from '../chance.ts'
import type { Oracle, Person, Row, Seen } from './oracle.ts'

type Query = Record<string, string | number>
export type Asked = {
  params?: Record<string, unknown>
  query?: Query
  /** @param data of a JSON answer, or the lines of a file @returns what is not as the oracle has it */
  wrong: (status: number, data: never, lines: readonly string[]) => string | undefined
}
export type Aim = (at: { oracle: Oracle; person: Person; chance: Chance; day: string }) => Asked

const DAY_MS = 86_400_000
const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
const kobo = (naira: number) => Math.round(naira * 100)
const same = (what: string, answered: unknown, expected: unknown) =>
  JSON.stringify(answered) === JSON.stringify(expected)
    ? undefined
    : `${what}: ${JSON.stringify(answered)?.slice(0, 300)}, the oracle has ${JSON.stringify(expected).slice(0, 300)}`
const sorted = (ids: readonly unknown[]) => ids.map(String).toSorted()
const first = (...whys: (string | undefined)[]) => whys.find((why) => why !== undefined)
const unlessOk = (status: number) => (status === 200 ? undefined : `answers ${status}`)

/** A page of a list: every id is permitted, no id twice, the total is the oracle's, and the page is as long as it must be. */
function paged(
  expected: readonly unknown[],
  { page, perPage }: { page: number; perPage: number },
  ids: readonly unknown[],
  total: number,
) {
  const permitted = new Set(expected.map(String))
  return first(
    same(
      'ids outside',
      ids.filter((id) => !permitted.has(String(id))),
      [],
    ),
    same('ids twice', ids.length - new Set(ids).size, 0),
    same('total', total, expected.length),
    same('rows of the page', ids.length, Math.max(0, Math.min(perPage, expected.length - (page - 1) * perPage))),
  )
}

/** A list by pages, of a table's rows. */
const list =
  (
    table: string,
    may: string,
    idsOf: (data: never) => readonly unknown[],
    totalOf: (data: never) => number,
    {
      of = () => true,
      query: more,
      key = 'id',
    }: {
      of?: (row: Row, oracle: Oracle, asked: Query) => boolean
      query?: (chance: Chance, oracle: Oracle) => Query
      key?: string
    } = {},
  ): Aim =>
  ({ oracle, person, chance }) => {
    const asked = more?.(chance, oracle) ?? {}
    const page = { page: chance.pick([1, 1, 1, 2, 3]), perPage: chance.pick([5, 10, 25, 100]) }
    const seen = oracle.reach(person, may)
    const expected = oracle
      .rows(table)
      .filter((row) => oracle.shows(seen, table, row) && of(row, oracle, asked))
      .map((row) => row[key])
    return {
      query: { ...asked, ...page },
      wrong: (status, data) => unlessOk(status) ?? paged(expected, page, idsOf(data), totalOf(data)),
    }
  }

/** A record by its id: answered to whoever sees it, and to nobody else. */
const record =
  (table: string, may: string, key = 'id', isThere: (row: Row) => boolean = () => true): Aim =>
  ({ oracle, person, chance }) => {
    const all = oracle.rows(table).filter(isThere)
    const row = all.length ? chance.pick(all) : {}
    const isSeen = oracle.shows(oracle.reach(person, may), table, row)
    return {
      params: { id: row[key] ?? 1 },
      wrong: (status) =>
        isSeen
          ? status === 200
            ? undefined
            : `a record that is theirs answers ${status}`
          : status === 404 || status === 403
            ? undefined
            : `a record of others answers ${status}`,
    }
  }

/** A file: as many lines as rows are seen, below its head. */
const file =
  (table: string, may: string, of: (row: Row, oracle: Oracle) => boolean = () => true, query: Query = {}): Aim =>
  ({ oracle, person }) => {
    const seen = oracle.reach(person, may)
    const expected = oracle.rows(table).filter((row) => oracle.shows(seen, table, row) && of(row, oracle)).length
    return { query, wrong: (status, _, lines) => unlessOk(status) ?? same('lines', lines.length - 1, expected) }
  }

const listed = (row: Row) => row.is_listed === true
const ticket = (row: Row) => row.kind === 'ticket'
const kept = (row: Row) => row.deleted_at === null
/** The cinemas that figures are asked for: none, single ones of the caller's, or ones that are not. */
function chosen(
  { oracle, person, chance }: Parameters<Aim>[0],
  may: string,
): { query: Query; seen: Seen; isRefused: boolean } {
  const seen = oracle.reach(person, may)
  if (chance.happens(0.4)) return { query: {}, seen, isRefused: false }
  const all = oracle.rows('cinemas').map(({ id }) => String(id))
  const among = seen === 'all' || chance.happens(0.25) ? all : [...seen]
  const cinemas = [...new Set(Array.from({ length: chance.int(1, 3) }, () => chance.pick(among)))]
  const isRefused = seen !== 'all' && cinemas.some((id) => !seen.has(id))
  return { query: { cinemas: cinemas.join() }, seen: new Set(cinemas), isRefused }
}
const figure =
  (
    may: string,
    ask: (chance: Chance) => { from: string; until: string; query: Query },
    compare: (data: never, sums: ReturnType<Oracle['sales']>, lines: readonly string[]) => string | undefined,
  ): Aim =>
  (at) => {
    const { query, seen, isRefused } = chosen(at, may)
    const { query: days, ...range } = ask(at.chance)
    return {
      query: { ...days, ...query },
      wrong: (status, data, lines) =>
        isRefused
          ? status === 403
            ? undefined
            : `figures of other cinemas answer ${status}`
          : (unlessOk(status) ?? compare(data, at.oracle.sales(seen, range), lines)),
    }
  }
const range = (chance: Chance) => {
  const from = dayAgo(chance.int(20, 100))
  const until = dayAgo(chance.int(0, 19))
  return { from, until, query: { start_date: from, end_date: until } }
}
const month = (chance: Chance) => {
  const at = new Date(Date.now() - chance.int(0, 90) * DAY_MS)
  const [year, monthIndex] = [at.getUTCFullYear(), at.getUTCMonth()]
  const day = (date: Date) => date.toISOString().slice(0, 10)
  return {
    from: day(new Date(Date.UTC(year, monthIndex, 1))),
    until: day(new Date(Date.UTC(year, monthIndex + 1, 0))),
    query: { year, monthIndex },
  }
}
/** A month by any of its days, as figures by cinema are asked for. */
const period = (chance: Chance) => {
  const date = dayAgo(chance.int(0, 90))
  const [year, month] = date.split('-').map(Number) as [number, number]
  const until = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
  return { from: `${date.slice(0, 7)}-01`, until, query: { period: 'month', date } }
}
const ever = () => ({ from: '2000-01-01', until: '2999-01-01', query: {} })
const total = (rows: readonly Record<string, number>[], field: string) =>
  rows.reduce((sum, row) => sum + row[field]!, 0)

type Rows = Record<string, number>[]
type Dashboard = Record<string, number> & { total_number_of_items_sold: { tickets: number } }
type ByCinema = { total: { now: Record<string, number> }; cinemas: { now: Record<string, number> }[] }
type Paged<K extends string> = Record<K, Row[]> & { totalCount: number }

export const aims: Record<string, Aim> = {
  'analytics.salesAndRevenue': figure('analytics:read', range, (data: Rows, sums) =>
    first(
      same('tickets', total(data, 'all_tickets'), sums.tickets),
      same('kobo of tickets', kobo(total(data, 'all_tickets_revenue')), sums.ticketKobo),
      same('kobo of concessions', kobo(total(data, 'all_concessions_revenue')), sums.concessionKobo),
      same('kobo', kobo(total(data, 'all_total_revenue')), sums.kobo),
    ),
  ),
  'analytics.ticketCount': figure('analytics:read', month, (data: Rows, sums) =>
    same('tickets', total(data, 'total'), sums.tickets),
  ),
  'analytics.ticketRevenue': figure('analytics:read', month, (data: Rows, sums) =>
    same('kobo', kobo(total(data, 'total')), sums.ticketKobo),
  ),
  'analytics.byCinema': figure('analytics:read', period, (data: ByCinema, sums) =>
    first(
      same('tickets', data.total.now.tickets, sums.tickets),
      same('kobo', kobo(data.total.now.revenue!), sums.kobo),
      same(
        'tickets of each',
        total(
          data.cinemas.map(({ now }) => now),
          'tickets',
        ),
        sums.tickets,
      ),
    ),
  ),
  'analytics.dashboard': figure('analytics:read', ever, (data: Dashboard, sums) =>
    first(
      same('tickets', data.total_number_of_items_sold.tickets, sums.tickets),
      same('transactions', data.total_number_of_transactions, sums.transactions),
      same('kobo online', kobo(data.total_online_revenue!), sums.onlineKobo),
      same('kobo of concessions', kobo(data.total_concession_revenue!), sums.concessionKobo),
      same('kobo of tickets', kobo(data.total_ticket_purchase_revenue!), sums.ticketKobo),
    ),
  ),
  'analytics.oneTimePurchase': figure('analytics:read', ever, (data: { totalCount: number }, sums) =>
    same('total', data.totalCount, sums.transactions),
  ),
  'analytics.salesCsv': figure('analytics:export', range, (_, sums, lines) =>
    same(
      'tickets',
      lines.slice(2).reduce((sum, line) => sum + Number(line.split(',')[1]), 0),
      sums.tickets,
    ),
  ),
  'movieStats.list': figure(
    'analytics:read',
    range,
    (data: { totals: { tickets_sold: number; revenue: number } }, sums) =>
      first(
        same('tickets', data.totals.tickets_sold, sums.tickets),
        same('kobo', kobo(data.totals.revenue), sums.ticketKobo),
      ),
  ),
  'cubes.bookings': list(
    'cube_bookings',
    'cubes:read',
    (data: Paged<'bookings'>) => data.bookings.map((row) => row.booking_id),
    (data: Paged<'bookings'>) => data.totalCount,
    {
      key: 'booking_id',
      of: (row, _, { cube_id: cube }) => cube === undefined || row.cube_id === cube,
      query: (chance, oracle): Query =>
        chance.happens(0.3) ? { cube_id: Number(chance.pick(oracle.rows('cubes')).id) } : {},
    },
  ),
  'cubes.bookingsCsv': file('cube_bookings', 'cubes:export'),
  'cubes.booking': record('cube_bookings', 'cubes:read', 'booking_id'),
  'cubes.steps': record('cube_bookings', 'cubes:read', 'booking_id'),
  'cubes.logged': ({ oracle, person }) => {
    const isBooked = new Set(oracle.rows('cube_bookings').map((row) => row.cube_id))
    const expected = oracle
      .rows('cubes')
      .filter(
        (row) =>
          oracle.isAt(oracle.reach(person, 'cubes:read'), 'cubes', row) &&
          (row.retired_at === null || isBooked.has(row.id)),
      )
    return {
      wrong: (status, data: Row[]) =>
        unlessOk(status) ?? same('cubes', sorted(data.map(({ id }) => id)), sorted(expected.map(({ id }) => id))),
    }
  },
  'events.count': ({ oracle, person }) => {
    const expected = oracle
      .rows('events')
      .filter((row) => kept(row) && oracle.isAt(oracle.reach(person, 'events:read'), 'events', row)).length
    return {
      wrong: (status, data: { totalCount: number }) => unlessOk(status) ?? same('total', data.totalCount, expected),
    }
  },
  'events.list': ({ oracle, person }) => {
    const expected = oracle
      .rows('events')
      .filter((row) => kept(row) && oracle.isAt(oracle.reach(person, 'events:read'), 'events', row))
      .map(({ id }) => id)
    return {
      query: { pageSize: 100 },
      wrong: (status, data: Row[]) =>
        unlessOk(status) ??
        paged(
          expected,
          { page: 1, perPage: 100 },
          data.map(({ id }) => id),
          expected.length,
        ),
    }
  },
  'events.csv': file('events', 'events:export', kept),
  'events.fetch': record('events', 'events:read', 'id', kept),
  'tickets.breakdown': list(
    'purchase_lines',
    'tickets:read',
    (data: Paged<'tickets'>) => data.tickets.map(({ id }) => id),
    (data: Paged<'tickets'>) => data.totalCount,
    {
      key: 'log_id',
      of: (row, oracle, { cinema_id: cinema, channel }) => {
        const bought = oracle.purchases.get(String(row.purchase_id))!
        return (
          ticket(row) &&
          (cinema === undefined || bought.cinema_id === cinema) &&
          (channel === undefined || bought.channel === channel)
        )
      },
      query: (chance, oracle) => ({
        ...(chance.happens(0.4) && { cinema_id: String(chance.pick(oracle.rows('cinemas')).id) }),
        ...(chance.happens(0.3) && { channel: chance.pick(['web', 'mobile', 'not_specified']) }),
      }),
    },
  ),
  'tickets.csv': file('purchase_lines', 'tickets:export', ticket),
  'tickets.purchase': record('purchases', 'tickets:read'),
  'customers.list': list(
    'customers',
    'customers:read',
    (data: Paged<'users'>) => data.users.map(({ userId }) => userId),
    (data: Paged<'users'>) => data.totalCount,
    {
      of: listed,
      query: (chance): Query =>
        chance.happens(0.5) ? { type: 'INACTIVE' } : { sort: chance.pick(['name', '-createdAt', 'email']) },
    },
  ),
  'customers.listCsv': file('customers', 'customers:export', listed),
  'customers.find': ({ oracle, person, chance }) => {
    const row = chance.pick(oracle.rows('customers'))
    const isSeen = listed(row) && oracle.shows(oracle.reach(person, 'customers:read'), 'customers', row)
    return {
      query: { keyword: String(row.last_name) },
      wrong: (status, data: Row[]) =>
        unlessOk(status) ??
        same(
          'found',
          data.some(({ userId }) => userId === row.id),
          isSeen,
        ),
    }
  },
  'customers.fetch': record('customers', 'customers:read', 'id', listed),
  'customers.timeline': ({ oracle, person, chance }) => {
    const customers = oracle.rows('customers').filter(listed)
    const row = chance.pick(customers)
    const seen = oracle.reach(person, 'customers:read')
    const isSeen = oracle.shows(seen, 'customers', row)
    const ids = new Set([row, ...customers.filter((one) => one.merged_into === row.id)].map(({ id }) => id))
    const email = String(row.email ?? '').toLowerCase()
    const bought = oracle
      .rows('purchases')
      .filter(
        (one) =>
          oracle.isAt(seen, 'purchases', one) &&
          (ids.has(one.customer_id) ||
            (one.customer_id === null && email !== '' && String(one.buyer_email).trim().toLowerCase() === email)),
      )
      .toSorted((one, other) => Date.parse(String(other.at)) - Date.parse(String(one.at)))
    const perPage = chance.pick([5, 25, 100])
    return {
      params: { id: row.id },
      query: { kinds: 'purchase', perPage },
      wrong: (status, data: { events: { id: string }[] } | undefined) =>
        isSeen
          ? (unlessOk(status) ??
            same(
              'purchases',
              sorted(data!.events.map(({ id }) => id)),
              sorted(bought.slice(0, perPage).map(({ id }) => id)),
            ))
          : status === 404 || status === 403
            ? undefined
            : `the timeline of somebody else's customer answers ${status}`,
    }
  },
  'customers.guests': ({ oracle, person, chance }) => {
    const page = { page: chance.pick([1, 2]), perPage: chance.pick([5, 20, 100]) }
    const expected = [...oracle.guests(oracle.reach(person, 'customers:read')).keys()]
    return {
      query: page,
      wrong: (status, data: Paged<'guestUsers'>) =>
        unlessOk(status) ??
        paged(
          expected,
          page,
          data.guestUsers.map((row) => row.customer_email),
          data.totalCount,
        ),
    }
  },
  'customers.guestsCsv': ({ oracle, person }) => ({
    wrong: (status, _, lines) =>
      unlessOk(status) ?? same('lines', lines.length - 1, oracle.guests(oracle.reach(person, 'customers:export')).size),
  }),
  'customers.guestBookings': ({ oracle, person, chance }) => {
    const email = chance.pick([...oracle.guests('all').keys()])
    const expected = oracle.guests(oracle.reach(person, 'customers:read')).get(email)
    return {
      params: { email },
      wrong: (status, data: { totalCount: number } | undefined) =>
        expected === undefined
          ? status === 200
            ? same('total', data?.totalCount, 0)
            : status === 404
              ? undefined
              : `answers ${status}`
          : (unlessOk(status) ?? same('total', data?.totalCount, expected)),
    }
  },
  'kids-club.summary': ({ oracle, person }) => {
    const seen = oracle.reach(person, 'kids-club:read')
    const expected = oracle
      .rows('kids_club_members')
      .filter((row) => oracle.shows(seen, 'kids_club_members', row)).length
    return { wrong: (status, data: { members: number }) => unlessOk(status) ?? same('members', data.members, expected) }
  },
  'points.list': list(
    'customers',
    'points:read',
    (data: Paged<'members'>) => data.members.map(({ id }) => id),
    (data: Paged<'members'>) => data.totalCount,
    { of: listed },
  ),
  'points.csv': file('customers', 'points:export', listed),
  'points.fetch': record('customers', 'points:read', 'id', listed),
  'points.history': ({ oracle, person, chance }) => {
    const row = chance.pick(oracle.rows('customers').filter(listed))
    const isSeen = oracle.shows(oracle.reach(person, 'points:read'), 'customers', row)
    const expected = oracle.rows('points_ledger').filter((line) => line.customer_id === row.id).length
    return {
      params: { id: row.id },
      wrong: (status, data: { totalCount: number } | undefined) =>
        isSeen
          ? (unlessOk(status) ?? same('total', data?.totalCount, expected))
          : status === 404 || status === 403
            ? undefined
            : same('total', data?.totalCount, 0),
    }
  },
  'payment-logs.list': list(
    'payment_entries',
    'payment-logs:read',
    (data: Paged<'payment_logs'>) => data.payment_logs.map(({ id }) => id),
    (data: Paged<'payment_logs'>) => data.totalCount,
    {
      of: (row, oracle, { cinema_id: cinema, userType }) =>
        (cinema === undefined || oracle.cinemasOf('payment_entries', row)[0] === cinema) &&
        (userType === undefined || row.is_customer === (userType === 'CUSTOMER')),
      query: (chance, oracle) => ({
        ...(chance.happens(0.4) && { cinema_id: String(chance.pick(oracle.rows('cinemas')).id) }),
        ...(chance.happens(0.2) && { userType: 'CUSTOMER' }),
      }),
    },
  ),
  'payment-logs.csv': file('payment_entries', 'payment-logs:export'),
  'payment-logs.detail': record('payment_entries', 'payment-logs:read'),
  'payment-logs.reconciliation': ({ oracle, person, day }) => {
    const seen = oracle.reach(person, 'payment-logs:read')
    const expected = oracle
      .rows('reconciliation_mismatches')
      .filter((row) => row.day === day && oracle.isAt(seen, 'reconciliation_mismatches', row)).length
    return {
      params: { day },
      wrong: (status, data: { totalCount: number }) =>
        unlessOk(status) ?? same('mismatches', data.totalCount, expected),
    }
  },
  'cinemas.list': ({ oracle, person }) => {
    const expected = oracle
      .rows('cinemas')
      .filter((row) => oracle.isAt(oracle.anywhere(person), 'cinemas', row))
      .map(({ id }) => id)
    return {
      wrong: (status, data: { cinemas: Row[] }[]) =>
        unlessOk(status) ??
        same('cinemas', sorted(data.flatMap(({ cinemas }) => cinemas.map(({ id }) => id))), sorted(expected)),
    }
  },
}
