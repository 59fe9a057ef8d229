import { gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import type { Output } from '#contract/endpoint.ts'
import type { Problem } from '#contract/problem.ts'
import type { Db } from '#server/db/connect.ts'
import type { TestServer } from '#server/test/harness.ts'
import { feed } from '../../contract.ts'
import { RECORD_TYPES, type RecordType } from '../../rules.ts'

type FeedReply = { status: number; data: Output<(typeof feed)['ingest']['reply']>; problem: Problem }
type How = { gzip?: boolean; ndjson?: boolean }
/** Sends records as a list, or a body as given. */
export type Send = (recordType: RecordType, lines: unknown[] | string, how?: How) => Promise<FeedReply>

/** Creates a key and returns its secret. */
export async function newKey(
  server: TestServer,
  { name = 'Web shop', source = 'web-shop', record_types: recordTypes = [...RECORD_TYPES] as RecordType[] } = {},
) {
  const { body } = await server.call(feed.createKey, { body: { name, source, record_types: recordTypes } })
  return { secret: body.data.secret, key: body.data.key }
}

/** Sends records over HTTP with the secret, as a program does. */
export const sender =
  (server: TestServer, secret: string): Send =>
  async (recordType, lines, { gzip = false, ndjson = typeof lines === 'string' } = {}) => {
    const text =
      typeof lines === 'string'
        ? lines
        : ndjson
          ? lines.map((line) => JSON.stringify(line)).join('\n')
          : JSON.stringify(lines)
    const answer = await server.inject({
      method: 'POST',
      url: `/api/feed/${recordType}`,
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': ndjson ? 'application/x-ndjson' : 'application/json',
        ...(gzip && { 'content-encoding': 'gzip' }),
      },
      payload: gzip ? gzipSync(text) : text,
    })
    return { status: answer.statusCode, data: answer.json().data, problem: answer.json() }
  }

const TABLES = ['customers', 'purchases', 'purchase_lines', 'refunds', 'refund_lines', 'redemptions', 'visits']
const MORE_TABLES = [
  'subscription_events',
  'subscription_periods',
  'reviews',
  'error_reports',
  'push_devices',
  'quarantined_records',
]
const ROLLUPS = [
  'cinema_sales_days',
  'cinema_sales',
  'sales_days',
  'cinema_show_days',
  'show_days',
  'cinema_redemption_days',
  'redemption_days',
  'visit_days',
  'signup_days',
]
const MORE_ROLLUPS = ['movie_days', 'subscription_days', 'subscription_ends', 'buyer_counts']

/** Returns the number of rows in each table of the trade. */
export async function countsOf(db: Db) {
  const counts: Record<string, number> = {}
  for (const table of [...TABLES, ...MORE_TABLES])
    counts[table] = (
      await db.execute<{ n: number }>(sql`select count(*)::int as n from ${sql.identifier(table)}`)
    ).rows[0]!.n
  return counts
}

/** Returns all rows of all rollups except empty ones, which an undone change leaves. */
export async function rollupsOf(db: Db) {
  const rows: Record<string, Record<string, unknown>[]> = {}
  for (const table of [...ROLLUPS, ...MORE_ROLLUPS])
    rows[table] = (
      await db.execute<{ row: Record<string, unknown> }>(sql`
        select to_jsonb(t) as row from ${sql.identifier(table)} t order by to_jsonb(t)`)
    ).rows
      .map(({ row }) => row)
      .filter((row) => Object.values(row).some((value) => typeof value === 'number' && value !== 0))
  return rows
}
