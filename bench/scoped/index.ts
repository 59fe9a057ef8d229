/**
 * `npm run bench -- scoped --url postgres://postgres@127.0.0.1:5618/grown`: what row-level security costs people whose role is
 * for some cinemas. Each list asks its statements once; they are measured then as such people run them, and beside that as the
 * tables' owner on views that have the same conditions written by hand. `--cinemas 10` is for how many cinemas the role is,
 * besides one; `--rounds 15` how often each is run. A plan is printed of what takes more than 1.2 times as long.
 */
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { pageOf, type Selection } from '#server/db/page.ts'
import { connect, type Db } from '#server/db/connect.ts'
import { scopedTo, SCOPED_ROLE } from '#server/db/scoped.ts'
import { pageOfBookings } from '#features/rooms/cubes/server/bookings.ts'
import { everybodyListed, readUsers, usersListed } from '#features/customers/customers/server/list.ts'
import { guestsListed, readGuests } from '#features/customers/customers/server/guests.ts'
import { customersSeen } from '#features/customers/customers/server/visibility.ts'
import { pageOfPayments } from '#features/payments/payment-logs/server/list.ts'
import { pageOfMembers } from '#features/customers/points/server/members.ts'
import { pageOfLog } from '#features/sales/tickets/server/store.ts'
import { median } from '../median.ts'
import { fact, type Line, type Part } from '../report.ts'

const ZONE = 'Africa/Lagos'
const MOST = 1.2
const PAGE = { page: 1, perPage: 10 }
const FAR = { page: 200, perPage: 10 }
const now = new Date()

const users = async (db: Db, of: (seen: Awaited<ReturnType<typeof customersSeen>>) => Selection[], paging = PAGE) => {
  const { keys } = await pageOf(db, of(await customersSeen(db)), paging)
  await readUsers(db, keys, now)
}
const log = (filter: object = {}) => ({ zone: ZONE, ...filter }) as Parameters<typeof pageOfLog>[1]

const CASES: [name: string, ask: (db: Db) => Promise<unknown>][] = [
  ['payment log: first page and total', (db) => pageOfPayments(db, { userType: 'ALL' }, PAGE)],
  ['payment log: of customers, far down', (db) => pageOfPayments(db, { userType: 'CUSTOMER' }, FAR)],
  ['payment log: a rare word', (db) => pageOfPayments(db, { userType: 'ALL', search: 'okafor12' }, PAGE)],
  ['payment log: a common word', (db) => pageOfPayments(db, { userType: 'ALL', search: 'ada' }, PAGE)],
  ['users: first page and total', (db) => users(db, (seen) => [everybodyListed({}, seen)])],
  ['users: by name, far down', (db) => users(db, (seen) => [everybodyListed({ sort: 'name' }, seen)], FAR)],
  ['users: a rare word', (db) => users(db, (seen) => [everybodyListed({ search_query: 'okafor12' }, seen)])],
  ['users: a common word', (db) => users(db, (seen) => [everybodyListed({ search_query: 'ada' }, seen)])],
  ['users: active', (db) => users(db, (seen) => usersListed({ type: 'ACTIVE' }, now, seen))],
  ['users: inactive', (db) => users(db, (seen) => usersListed({ type: 'INACTIVE' }, now, seen))],
  [
    'guests: first page and total',
    async (db) => {
      const seen = await customersSeen(db)
      const { keys } = await pageOf(db, [guestsListed({}, seen, { upTo: PAGE.perPage })], PAGE)
      await readGuests(db, keys, seen)
    },
  ],
  ['points: first page and total', (db) => pageOfMembers(db, { since: now, sort: '-lifetime' } as never, PAGE)],
  ['ticket log: first page and total', (db) => pageOfLog(db, log(), PAGE)],
  ['ticket log: far down', (db) => pageOfLog(db, log(), FAR)],
  ['ticket log: a rare word', (db) => pageOfLog(db, log({ search: 'okafor12' }), PAGE)],
  ['ticket log: a common word', (db) => pageOfLog(db, log({ search: 'ada' }), PAGE)],
  ['cubes: first page', (db) => pageOfBookings(db, { now }, { limit: 10 })],
]

type Statement = { text: string; values: unknown[] }

export async function scoped(flags: string[]): Promise<Part> {
  const { values } = parseArgs({
    args: flags,
    options: {
      url: { type: 'string', default: 'postgres://postgres@127.0.0.1:5618/grown' },
      cinemas: { type: 'string', default: '10' },
      rounds: { type: 'string', default: '15' },
      rows: { type: 'string', default: '' },
    },
  })
  const database = await connect({ databaseUrl: values.url } as Parameters<typeof connect>[0])
  const lines: Line[] = []
  try {
    const { rows } = await database.db.execute<{ id: string }>(
      sql`select id from cinemas order by id limit ${Number(values.cinemas)}`,
    )
    for (const cinemas of [[rows[0]!.id], rows.map(({ id }) => id)]) {
      const recorder = recorded(database.pool)
      const them = await opened(values.url, cinemas, asTheyDo)
      const byHand = await opened(values.url, cinemas, onViews)
      for (const [name, ask] of CASES) {
        if (!new RegExp(values.rows).test(name)) continue
        const statements = await recorder.during(() => ask(scopedTo(database.db, cinemas)))
        const [expected, own] = await raced(statements, [them, byHand], Number(values.rounds))
        const ratio = expected / own
        const detail = `${expected.toFixed(1)} ms, by hand ${own.toFixed(1)} ms`
        lines.push({ ...fact(`${name}, ${cinemas.length} of the cinemas`, ratio, 'x', detail), goal: MOST })
        if (ratio > MOST) for (const one of statements) console.log(await planOf(one, them))
      }
      recorder.stop()
      await Promise.all([them.end(), byHand.end()])
    }
  } finally {
    await database.close()
  }
  const title = 'Lists of people whose role is for some cinemas, beside conditions by hand'
  return { name: 'scoped', title, lines, isTrial: values.rows !== '' }
}

/** What is asked of the pool's connections, without what opens and ends a transaction. */
function recorded(pool: pg.Pool) {
  const statements: Statement[] = []
  const connecting = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  const seen = new WeakSet<pg.PoolClient>()
  pool.connect = (async () => {
    const client = await connecting()
    if (seen.has(client)) return client
    seen.add(client)
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((given: string | { text: string; values?: unknown[] }, more?: unknown[]) => {
      const text = typeof given === 'string' ? given : given.text
      const params = more ?? (typeof given === 'string' ? [] : (given.values ?? []))
      if (/^\s*(select|with)\b/i.test(text)) statements.push({ text, values: params })
      return query(given, more)
    }) as typeof client.query
    return client
  }) as typeof pool.connect
  return {
    during: async (action: () => Promise<unknown>) => {
      statements.length = 0
      await action()
      return [...statements]
    },
    stop: () => void (pool.connect = connecting as typeof pool.connect),
  }
}

async function opened(
  url: string,
  cinemas: readonly string[],
  as: (client: pg.Client, cinemas: readonly string[]) => Promise<void>,
) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await as(client, cinemas)
  return client
}

const arrayOf = (cinemas: readonly string[]) => `{${cinemas.map((id) => `"${id}"`).join(',')}}`

async function asTheyDo(client: pg.Client, cinemas: readonly string[]) {
  await client.query(`set role ${SCOPED_ROLE}`)
  await client.query(`select set_config('marquee.cinemas', $1, false)`, [arrayOf(cinemas)])
}

/** The same names mean views of the same rows, whose conditions the planner may use as it likes. */
async function onViews(client: pg.Client, cinemas: readonly string[]) {
  const written = `'${arrayOf(cinemas)}'::text[]`
  const { rows } = await client.query<{ name: string; condition: string }>(`
    select c.relname as name, pg_get_expr(p.polqual, p.polrelid) as condition
    from pg_policy p join pg_class c on c.oid = p.polrelid order by p.oid`)
  let left = rows.map(({ name, condition }) => ({
    name,
    condition: condition
      .replaceAll(/\( SELECT scoped_cinemas\(\) AS scoped_cinemas\)(::text\[\])?/g, written)
      .replaceAll(/\( SELECT customers_are_shared\(\) AS customers_are_shared\)/g, 'false'),
  }))
  // A condition that asks another table takes that one's view.
  while (left.length) {
    const ready = left.filter(({ name, condition }) =>
      left.every((other) => other.name === name || !new RegExp(`FROM \\(?${other.name}\\b`).test(condition)),
    )
    for (const { name, condition } of ready)
      await client.query(`create temporary view ${name} as select * from public.${name} where ${condition}`)
    left = left.filter((one) => !ready.includes(one))
  }
  await client.query(`select set_config('marquee.cinemas', $1, false)`, [arrayOf(cinemas)])
}

/** Medians of all statements together, in milliseconds, taken in turns. */
async function raced(statements: readonly Statement[], clients: readonly pg.Client[], rounds: number) {
  const times = clients.map((): number[] => [])
  for (let round = -2; round < rounds; round++)
    for (const [index, client] of clients.entries()) {
      const began = performance.now()
      for (const { text, values } of statements) await client.query(text, values)
      if (round >= 0) times[index]!.push(performance.now() - began)
    }
  return times.map(median) as [number, number]
}

async function planOf({ text, values }: Statement, client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${text}`, values)
  return `${text}\n${rows.map((row) => row['QUERY PLAN']).join('\n')}\n`
}
