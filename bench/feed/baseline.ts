/**
 * What taking purchases costs at least: the same rows by three statements in one transaction, with the triggers that keep
 * the roll-ups, behind a handler of node:http that checks, permits and answers nothing.
 */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { connect } from '#server/db/connect.ts'
import { serveUntilLeft } from '../served.ts'
import type { Purchase } from './purchases.ts'

const { pool, close } = await connect({
  databaseUrl: process.env.DATABASE_URL,
  dataDir: process.env.DATA_DIR ?? '',
  poolSize: 2,
})

const LOCK = `
  select id, external_id from customers
  where source = 'bench' and external_id in (select jsonb_array_elements_text($1::jsonb)) order by id for no key update`
const PURCHASES = `
  insert into purchases (source, external_id, at, day, channel, cinema_id, customer_id, buyer_name, buyer_email,
    payment_reference, kobo, by_subscriber)
  select 'bench', x.id, x.at, (x.at at time zone 'Africa/Lagos')::date, x.channel, x.cinema_id, x.customer,
    coalesce(x.name, ''), coalesce(x.email, ''), x.payment_reference, x.kobo,
    exists (select from subscription_periods s where s.customer_id = x.customer and s.starts_at <= x.at and x.at < s.ends_at)
  from jsonb_to_recordset($1::jsonb) x(id text, at timestamptz, channel text, cinema_id text, customer bigint, name text,
    email text, payment_reference text, kobo bigint)
  on conflict (source, external_id) do nothing returning id, external_id`
const LINES = `
  insert into purchase_lines (purchase_id, n, kind, quantity, kobo, discount_kobo, product, movie_id, show_at, show_day)
  select x.purchase, x.n, x.kind, coalesce(x.quantity, 1), x.amount * 100, coalesce(x.discount, 0) * 100,
    coalesce(x.product, ''), x.movie_id, x.show_at, (x.show_at at time zone 'Africa/Lagos')::date
  from jsonb_to_recordset($1::jsonb) x(purchase bigint, n smallint, kind text, quantity integer, amount bigint,
    discount bigint, product text, movie_id text, show_at timestamptz)`

type Known = { id: number; external_id: string }
const idsOf = ({ rows }: { rows: Known[] }) => new Map(rows.map((row) => [row.external_id, row.id]))

async function take(purchases: readonly Purchase[]) {
  const client = await pool.connect()
  const ask = (statement: string, rows: unknown[]) => client.query<Known>(statement, [JSON.stringify(rows)])
  try {
    await client.query('begin')
    const customers = idsOf(await ask(LOCK, [...new Set(purchases.flatMap(({ customer_id: id }) => id ?? []))]))
    const ids = idsOf(
      await ask(
        PURCHASES,
        purchases.map(({ lines, customer_id: customer, ...purchase }) => ({
          ...purchase,
          customer: customer && customers.get(customer),
          kobo: lines.reduce((sum, { amount }) => sum + amount * 100, 0),
        })),
      ),
    )
    await ask(
      LINES,
      purchases.flatMap(({ id, lines }) => lines.map((line, n) => ({ ...line, n: n + 1, purchase: ids.get(id) }))),
    )
    await client.query('commit')
  } finally {
    client.release()
  }
}

const server = createServer(async (request, response) => {
  try {
    const lines = (await text(request)).split('\n').map((line) => JSON.parse(line) as Purchase)
    await take(lines)
    response.writeHead(200).end(JSON.stringify({ data: { accepted: lines.length } }))
  } catch (error) {
    response.writeHead(500).end((error as Error).message)
  }
})
serveUntilLeft(server, close)
