/**
 * Tests a database that stops answering, as when its machine hangs or the network fails.
 * @module-tag nightly
 */
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { start, type Started } from '#app/start.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { audit } from '#features/access/audit/contract.ts'
import { categories } from '#features/programming/categories/contract.ts'
import { session } from '#features/access/session/contract.ts'
import { openWatch } from '../watch/open.ts'
import { parseEnv } from '../env.ts'
import { addressOf } from '../test/harness.ts'
import { testMachines } from '../test/machines.ts'
import { addOwner, OWNER_EMAIL } from '../test/owner.ts'
import { connect } from './connect.ts'

const STATEMENT_MS = 1000
/** Statement timeout with the extra wait, or the timeout of a connection. */
const LIMIT_MS = 12_000
const OUTAGE_MS = 20_000
const SENTENCE = 'We cannot reach the database. Nothing was saved. Try again in a minute.'

describe.runIf(inject('database').postgres)('a database that stops answering for a while', () => {
  let machines: Awaited<ReturnType<typeof testMachines>>
  let server: Started
  let authorization: string
  beforeAll(async () => {
    machines = await testMachines()
    const env = parseEnv({
      PORT: '0',
      DEMO: 'off',
      LOG_LEVEL: 'silent',
      DATA_DIR: machines.primary.host,
      DATABASE_URL: machines.primary.url,
    })
    const opened = {
      watching: await openWatch(env, () => undefined),
      database: connect({ ...env, statementTimeoutMs: STATEMENT_MS }),
      logTo: () => {},
    }
    server = await start(env, { opened })
    await server.begun
    authorization = await addOwner(server.app)
  })
  afterAll(async () => {
    await server?.close()
    await machines?.stop()
  })

  const ask = async (endpoint: Endpoint, more: { body?: object } = {}) => {
    const since = performance.now()
    const { statusCode, body } = await server.server.inject({
      method: endpoint.method,
      url: addressOf(endpoint),
      headers: { authorization },
      ...(more.body && { payload: more.body }),
    })
    return {
      status: statusCode,
      ms: performance.now() - since,
      message: body ? (JSON.parse(body).message as string) : '',
    }
  }
  let count = 0
  const acknowledged: string[] = []
  const create = async () => {
    const name = `Category ${++count}`
    const answer = await ask(categories.create, { body: { name } })
    if (answer.status === 200) acknowledged.push(name)
    return answer
  }
  const healthOf = async (which: string) => {
    const since = performance.now()
    const { statusCode } = await server.server.inject({ url: `/api/health/${which}` })
    return { status: statusCode, ms: performance.now() - since }
  }
  const emails = () =>
    machines.primary.run(`select from emails where sent_at is not null and recipient = '${OWNER_EMAIL}'`)

  it('answers each call within its limit with a message, reports the outage in health, and recovers', async () => {
    expect((await create()).status).toBe(200)
    expect((await ask(audit.list)).status).toBe(200)
    const answers: Awaited<ReturnType<typeof ask>>[] = []
    const pending: Promise<unknown>[] = []
    const keep = (answer: ReturnType<typeof ask>) => pending.push(answer.then((one) => answers.push(one)))
    await machines.primary.hang()
    try {
      const until = performance.now() + OUTAGE_MS
      while (performance.now() < until) {
        for (const answer of [
          create(),
          ask(audit.list),
          ask(session.login, { body: { email: OWNER_EMAIL, password: 'x' } }),
        ])
          keep(answer)
        const [live, ready] = await Promise.all([healthOf('live'), healthOf('ready')])
        expect(live).toMatchObject({ status: 200 })
        expect(live.ms).toBeLessThan(1000)
        expect(ready).toMatchObject({ status: 503 })
        expect(ready.ms).toBeLessThan(5000)
      }
      await Promise.all(pending)
    } finally {
      await machines.primary.wake()
    }
    expect(answers.length).toBeGreaterThan(10)
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 503, message: SENTENCE })
      expect(answer.ms).toBeLessThan(LIMIT_MS)
    }
    await vi.waitFor(async () => expect((await create()).status).toBe(200), 15_000)
    expect(await healthOf('ready')).toMatchObject({ status: 200 })
    // Sessions are still valid, and the requested job is done.
    expect((await ask(session.profile)).status).toBe(200)
    expect((await ask(session.forgotPassword, { body: { email: OWNER_EMAIL } })).status).toBe(200)
    await vi.waitFor(async () => expect(await emails()).toHaveLength(1), 30_000)
    const rows = await machines.primary.run('select name from categories order by id')
    expect(rows.map(({ name }) => name)).toEqual(acknowledged)
    expect(server.app.database.pool.waitingCount).toBe(0)
  })
})
