/** Whatever is asked of a list, it has the rows that answer it, in its order, and so has its file. */
import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { filterOf, readChoice, readRange, type FilterOf } from '#contract/filter.ts'
import { relativeDay } from '#contract/relative-day.ts'
import { dayOf } from '#contract/time.ts'
import { admins } from '#features/access/admins/contract.ts'
import { USER_TYPES } from '#features/access/admins/rules.ts'
import { cinemas } from '#features/programming/cinemas/contract.ts'
import { cubes } from '#features/rooms/cubes/contract.ts'
import { movies } from '#features/programming/movies/contract.ts'
import { movieStats } from '#features/insights/movie-stats/contract.ts'
import { notifications } from '#features/marketing/notifications/contract.ts'
import { points } from '#features/customers/points/contract.ts'
import { promotions } from '#features/marketing/promotions/contract.ts'
import { referralLinks } from '#features/marketing/referral-links/contract.ts'
import { tickets } from '#features/sales/tickets/contract.ts'
import { vouchers } from '#features/marketing/vouchers/contract.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { demo } from '#demo/index.ts'
import { loadDemo } from './load-demo.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- of any list
type Row = Record<string, any>
/** What a filter asks of a row: one value, any of several, or nothing. */
type Value = string | number | null | readonly (string | number)[]

type List = {
  list: Endpoint
  file: Endpoint
  /** What both are asked besides. */
  base?: Row
  params?: Row
  /** A page of 100. */
  page: (page: number) => Row
  rowsOf: (data: Row) => Row[]
  /** A column of the file, and what of a row stands in it. */
  column: string
  cell: (row: Row) => string | number
  values: Record<string, (row: Row) => Value>
}

const pages = (page: number) => ({ page, perPage: 100 })
let server: TestServer
let zone: string
const cinemaIds = new Map<string, string>()
const movieIds = new Map<string, string>()
let groupId: number
beforeAll(async () => {
  server = await testServer({ env: { DEMO_SIZE: 'small' } })
  await loadDemo(server.app, demo)
  zone = server.app.env.zone
  // What programs report: people with and without points, and what they bought.
  for (const statement of [
    sql`insert into customers (source, external_id, first_name, registered_at, registered_on)
      select 'test', n::text, 'P' || n, '2026-01-01', '2026-01-01' from generate_series(1, 150) n`,
    sql`insert into loyalty_members (customer_id, tier, lifetime, available)
      select id, id % 3, id % 5 * 100, id % 7 * 10 from customers where source = 'test' and id % 4 > 0`,
    sql`insert into purchases (source, external_id, at, day, channel, cinema_id, payment_reference, kobo)
      select 'test', n::text, at, (at at time zone ${zone})::date, (array['web', 'mobile', 'not_specified'])[1 + n % 3],
        (select id from cinemas order by id offset n % 5 limit 1), 'R' || n, 1000
      from generate_series(1, 150) n, lateral (select timestamptz '2026-11-20T10:00Z' - n * interval '5 hours' as at) a`,
    sql`insert into purchase_lines (purchase_id, n, kind, quantity, kobo, product, movie_id)
      select id, 1, 'ticket', 2, 1000 + id % 4 * 150, 'Adult', (select id from movies order by id offset p.id % 3 limit 1)
      from purchases p where source = 'test'`,
    sql`insert into refunds (source, external_id, purchase_id, at, day, kobo)
      select 'test', 'B' || p.id, p.id, p.at, p.day, case when p.id % 2 = 0 then l.kobo else 500 end
      from purchases p join purchase_lines l on l.purchase_id = p.id where p.source = 'test' and p.id % 5 = 0`,
    sql`insert into refund_lines (refund_id, n, kind, quantity, kobo)
      select id, 1, 'ticket', case when purchase_id % 2 = 0 then 2 else 1 end, kobo from refunds where source = 'test'`,
  ])
    await server.db.execute(statement)
  for (const state of (await server.call(cinemas.list)).body.data)
    for (const { id, cinema_name } of state.cinemas) cinemaIds.set(cinema_name, id)
  const { rows } = await server.db.execute<{ id: string; name: string }>(sql`
    select id, coalesce(nullif(title, ''), name) as name from movies`)
  for (const { id, name } of rows) movieIds.set(name, id)
  groupId = (await server.call(vouchers.groups)).body.data.voucherGroups.toSorted(
    (one, other) => other.usage.redeemed - one.usage.redeemed,
  )[0]!.id
})
afterAll(() => server.close())

const on = (at: string | null) => at && dayOf(at, zone)
const yes = (is: boolean) => (is ? 'yes' : 'no')

const LISTS: Record<string, () => List> = {
  'the tickets log': () => ({
    list: tickets.breakdown,
    file: tickets.csv,
    page: pages,
    rowsOf: (data) => data.tickets,
    column: 'fwTransactionRef',
    cell: (row) => row.fwTransactionRef,
    values: {
      cinema_id: (row) => cinemaIds.get(row.cinema) ?? null,
      channel: (row) => row.channel,
      movie_id: (row) => movieIds.get(row.movieName) ?? null,
      amount: (row) => row.amount,
      refund: (row) => row.refund,
    },
  }),
  movies: () => ({
    list: movies.list,
    file: movies.listCsv,
    page: pages,
    rowsOf: (data) => data.movies,
    column: 'movie_id',
    cell: (row) => row.movie_id,
    values: {
      status: (row) => (row.movie_db_details.is_available_for_display ? 'approved' : 'not-approved'),
      database: (row) => (row.movie_db_details.has_movie_db_details ? 'linked' : 'missing'),
      likes: (row) => row.reviewDetails.metadata.numberOfLikes,
      dislikes: (row) => row.reviewDetails.metadata.numberOfDislikes,
    },
  }),
  'coming soon': () => ({
    list: movies.comingSoon,
    file: movies.comingSoonCsv,
    page: pages,
    rowsOf: (data) => data.movies,
    column: 'rosetta_movie_id',
    cell: (row) => row.rosetta_movie_id,
    values: {
      status: (row) => (row.is_available_for_display ? 'approved' : 'not-approved'),
      database: (row) => (row.has_movie_db_details ? 'linked' : 'missing'),
      opens: (row) => row.is_coming_soon_date,
    },
  }),
  'movies stats': () => ({
    list: movieStats.list,
    file: movieStats.csv,
    base: { start_date: '2026-10-21', end_date: '2026-11-21' },
    page: pages,
    rowsOf: (data) => data.movies,
    column: 'movie_id',
    cell: (row) => row.movie_id,
    values: {
      tickets_sold: (row) => row.tickets_sold,
      revenue: (row) => row.revenue,
      showings: (row) => row.showings,
      occupancy: (row) => row.occupancy,
      likes: (row) => row.likes,
      dislikes: (row) => row.dislikes,
    },
  }),
  promotions: () => ({
    list: promotions.list,
    file: promotions.csv,
    page: (page) => ({ pageNo: page, pageSize: 100 }),
    rowsOf: (data) => data.promotions,
    column: 'promotion',
    cell: (row) => row.title,
    values: {
      state: (row) => row.state,
      starts: (row) => on(row.starts_at),
      ends: (row) => on(row.ends_at),
      landing: (row) => yes(row.isVisibleOnHomepage),
    },
  }),
  notifications: () => ({
    list: notifications.list,
    file: notifications.csv,
    page: pages,
    rowsOf: (data) => data.notifications,
    column: 'title',
    cell: (row) => row.title,
    values: {
      state: (row) => row.state,
      audience: (row) => row.audience,
      date: (row) => row.schedule_date,
      clicks: (row) => row.totalClicks,
      purchases: (row) => row.purchases,
    },
  }),
  'voucher groups': () => ({
    list: vouchers.groups,
    file: vouchers.groupsCsv,
    page: pages,
    rowsOf: (data) => data.voucherGroups,
    column: 'companyName',
    cell: (row) => row.companyName,
    values: {
      plan: (row) => row.subscriptionName,
      quantity: (row) => row.quantity,
      created: (row) => on(row.createdAt),
      expires: (row) => row.expiresOn,
    },
  }),
  vouchers: () => ({
    list: vouchers.list,
    file: vouchers.csv,
    params: { id: groupId },
    page: pages,
    rowsOf: (data) => data.vouchers,
    column: 'recipient',
    cell: (row) => row.recipient,
    values: { state: (row) => row.state, expires: (row) => row.expiresOn, redeemed: (row) => on(row.redeemedAt) },
  }),
  'referral links': () => ({
    list: referralLinks.list,
    file: referralLinks.csv,
    page: pages,
    rowsOf: ({ data }) => data,
    column: 'referral_code',
    cell: (row) => row.referral_code,
    values: {
      created: (row) => on(row.createdAt),
      clicks: (row) => row.clicks,
      tickets: (row) => row.ticketsPurchased,
      revenue: (row) => row.revenueGenerated,
    },
  }),
  'cube bookings': () => ({
    list: cubes.bookings,
    file: cubes.bookingsCsv,
    page: pages,
    rowsOf: (data) => data.bookings,
    column: 'id',
    cell: (row) => row.booking_id,
    values: {
      status: (row) => row.status,
      date: (row) => on(row.starts_at),
      amount: (row) => row.payment_amount,
      guests: (row) => row.guest_count,
      corkage: (row) => yes(row.has_corkage),
      not_redeemed: (row) => yes(row.is_not_redeemed),
      booked: (row) => on(row.created_at),
    },
  }),
  admins: () => ({
    list: admins.list,
    file: admins.csv,
    page: pages,
    rowsOf: (data) => data.admins,
    column: 'email',
    cell: (row) => row.email,
    values: {
      userType: (row) => Object.entries(USER_TYPES).find(([, label]) => label === row.userType)![0],
      roleId: (row) =>
        [row.roleId ?? [], ...row.cinemaRoles.map((cinemaRole: Row) => cinemaRole.roleId)].flat().map(String),
      created: (row) => on(row.createdAt),
      signed_in: (row) => on(row.lastSignInAt),
      factor: (row) => yes(row.hasFactor),
      invited: (row) => yes(row.invitedUntil !== null),
    },
  }),
  points: () => ({
    list: points.list,
    file: points.csv,
    page: pages,
    rowsOf: (data) => data.members,
    column: 'id',
    cell: (row) => row.id,
    values: {
      tier: (row) => String(row.tier),
      lifetime: (row) => row.lifetime_points,
      available: (row) => row.available_points,
    },
  }),
}

/** A minute is over: one person makes only so many files at a time. */
const later = () => server.clock.set(new Date(server.clock.now().getTime() + 60_000).toISOString())

const pageOf = async ({ list, params, base, page, rowsOf }: List, given: object, number: number) => {
  const query = { ...base, ...given, ...page(number) }
  const { status, body, text } = await server.call(list, { params, query } as never)
  expect([status, status === 200 ? '' : text, query]).toEqual([200, '', query])
  const data = body.data as Row
  return { rows: rowsOf(data), total: (data.totalCount ?? data.pagination?.totalCount) as number | undefined }
}

async function everyRowOf(list: List): Promise<Row[]> {
  const everyRow: Row[] = []
  for (let number = 1; ; number++) {
    const { rows } = await pageOf(list, {}, number)
    everyRow.push(...rows)
    if (rows.length < 100) return everyRow
  }
}

async function fileOf({ file, params, base, column }: List, given: object): Promise<string[]> {
  later()
  const answer = await server.call(file, { params, query: { ...base, ...given, columns: column } } as never)
  expect(answer.status).toBe(200)
  const lines = answer.text.replace(/\r\n$/, '').split('\r\n').slice(1)
  return lines.map((line) => (line.startsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line))
}

const DAYS = [
  'today',
  'today-29..today',
  '..today-1',
  'today..',
  'month-1m..month-1',
  'friday..',
  '2026-10-01..2026-11-20',
]

/** Texts that ask something of a field, most of them for what is there. */
function textsOf({ kind, values, canBeEmpty }: FilterOf, there: readonly Value[]): fc.Arbitrary<string> | undefined {
  const known = [...new Set(there.flat())].filter((value) => value !== null && value !== '')
  const empty = canBeEmpty ? [fc.constantFrom('-', '*')] : []
  if (kind === 'choice') {
    const options = [...(values ?? known.map(String)), ...(canBeEmpty ? ['-'] : [])].map((value) =>
      value === '-' ? value : value.replace(/[\\,]/g, String.raw`\$&`),
    )
    return options.length
      ? fc.oneof(
          fc.subarray(options, { minLength: 1, maxLength: Math.min(4, options.length) }).map((some) => some.join()),
          ...empty,
        )
      : undefined
  }
  if (kind === 'day') return fc.oneof(fc.constantFrom(...DAYS, ...known.map(String)), ...empty)
  const ends = fc.constantFrom(0, 1, 50, ...known.map((value) => Math.floor(Number(value))))
  const range = fc
    .tuple(ends, ends, fc.constantFrom('from', 'to', 'both', 'one'))
    .map(([one, other, which]) =>
      which === 'from'
        ? `${one}..`
        : which === 'to'
          ? `..${one}`
          : which === 'one'
            ? `${one}`
            : `${Math.min(one, other)}..${Math.max(one, other)}`,
    )
  return fc.oneof(range, ...empty)
}

/** The same that the server decides, of a row as people see it. */
function meets({ kind }: FilterOf, text: string, value: Value): boolean {
  const values = Array.isArray(value) ? value : value === null || value === '' ? [] : [value]
  if (text === '*') return values.length > 0
  if (kind === 'choice') {
    const choice = readChoice(text)
    if (choice === 'some') return values.length > 0
    return values.length ? values.some((one) => choice.values.includes(String(one))) : choice.orNone
  }
  const range = readRange(text)
  if (range === 'none') return values.length === 0
  if (range === 'some') return values.length > 0
  const { from, to } = range
  if (kind !== 'day') return values.some((one) => one >= Number(from ?? -Infinity) && one <= Number(to ?? Infinity))
  const today = dayOf(server.clock.now(), zone)
  const end = (word: string | undefined, none: string) => (word ? (relativeDay(word, today) ?? word) : none)
  return values.some((one) => one >= end(from, '') && one <= end(to, '9'))
}

test.each(Object.keys(LISTS))('%s', async (name) => {
  const list = LISTS[name]!()
  const everyRow = await everyRowOf(list)
  expect(everyRow.length).toBeGreaterThan(0)
  const { shape } = list.file.query as unknown as { shape: Record<string, z.core.$ZodType> }
  const fields = new Map(
    Object.entries(shape).flatMap(([field, schema]) => (filterOf(schema) ? [[field, filterOf(schema)!]] : [])),
  )
  expect(Object.keys(list.values).toSorted()).toEqual([...fields.keys()].toSorted())
  const asks = Object.fromEntries(
    [...fields].flatMap(([field, of]) => {
      const texts = textsOf(of, everyRow.map(list.values[field]!))
      return texts ? [[field, texts]] : []
    }),
  )
  // What a file says of itself before its rows.
  const head = (await fileOf(list, {})).length - everyRow.length
  await fc.assert(
    fc.asyncProperty(fc.record(asks, { requiredKeys: [] }), async (given) => {
      const those = everyRow.filter((row) =>
        Object.entries(given).every(([field, text]) => meets(fields.get(field)!, text!, list.values[field]!(row))),
      )
      const { rows, total } = await pageOf(list, given, 1)
      expect(rows.map(list.cell)).toEqual(those.slice(0, 100).map(list.cell))
      expect(total ?? those.length).toBe(those.length)
      expect((await fileOf(list, given)).slice(head)).toEqual(those.map((row) => String(list.cell(row))))
    }),
    { numRuns: 25 },
  )
})
