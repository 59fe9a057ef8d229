/** @module-tag nightly */
import { Agent, get } from 'node:http'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { everyEndpoint } from '#app/server-features.ts'
import { start, type Started } from '#app/start.ts'
import { nameOf, type Endpoint } from '#contract/endpoint.ts'
import { BEGINNING, parsePosition, READ_AFTER } from '#contract/position.ts'
import { liveOf } from '#features/insights/analytics/server/live.ts'
import { audit } from '#features/access/audit/contract.ts'
import { connections, type Replica } from '#features/operations/connections/contract.ts'
import { categories } from '#features/programming/categories/contract.ts'
import { parseEnv } from '../env.ts'
import { addressOf } from '../test/harness.ts'
import { testMachines } from '../test/machines.ts'
import { addOwner } from '../test/owner.ts'

type Machines = Awaited<ReturnType<typeof testMachines>>
type Reply = { replicas: Replica[] }
type Call = { readAfter?: string | undefined; query?: Record<string, unknown>; body?: object }

const SOON = { timeout: 40_000, interval: 50 }
const LINES = 60_000

const serverOf = (machines: Machines, DATA_DIR: string, output: string[] = []) => {
  const all = machines.address(machines.primary, machines.replica)
  const settings = { DATA_DIR, DATABASE_URL: all, DATABASE_READ_URL: all, DATABASE_READ_LAG_SECONDS: '6' }
  return start(parseEnv({ PORT: '0', DEMO: 'off', LOG_LEVEL: 'warn', ...settings }), {
    jobs: { send: async () => {}, stop: async () => {} },
    logTo: { write: (line) => void output.push(line) },
  })
}

async function ask(
  { server }: Started,
  authorization: string,
  endpoint: Endpoint,
  { readAfter, query, body }: Call = {},
) {
  const answer = await server.inject({
    method: endpoint.method,
    url: addressOf(endpoint, { id: 1 }, query),
    headers: { authorization, ...(readAfter !== undefined && { [READ_AFTER]: readAfter }) },
    ...(body && { payload: body }),
  })
  return { status: answer.statusCode, text: answer.body, readAfter: answer.headers[READ_AFTER] as string | undefined }
}

describe.runIf(inject('database').postgres)('two servers on a primary and a replica', () => {
  let machines: Machines
  let one: Started
  let other: Started
  let authorization: string
  const output: string[] = []

  beforeAll(async () => {
    machines = await testMachines()
    one = await serverOf(machines, machines.primary.host, output)
    other = await serverOf(machines, machines.replica.host, output)
    await vi.waitFor(isRead, SOON)
    let id = 0
    do authorization = await addOwner(one.app, `owner${++id}@test.example`)
    while (!(await isOfReplica(`admin ${id}`)))
  })
  afterAll(async () => {
    await one?.close()
    await other?.close()
    await machines?.stop()
  })

  /** Returns whether the replica answers the reads of this caller. */
  const isOfReplica = async (who: string) => (await one.app.database.cluster!.readFor(who, BEGINNING)) !== undefined
  const call = (server: Started, endpoint: Endpoint, more?: Call) => ask(server, authorization, endpoint, more)
  const healthOf = async ({ server }: Started) => (await server.inject({ url: '/api/health/ready' })).json()
  const connectionsOf = async (server: Started) =>
    (JSON.parse((await call(server, connections.list)).text) as { data: Reply }).data.replicas
  const isRead = async () => {
    for (const server of [one, other]) expect(await healthOf(server)).toMatchObject({ replicas: { used: 1, of: 1 } })
  }
  const isLeftOut = async () => {
    for (const server of [one, other]) expect(await healthOf(server)).toMatchObject({ replicas: { used: 0, of: 1 } })
  }
  let count = 0
  /** Adds a category, and returns the entry that must then be in the audit log. */
  const write = async (server = one) => {
    const name = `Category ${++count}`
    const { status, readAfter } = await call(server, categories.create, { body: { name } })
    expect(status).toBe(200)
    return { name, readAfter }
  }
  const actions = async (server: Started, readAfter?: string) => (await call(server, audit.list, { readAfter })).text
  const whilePaused = async (work: () => Promise<void>) => {
    await machines.replica.run('select pg_wal_replay_pause()')
    try {
      await work()
    } finally {
      await machines.replica.run('select pg_wal_replay_resume()')
    }
  }
  const caughtUp = async (position: string) =>
    vi.waitFor(
      async () => expect(await other.app.database.cluster!.readFor('replica', parsePosition(position)!)).toBeDefined(),
      SOON,
    )

  it("reads from the replica, but nothing older than the caller's own writes on any server", async () => {
    await caughtUp((await write()).readAfter!)
    let last: Awaited<ReturnType<typeof write>>
    await whilePaused(async () => {
      last = await write()
      const { name, readAfter } = last
      for (const server of [one, other]) {
        expect(await actions(server, '0')).not.toContain(name)
        expect(await actions(server, readAfter)).toContain(name)
        // The primary answers callers without a position, or with a malformed one.
        expect(await actions(server)).toContain(name)
        expect(await actions(server, 'ffff')).toContain(name)
      }
    })
    await caughtUp(last!.readAfter!)
    expect(await actions(other, last!.readAfter)).toContain(last!.name)
  })

  it('shares the reads of all callers between the replica and the primary', async () => {
    const shares = await Promise.all(Array.from({ length: 200 }, (_, n) => isOfReplica(`admin ${n}`)))
    const ofReplica = shares.filter(Boolean).length
    expect(ofReplica).toBeGreaterThan(70)
    expect(ofReplica).toBeLessThan(130)
  })

  it('announces a change with the position from which it can be read', async () => {
    await isRead()
    await whilePaused(async () => {
      const stream = await liveOf(one.app).open(async () => true)
      const notified = new Promise<string>((resolve) => {
        stream.on('data', (part: Buffer) => {
          const [, data] = /^data: (.+)$/m.exec(part.toString()) ?? []
          if (data) resolve(data)
        })
      })
      const { name } = await write()
      await one.app.db.execute(sql`notify figures`)
      const { readAfter } = JSON.parse(await notified) as { readAfter: string }
      stream.destroy()
      expect(parsePosition(readAfter)).toBeDefined()
      expect(await actions(other, '0')).not.toContain(name)
      expect(await actions(other, readAfter)).toContain(name)
    })
    await vi.waitFor(isRead, SOON)
  })

  it('excludes a replica that falls behind, logs it, and uses the replica again later', async () => {
    await isRead()
    await whilePaused(async () => {
      const { name } = await write()
      await vi.waitFor(isLeftOut, SOON)
      expect(await actions(other, '0')).toContain(name)
      const [replica] = one.app.database.cluster!.replicas()
      expect(replica).toMatchObject({ isUsed: false, reason: expect.stringMatching(/^it is \d+ s behind$/) })
      // The Connections screen shows the exclusion and its time.
      const [connection] = await connectionsOf(one)
      expect(connection).toMatchObject({
        is_reached: true,
        is_used: false,
        reason: expect.stringMatching(/^it is \d+ s behind$/),
        left_out_since: expect.any(String),
      })
      expect(connection!.lag).toBeGreaterThan(6)
      expect(Date.parse(connection!.left_out_since!)).toBeLessThanOrEqual(Date.now())
      // The next check logs it.
      await vi.waitFor(() => expect(output.join('')).toMatch(/replica \S+ is excluded: it is \d+ s behind/), SOON)
    })
    await vi.waitFor(isRead, SOON)
    expect(await connectionsOf(one)).toMatchObject([{ is_used: true, reason: null, left_out_since: null }])
  })

  const lagging = everyEndpoint.filter(({ allowReplica }) => allowReplica)
  it('answers every delayed read from a replica, which would reject a write', async () => {
    const from = vi.spyOn(one.app.database.cluster!, 'readFor')
    const days = {
      from: '2026-11-01',
      to: '2026-11-07',
      until: '2026-11-07',
      date: '2026-11-01',
      year: 2026,
      month: 11,
    }
    const more = { start_date: '2026-11-01', end_date: '2026-11-07', duration: 'day', cinema_id: 1, searchInput: 'abc' }
    let successes = 0
    for (const endpoint of lagging) {
      const query = { ...days, ...more, search: 'abc', query: 'abc' }
      const { status, text } = await call(one, endpoint, { readAfter: '0', query })
      expect(status, `${nameOf(endpoint)}: ${text}`).toBeLessThan(500)
      if (status === 200) successes++
    }
    for (const { value } of from.mock.results) expect(await value).toBeDefined()
    expect(successes).toBeGreaterThan(70)
    from.mockRestore()
  })

  it('asks the primary when the replica cancels a statement', async () => {
    await machines.primary.run('create table kept as select generate_series(1, 1000) as n')
    const replica = (await one.app.database.cluster!.readFor('replica', BEGINNING))!
    await caughtUp((await write()).readAfter!)
    const reading = replica.execute(sql`select count(*)::int as count, pg_sleep(2) from kept`).then(({ rows }) => rows)
    await vi.waitFor(
      async () =>
        expect(
          await machines.replica.run(
            `select from pg_stat_activity where query like '%from kept%' and pid <> pg_backend_pid()`,
          ),
        ).toHaveLength(1),
      SOON,
    )
    await machines.primary.run('delete from kept where n > 10')
    await machines.primary.run('vacuum kept')
    expect(await reading).toMatchObject([{ count: 10 }])
  })

  it('asks the primary when a replica no longer answers', async () => {
    await isRead()
    await machines.replica.hang()
    try {
      const answers = await Promise.all([one, other].map((server) => call(server, audit.list, { readAfter: '0' })))
      for (const { status } of answers) expect(status).toBe(200)
      await vi.waitFor(isLeftOut, SOON)
      for (const server of [one, other])
        expect(await connectionsOf(server)).toMatchObject([
          {
            is_reached: false,
            is_used: false,
            lag: null,
            reason: expect.any(String),
            left_out_since: expect.any(String),
          },
        ])
    } finally {
      await machines.replica.wake()
    }
    await vi.waitFor(isRead, SOON)
  })

  it('finishes an export whose replica dies, excludes the replica, and uses it again later', async () => {
    await one.app.db.execute(sql`
      insert into audit_log (actor, action, entity, entity_id, summary)
      select 'Somebody', 'loaded', 'thing', n::text, repeat('so much was done ', 20) from generate_series(1, ${LINES}) n`)
    await caughtUp((await write()).readAfter!)
    const agent = new Agent()
    const lines = await new Promise<number>((resolve, reject) => {
      get(
        `${one.address}${addressOf(audit.csv)}`,
        { agent, headers: { authorization, [READ_AFTER]: '0' } },
        (response) => {
          let ends = 0
          let isKilled = false
          response.on('data', (part: Buffer) => {
            ends += part.filter((byte) => byte === 10).length
            if (isKilled) return
            isKilled = true
            response.pause()
            void machines.replica.kill().then(() => response.resume(), reject)
          })
          response.on('end', () => resolve(ends)).on('error', reject)
        },
      ).on('error', reject)
    })
    agent.destroy()
    expect(lines).toBeGreaterThan(LINES)
    await vi.waitFor(isLeftOut, SOON)
    expect((await call(other, audit.list, { readAfter: '0' })).status).toBe(200)
    await machines.replica.start()
    await vi.waitFor(isRead, SOON)
  })

  it('follows the promoted replica when the primary dies, and not the old primary when it returns', async () => {
    const { readAfter } = await write()
    await caughtUp(readAfter!)
    const until = new AbortController()
    let notifications = 0
    await one.app.database.listen('figures', () => void notifications++, until.signal)
    await machines.primary.kill()
    expect((await call(one, categories.create, { body: { name: 'Too soon' } })).status).toBe(503)
    await machines.replica.run('select pg_promote()')
    const since = performance.now()
    await vi.waitFor(async () => {
      for (const server of [one, other]) await write(server)
    }, SOON)
    expect(performance.now() - since).toBeLessThan(10_000)
    expect(output.join('')).toContain('is the primary now')

    await vi.waitFor(async () => {
      await one.app.db.execute(sql`notify figures`)
      expect(notifications).toBeGreaterThan(0)
    }, SOON)
    until.abort()

    await machines.primary.start()
    const { name, readAfter: later } = await write(other)
    expect(parsePosition(later!)!.timeline).toBe(parsePosition(readAfter!)!.timeline + 1)
    // The old primary is seen, and believes that it is the primary.
    const seen = ({ app }: Started) =>
      expect(app.database.cluster!.replicas()[0]).toMatchObject({ isUsed: false, reason: 'it is not a replica' })
    await vi.waitFor(() => [one, other].forEach(seen), SOON)
    await write(one)
    for (const server of [one, other]) expect(await actions(server, later)).toContain(name)

    // Even alone it is not trusted: both servers have checked it twice by then.
    await machines.replica.kill()
    const [{ now }] = (await machines.primary.run('select now()::text as now')) as [{ now: string }]
    const looked = `select from pg_stat_activity
      where application_name = 'marquee watching' and query_start > '${now}'::timestamptz + interval '1.5 seconds'`
    await vi.waitFor(async () => expect(await machines.primary.run(looked)).toHaveLength(2), SOON)
    for (const server of [one, other])
      expect((await call(server, categories.create, { body: { name: 'Lost' } })).status).toBe(503)
    expect(await machines.primary.run(`select from categories where name in ('${name}', 'Lost')`)).toHaveLength(0)
  })
})

describe.runIf(inject('database').postgres)('a server whose primary no longer answers', () => {
  let machines: Machines
  let server: Started
  beforeAll(async () => {
    machines = await testMachines()
    server = await serverOf(machines, machines.primary.host)
  })
  afterAll(async () => {
    await server?.close()
    await machines?.stop()
  })

  it('aborts waiting requests when another machine is promoted, and continues on that machine', async () => {
    const authorization = await addOwner(server.app)
    const write = (name: string) => ask(server, authorization, categories.create, { body: { name } })
    expect((await write('Before')).status).toBe(200)
    const { cluster } = server.app.database
    await vi.waitFor(() => expect(cluster!.replicas()).toMatchObject([{ isUsed: true, lagSeconds: 0 }]), SOON)
    await machines.primary.hang()
    try {
      const stuck = write('Stuck')
      await machines.replica.run('select pg_promote()')
      expect((await stuck).status).toBe(503)
      await vi.waitFor(async () => expect((await write('After')).status).toBe(200), SOON)
    } finally {
      await machines.primary.wake()
    }
    const names = await machines.replica.run('select name from categories order by id')
    expect(names).toEqual([{ name: 'Before' }, { name: 'After' }])
  })
})
