/**
 * What a list says of itself in several places is held together here: each screen is drawn once without a browser, and what
 * it asks for first, sorts by and exports is put to the server.
 */
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { filterOf } from '#contract/filter.ts'
import { addressOf, testServer, type TestServer } from '#server/test/harness.ts'
import { everyEndpoint } from './server-features.ts'

const CINEMA = '0001'

type Request = [feature: string, name: string, args: { query?: Record<string, unknown> }]
type Filtered = { name: string; label: string; options?: readonly (string | { value: string })[] | object }
type Listed = {
  label: string
  columns: { id: string; title: string; sort?: string }[]
  onSort?: unknown
  toolbar?: { props: { children?: { props?: { filters?: Filtered[]; debounceMs?: number } }[] } }
}
type Exported = { endpoint: Endpoint; params?: never; query: Record<string, string | undefined> }
type Drawn = { path: string; reads: readonly string[]; requests: Request[]; lists: Listed[]; files: Exported[] }

const { lists, files } = vi.hoisted(() => {
  const me = { id: 1, email: 'a@b.example', userType: 'Super Admin', firstName: 'A', lastName: 'B', permissions: [] }
  const storage: Record<string, unknown> = {
    'marquee:session': { signedIn: true, user: me, jwt: '', refreshToken: '' },
  }
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('localStorage', {
    // Nobody has put a column away, also none that is away at first.
    getItem: (key: string) => JSON.stringify(key.startsWith('marquee:columns:') ? [] : storage[key]) ?? null,
    setItem: () => {},
  })
  return { lists: [] as unknown[], files: [] as unknown[] }
})
vi.mock('#web/config.ts', async (original) => {
  // Of a page that nobody filled in; gone again, as the router takes a document for a browser.
  Object.assign(globalThis, { document: { querySelector: () => null } })
  const settings = await original<object>()
  Reflect.deleteProperty(globalThis, 'document')
  return settings
})
vi.mock('#web/list/List.tsx', () => ({ List: (list: unknown) => void lists.push(list) }))
vi.mock('#web/list/ExportButton.tsx', () => ({ ExportButton: (file: unknown) => void files.push(file) }))
vi.mock('react', async (original) => {
  const react = await original<{ useSyncExternalStore: (...args: unknown[]) => unknown }>()
  const useSyncExternalStore = (listen: unknown, get: unknown) => react.useSyncExternalStore(listen, get, get)
  return { ...react, useSyncExternalStore }
})

let server: TestServer
const drawn: Drawn[] = []
beforeAll(async () => {
  server = await testServer()
  await server.db.execute(sql`
    with state as (insert into states (name) values ('Lagos') on conflict do nothing returning id)
    insert into cinemas (id, state_id, name) select ${CINEMA}, id, 'Lekki' from state`)
  // Of the other face, whose types are a browser's.
  const web = path.join(import.meta.dirname, 'web/test/draw.tsx')
  const { screens, draw } = await import(web)
  for (const screen of screens) {
    const requests = await draw(screen)
    const { path: at, reads = [] } = screen
    drawn.push({ path: at, reads, requests, lists: lists.splice(0) as Listed[], files: files.splice(0) as Exported[] })
  }
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await server.close()
})

/** A minute is over: one person makes only so many files at a time. */
const later = () => server.clock.set(new Date(server.clock.now().getTime() + 60_000).toISOString())

const asSuperadmin = async (url: string) =>
  server.inject({ url, headers: { authorization: `Bearer ${await server.token('superadmin')}` } })

const rowOf = ([feature, name]: Request) => everyEndpoint.find((row) => row.feature === feature && row.name === name)!

/** By what a call sorts. */
function sortsOf(query: Endpoint['query']): readonly string[] {
  const { sort } =
    (query as { shape?: Record<string, { def: { innerType: { options: string[] } } }> } | undefined)?.shape ?? {}
  return sort?.def.innerType.options ?? []
}

test('what is asked for early is what the screen asks for, and the server answers it', async () => {
  const early = drawn.filter(({ reads }) => reads.length)
  expect(early.length).toBeGreaterThan(20)
  for (const { path: at, reads, requests } of early) {
    const addresses = requests.map((call) => addressOf(rowOf(call), {}, call[2].query).slice('/api'.length))
    expect(addresses, at).toEqual(expect.arrayContaining([...reads]))
    for (const read of reads) expect((await asSuperadmin(`/api${read}`)).statusCode, read).toBe(200)
  }
})

test('each column that sorts does so by a name that the list, or its file, is sorted by', () => {
  const sorted = drawn.flatMap(({ lists: those, requests, files: its }) => {
    const rows = [...requests.map(rowOf), ...its.map(({ endpoint }) => endpoint)]
    return those
      .filter(({ onSort }) => onSort)
      .map((list) => ({ list, names: rows.flatMap(({ query }) => sortsOf(query)) }))
  })
  expect(sorted.length).toBeGreaterThan(10)
  for (const { list, names } of sorted) {
    const wanted = list.columns.flatMap(({ sort }) => (sort ? [sort, `-${sort}`] : []))
    expect(names, list.label).toEqual(expect.arrayContaining(wanted))
  }
})

test('each name that a list is sorted by sorts it', async () => {
  const sorted = everyEndpoint.filter(({ query, path: at }) => sortsOf(query).length && !at.includes('{'))
  expect(sorted.length).toBeGreaterThan(20)
  for (const endpoint of sorted)
    for (const sort of sortsOf(endpoint.query)) {
      later()
      const { status } = await server.call(endpoint, { query: { sort } as never })
      expect([endpoint.path, sort, status < 500]).toEqual([endpoint.path, sort, true])
    }
})

test('each column that is shown is in the file, or says that it is in none', async () => {
  const exported = drawn.flatMap(({ files: those }) => those)
  expect(exported.length).toBeGreaterThan(20)
  for (const { endpoint, params, query } of exported) {
    later()
    // Those of a cinema's menu wait for the cinema.
    const cinema = 'cinema_id' in query && !query.cinema_id && { cinema_id: CINEMA }
    const { status, text } = await server.call(endpoint, { params, query: { ...query, ...cinema } as never })
    expect([endpoint.path, status, status === 200 ? '' : text]).toEqual([endpoint.path, 200, ''])
    // Figures say above their heading of which cinemas and days they are.
    const [first = '', second = ''] = text.split('\r\n')
    const titles = (/; \d\d\/\d\d\/\d{4}/.test(first) ? second : first).split(',').length
    expect(titles, endpoint.path).toBe(query.columns?.split(',').length ?? titles)
  }
})

/** Where one is in a list, and what else of the rows is wanted, is no filter. */
const NO_FILTER = ['page', 'pageNo', 'perPage', 'pageSize', '$include']

test('what a list is asked for is what its file is asked for, and so what a view of it keeps', () => {
  const paged = drawn.filter(({ files: its }) => its.length === 1)
  expect(paged.length).toBeGreaterThan(15)
  for (const { path: at, requests, files: its } of paged) {
    const names = requests.flatMap(([, , { query = {} }]) =>
      'page' in query || 'pageNo' in query ? Object.keys(query).filter((name) => !NO_FILTER.includes(name)) : [],
    )
    const known = Object.keys((its[0]!.endpoint.query as { shape?: object } | undefined)?.shape ?? {})
    expect([at, names.filter((name) => !known.includes(name))]).toEqual([at, []])
  }
})

/** Where lists can be filtered, by what, in order. */
const FILTERED: [path: string, filters: string[]][] = [
  ['purchased-tickets', ['Cinema', 'Channel', 'Amount', 'Refund', 'Movie']],
  ['movies', ['Status', 'Database', 'Likes', 'Dislikes']],
  ['movies/coming-soon', ['Status', 'Database', 'Release date']],
  ['movies/stats', ['Tickets sold', 'Revenue', 'Showings', 'Occupancy (%)', 'Likes', 'Dislikes']],
  ['event-cinema', ['When', 'Location', 'Date', 'Concession']],
  ['promotions', ['State', 'Start', 'End', 'On the landing page']],
  ['hero-banners', ['State', 'Start', 'End', 'Type']],
  ['notifications', ['Status', 'Audience', 'Schedule date', 'Clicks', 'Purchases']],
  ['bulk-vouchers', ['Subscription', 'Quantity', 'Date created', 'Expiry date']],
  ['cube-booking-logs', ['Date and time', 'Amount', 'Guests', 'Corkage', 'Booked on']],
  ['admin', ['Role', 'Date added', 'Last sign-in', 'Two-factor authentication', 'Invitation', 'Admin role']],
  ['users/loyalty', ['Tier', 'Lifetime points', 'Available points']],
  ['points', ['Lifetime points', 'Available points']],
  ['referral-links', ['Clicks', 'Tickets purchased', 'Revenue generated', 'Date created']],
]
const toolsOf = ({ lists: those }: Drawn) =>
  those.flatMap(({ toolbar }) => [toolbar?.props.children].flat().flatMap((part) => part?.props ?? []))
const filtersOf = (screen: Drawn) => toolsOf(screen).flatMap(({ filters }) => filters ?? [])
const valuesOf = ({ options = [] }: Filtered): string[] =>
  Array.isArray(options)
    ? options.map((one: string | { value: string }) => (typeof one === 'string' ? one : one.value))
    : Object.keys(options)

test.each(FILTERED)('%s is filtered by %s, in this order', (at, labels) => {
  const screen = drawn.find(({ path: one }) => one === at)!
  expect(filtersOf(screen).map(({ label }) => label)).toEqual(labels)
})

/** The columns of lists, in order. */
const COLUMNS: [path: string, titles: string[]][] = [
  ['event-cinema', ['Event Name', 'Location', 'Event Time & Date', 'Concession', 'Merchandise', 'Actions']],
  ['kids-klub', ['ID', 'Name', 'Email', 'Phone Number', 'Date Added', 'Age', 'Guardian', 'Consent', 'Actions']],
  ['movies/coming-soon', ['Movie Title', 'Genre', 'Release Date', 'ID', 'Status', 'Database']],
  ['points', ['ID', 'Name', 'Email', 'Lifetime points', 'Available points', 'Actions']],
  ['hero-banners', ['Title', 'Description', 'Destination URL', 'State', 'Clicks', 'Activate', 'Actions']],
  [
    'promotions',
    ['Promotion', 'Primary CTA', 'Secondary CTA', 'State', 'Clicks', 'View on Landing page', 'Activate', 'Actions'],
  ],
]

// Clauses: core 65; operations 39, 67, 75, 146, 159
test.each(COLUMNS)('%s has the columns %s, in this order', (at, titles) => {
  const screen = drawn.find(({ path: one }) => one === at)!
  expect(screen.lists.flatMap(({ columns }) => columns.map(({ title }) => title))).toEqual(['Select', ...titles])
})

// Clauses: operations 43, 95, 155, 520-521
test.each(['event-cinema', 'kids-klub', 'payment-logs', 'referral-links'])(
  'the search of %s waits two seconds after the last letter',
  (at) => {
    const screen = drawn.find(({ path: one }) => one === at)!
    expect(toolsOf(screen).flatMap(({ debounceMs }) => debounceMs ?? [])).toEqual([2000])
  },
)

test('what a filter offers is what the list is filtered by, each alone and several at once', async () => {
  const answered = async (endpoint: Endpoint, query: Record<string, string | undefined>) => {
    later()
    return (await asSuperadmin(addressOf(endpoint, {}, query))).statusCode
  }
  const attempts: string[] = []
  for (const screen of drawn.filter(({ files: its }) => its.length === 1)) {
    const [{ endpoint, query }] = screen.files as [Exported]
    const filters = filtersOf(screen).filter((filter) => valuesOf(filter).length)
    // Some wait for their cinema or their record.
    if (!filters.length || endpoint.path.includes('{') || (await answered(endpoint, query)) !== 200) continue
    const fields = (endpoint.query as unknown as { shape: Record<string, never> }).shape
    for (const filter of filters) {
      const values = valuesOf(filter)
      const isOfSeveral = filterOf(fields[filter.name])?.kind === 'choice'
      for (const requests of isOfSeveral ? [...values, values.join()] : values) {
        const says = [screen.path, filter.label, requests]
        expect([...says, await answered(endpoint, { ...query, [filter.name]: requests })]).toEqual([...says, 200])
        attempts.push(requests)
      }
    }
  }
  expect(attempts.length).toBeGreaterThan(30)
})
