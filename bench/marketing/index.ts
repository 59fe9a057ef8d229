import type { ChildProcess } from 'node:child_process'
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#app/migrate.ts'
import { startPostgres } from '#server/test/postgres.ts'
import { asking, compare } from '../http/calls.ts'
import { addWhoSignsIn } from '../http/database.ts'
import { signIn, startChild, stopChild } from '../http/index.ts'
import { compareUnderLoad, type Requested } from '../under-load.ts'
import { line, type Line, type Part } from '../report.ts'
import { sessionOf } from '../session.ts'
import { addVouchers } from './baseline-sql.ts'
import { codeOf, COMMON_WORD, MOVIE, RARE_WORD, seed } from './seed.ts'

const POLL_MS = 50
const VOUCHERS = 100_000
/** Whoever opens a link in a browser is counted. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36' }

/** Short links and published content under load, a large group of vouchers, and histories of `count` rows. */
export async function measureMarketing(count: number): Promise<Part> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'marquee-bench-'))
  const postgres = await startPostgres()
  const children: ChildProcess[] = []
  const lines: Line[] = []
  const place = { DATABASE_URL: postgres.url('postgres'), DATA_DIR: dataDir }
  const { db, pool, close } = await connect({ databaseUrl: place.DATABASE_URL, dataDir })
  try {
    console.log(`Filling PostgreSQL with ${count} rows of each history …`)
    await migrate(pool)
    await addWhoSignsIn(db)
    await seed(pool, count)
    const begin = async (program: string, more: Record<string, string> = {}) => {
      const { child, address } = await startChild(program, { ...place, ...more })
      children.push(child)
      return address
    }
    const address = await begin('ours.ts')
    const bareAddress = await begin('../marketing/baseline.ts', { PUBLIC_ORIGIN: address })
    const token = await signIn(address)
    lines.push(await makeVouchers(pool, address, token))
    await pool.query('analyze')

    const product = asking(address, token)
    const bare = asking(bareAddress, undefined, { session: sessionOf(token) })
    for (const { name, path: call } of histories(count)) {
      const [{ data: expected }, { data: own }] = [await bare(call), await product(call)]
      assert.deepEqual(own, expected, `${call} is answered otherwise than by the bare handler`)
      const measured = await compare(product, bare, call)
      const detail = `${measured.product.toFixed(1)} ms : ${measured.bare.toFixed(1)} ms`
      lines.push(line('marketing.ratio', name, measured.product / measured.bare, detail))
    }
    for (const { name, ...query } of open) {
      const measured = await compareUnderLoad(address, bareAddress, query)
      const detail = `${Math.round(measured.product.perSecond)} : ${Math.round(measured.bare.perSecond)} a second, ${measured.product.median.toFixed(1)} ms`
      lines.push(line('open.ratio', name, measured.bare.perSecond / measured.product.perSecond, detail))
    }
    return { name: 'marketing', title: `Marketing over HTTP on ${postgres.name}`, lines }
  } finally {
    await Promise.all(children.map(stopChild))
    await close()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const open: (Requested & { name: string })[] = [
  { name: 'short link, 32 connections', path: (n) => `/r/${codeOf(n)}`, status: 302, headers: BROWSER },
  { name: 'published hero banners, 32 connections', path: () => '/api/public/hero-banners', status: 200 },
  { name: 'published movies, 32 connections', path: () => '/api/public/movies', status: 200 },
]

function histories(count: number): { name: string; path: string }[] {
  const call = (of: string, query: Record<string, string | number>) =>
    `/api${of}?${new URLSearchParams(query as Record<string, string>)}`
  const last = Math.floor(count / 10)
  const list = (name: string, of: string, pages: 'page' | 'pageNo', more: Record<string, string> = {}) => [
    { name: `${name}, first page`, path: call(of, { ...more, [pages]: 1 }) },
    { name: `${name}, middle page`, path: call(of, { ...more, [pages]: Math.floor(last / 2) }) },
    { name: `${name}, common word`, path: call(of, { ...more, [pages]: 1, search: COMMON_WORD }) },
    { name: `${name}, rare word`, path: call(of, { ...more, [pages]: 1, search: RARE_WORD }) },
  ]
  return [
    ...list('notifications', '/notification/get-push-notifications', 'page'),
    ...list('referral links', '/cast-members', 'page'),
    { name: 'referral links, movie', path: call('/cast-members', { page: 1, search: MOVIE }) },
    ...list('promotions', '/promotions/admin', 'pageNo', { position: 'body', pageSize: '10' }),
    { name: 'vouchers of a group, first page', path: call('/voucher-groups/1/vouchers', { page: 1, perPage: 15 }) },
    {
      name: 'vouchers of a group, last page',
      path: call('/voucher-groups/1/vouchers', { page: Math.ceil(VOUCHERS / 15), perPage: 15 }),
    },
  ]
}

/** From the request for a group until its last code is there, and the same number of rows by bare SQL. */
async function makeVouchers(pool: pg.Pool, address: string, token: string): Promise<Line> {
  await pool.query(`
    insert into plans (name, kobo, tickets, place, created_at) values ('Fan', 500000, 4, 1, now()) on conflict do nothing`)
  const { rows } = await pool.query<{ id: number }>('select id from plans where retired_at is null limit 1')
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const since = performance.now()
  const answer = await fetch(`${address}/api/generate-subscription-vouchers`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      companyName: 'Bench',
      quantity: VOUCHERS,
      approvedBy: 'Bench',
      subscriptionId: rows[0]!.id,
      paymentConfirmed: true,
    }),
  })
  const answered = performance.now() - since
  assert.equal(answer.status, 200, await answer.clone().text())
  const { id } = ((await answer.json()) as { data: { id: number } }).data
  for (let made = 0; made < VOUCHERS;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    made = (await pool.query<{ made: number }>('select made from voucher_groups where id = $1', [id])).rows[0]!.made
  }
  const product = performance.now() - since
  const begun = performance.now()
  await addVouchers(pool, VOUCHERS)
  const bare = performance.now() - begun
  const detail = `${(product / 1000).toFixed(1)} s : ${(bare / 1000).toFixed(1)} s, answered after ${answered.toFixed(0)} ms`
  return line('vouchers.ratio', `group of ${VOUCHERS} vouchers`, product / bare, detail)
}
