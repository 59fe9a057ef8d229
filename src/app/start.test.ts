import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { parseEnv } from '#server/env.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { testDatabase } from '#server/test/database.ts'
import { start } from './start.ts'

const jobs: Jobs = { send: async () => {}, stop: async () => {} }

type Made = { databaseUrl?: string; dataDir: string }
/** Of a start without its queue, which works by the clock, so that a slow machine sees more of it. */
const STATEMENTS_MOST = 40
const READY_MOST = 40

/** Starts a server; `listens` is its address as soon as it can be called. */
function starting(made: Made, given = jobs) {
  let hear = (_address: string) => {}
  const listens = new Promise<string>((resolve) => (hear = resolve))
  const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = made
  const env = parseEnv({ PORT: '0', DEMO: 'off', LOG_LEVEL: 'info', DATABASE_URL, DATA_DIR })
  const write = (line: string) => {
    const address = /Server listening at (http\S+?)"/.exec(line)?.[1]
    if (address) hear(address)
  }
  return { listens, started: start(env, { jobs: given, logTo: { write } }) }
}

test.runIf(inject('database').postgres)(
  'while another server migrates, a server is alive, and then ready',
  async () => {
    const made = await testDatabase()
    const other = await connect(made)
    const turn = await other.pool.connect()
    await turn.query('begin')
    await turn.query('lock table migrations')
    const { listens, started } = starting(made)
    const address = await listens
    expect((await fetch(`${address}/api/health/live`)).status).toBe(200)
    expect((await fetch(`${address}/api/health/ready`)).status).toBe(503)
    const body = JSON.stringify({ email: 'ada@chain.example', password: 'a password' })
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(`${address}/api/auth/login`, { method: 'POST', body, headers })).status).toBe(503)
    await turn.query('commit')
    turn.release()
    await other.close()
    const { close } = await started
    expect((await fetch(`${address}/api/health/ready`)).status).toBe(200)
    await close()
    await made.drop()
  },
)

test('a server that may not go on with its database says why, and listens no more', async () => {
  const made = await testDatabase()
  const before = await connect(made)
  await before.pool.query(`insert into migrations (file, hash) values ('0999_of_the_next_release.sql', '')`)
  await before.close()
  const { listens, started } = starting(made)
  await expect(started).rejects.toThrow('The database was made by a later version of Marquee')
  await expect(fetch(await listens)).rejects.toThrow('fetch failed')
  await made.drop()
})

/** What a start sends to the database, with its jobs or those that are given, and how much of it before it is ready. */
async function statementsOfStart(
  { databaseUrl: DATABASE_URL, dataDir: DATA_DIR }: Made,
  given?: Jobs,
): Promise<{ texts: string[]; untilReady: number }> {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  try {
    const env = parseEnv({ PORT: '0', DEMO: 'off', LOG_LEVEL: 'silent', DATABASE_URL, DATA_DIR })
    const { begun, close } = await start(env, { ...(given && { jobs: given }) })
    const untilReady = sent.mock.calls.length
    await begun
    const texts = sent.mock.calls.map(([query]: unknown[]) => (query as { text?: string }).text ?? String(query))
    await close()
    return { texts, untilReady }
  } finally {
    sent.mockRestore()
  }
}

test('it answers while its first jobs are still asked for', async () => {
  const made = await testDatabase()
  onTestFinished(() => made.drop())
  let goOn = () => {}
  const requested = new Promise<void>((resolve) => (goOn = resolve))
  const { listens, started } = starting(made, { ...jobs, send: () => requested })
  const ready = async () => (await fetch(`${await listens}/api/health/ready`)).status
  await expect.poll(ready).toBe(200)
  const { begun, close } = await started
  goOn()
  await begun
  await close()
})

test('a start on a database that is up to date asks for what changed, and does nothing again', async () => {
  const made = await testDatabase()
  onTestFinished(() => made.drop())
  expect((await statementsOfStart(made)).texts.filter((text) => /INSERT INTO pgboss\.schedule/.test(text))).not.toEqual(
    [],
  )
  const { texts: again, untilReady } = await statementsOfStart(made)
  // What runs jobs by their schedules begins when requests are answered.
  expect(again.slice(0, untilReady).filter((text) => /cron_on|create_queue/.test(text))).toEqual([])
  expect(untilReady).toBeLessThan(READY_MOST)
  expect(again.filter((text) => /INSERT INTO pgboss\.schedule|create_queue\('(?!__pgboss)/.test(text))).toEqual([])
  expect(again.filter((text) => /where file = /.test(text))).toEqual([])
  expect((await statementsOfStart(made, jobs)).texts.length).toBeLessThan(STATEMENTS_MOST)
})
