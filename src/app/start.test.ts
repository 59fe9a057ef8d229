import { expect, inject, test } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { parseEnv } from '#server/env.ts'
import { testDatabase } from '#server/test/database.ts'
import { start } from './start.ts'

const jobs = { send: async () => {}, stop: async () => {} }

/** Starts a server; `listens` is its address as soon as it can be called. */
function starting(made: { databaseUrl?: string; dataDir: string }) {
  let hear = (_address: string) => {}
  const listens = new Promise<string>((resolve) => (hear = resolve))
  const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = made
  const env = parseEnv({ PORT: '0', DEMO: 'off', LOG_LEVEL: 'info', DATABASE_URL, DATA_DIR })
  const write = (line: string) => {
    const address = /Server listening at (http\S+?)"/.exec(line)?.[1]
    if (address) hear(address)
  }
  return { listens, started: start(env, { jobs, logTo: { write } }) }
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
  await before.pool.query(`insert into migrations (file) values ('0999_of_the_next_release.sql')`)
  await before.close()
  const { listens, started } = starting(made)
  await expect(started).rejects.toThrow('The database was made by another version of Marquee')
  await expect(fetch(await listens)).rejects.toThrow('fetch failed')
  await made.drop()
})
