/**
 * Two servers behind a proxy are replaced one after the other while they are used, and nobody notices.
 * @module-tag nightly
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, createServer, get, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { categories } from '#features/programming/categories/contract.ts'
import { session } from '#features/access/session/contract.ts'
import { testDatabase } from '#server/test/database.ts'

const EMAIL = 'amaka@rolling.example'
const PASSWORD = 'harmattan over lagos'
const WORKERS = 6
/** What each waits between two requests: servers that start beside share the machine with them. */
const THINK_MS = 20
/** How often the proxy asks each server whether it is ready. */
const CHECK_MS = 100

test.runIf(inject('database').postgres)(
  'rolling upgrade under load: no request fails, and every acknowledged write is there once',
  async () => {
    const database = await testDatabase()
    onTestFinished(() => database.drop())
    const settings = {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: 'node_modules/.cache/compile',
      DATABASE_URL: database.databaseUrl,
      DATABASE_CONNECTIONS: '5',
      DATA_DIR: database.dataDir,
      DEMO: 'off',
      PORT: '0',
      TRUST_PROXY: 'on',
      STOP_DELAY_SECONDS: '1',
    }
    await makeAdmin(settings)
    const servers = await Promise.all([startServer(settings), startServer(settings)])
    const proxy = await startProxy()
    for (const server of servers) await proxy.add(server.port)

    const { tokens } = await ask(`${proxy.address}/api${session.login.path}`, 'POST', {
      body: { email: EMAIL, password: PASSWORD },
    }).then(({ data }) => data as { tokens: { access_token: string } })
    const load = startLoad(proxy.address, tokens.access_token)
    for (const [at, old] of servers.entries()) {
      await load.goesOn()
      servers[at] = await startServer(settings)
      await proxy.add(servers[at].port)
      await load.goesOn()
      expect(await old.stop()).toEqual([0, null])
      expect(proxy.ready()).not.toContain(old.port)
    }
    await load.goesOn()
    const { failed, acknowledged } = await load.stop()

    expect(failed).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(WORKERS)
    const client = new pg.Client({ connectionString: database.databaseUrl! })
    await client.connect()
    const stored = await client.query<{ name: string }>('select name from categories order by name collate "C"')
    await client.end()
    expect(stored.rows.map(({ name }) => name)).toEqual(acknowledged.toSorted())
  },
  180_000,
)

async function makeAdmin(env: NodeJS.ProcessEnv) {
  const maker = spawn(process.execPath, ['scripts/create-admin.ts', EMAIL, 'Amaka Obi'], { env })
  maker.stdin.end(`${PASSWORD}\n`)
  const [output] = await Promise.all([text(maker.stderr), once(maker, 'exit')])
  expect(output).toBe('')
}

/** The server as it is started in production, on a free port. */
async function startServer(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ['src/app/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let out = ''
  child.stdout.on('data', (data: Buffer) => (out += data))
  const address = /(?<=Marquee is at http:\/\/127\.0\.0\.1:)\d+/
  await expect.poll(() => out).toMatch(address)
  return {
    port: Number(address.exec(out)![0]),
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      return ended
    },
  }
}

/**
 * A proxy as simple as one can be: each request goes to the next server that said it was ready when it was asked last,
 * over connections that are kept, and is never tried again.
 */
async function startProxy() {
  const agent = new Agent({ keepAlive: true })
  const servers = new Map<number, boolean>()
  const ready = () => [...servers].filter(([, isReady]) => isReady).map(([port]) => port)
  let turn = 0
  const check = (port: number) =>
    new Promise<boolean>((resolve) => {
      const probe = get({ port, host: '127.0.0.1', path: '/api/health/ready', agent: false }, (answer) => {
        answer.resume()
        resolve(answer.statusCode === 200)
      })
      probe.on('error', () => resolve(false))
    })
  const checkAll = async () => {
    for (const port of servers.keys()) servers.set(port, await check(port))
  }
  const timer = setInterval(() => void checkAll(), CHECK_MS)
  const pass = (from: IncomingMessage, to: ServerResponse) => {
    const choice = ready()
    const port = choice[turn++ % choice.length]
    const passed = request({
      agent,
      port,
      host: '127.0.0.1',
      method: from.method,
      path: from.url,
      headers: from.headers,
    })
    passed.on('response', (answer) => {
      const { connection: _, 'keep-alive': __, ...headers } = answer.headers
      to.writeHead(answer.statusCode!, headers)
      answer.pipe(to)
    })
    passed.on('error', (error) => to.writeHead(502).end(`The server at ${port} did not answer: ${error.message}`))
    from.pipe(passed)
  }
  const server = createServer(pass)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(async () => {
    clearInterval(timer)
    agent.destroy()
    server.closeAllConnections()
    server.close()
  })
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready,
    add: async (port: number) => {
      servers.set(port, await check(port))
      expect(servers.get(port)).toBe(true)
    },
  }
}

/** People who write and read: who writes sends a key, so that a lost answer could be asked for again. */
function startLoad(address: string, token: string) {
  const failed: string[] = []
  const acknowledged: string[] = []
  let answered = 0
  const over = new AbortController()
  const attempt = async (method: string, path: string, more: Omit<Ask, 'token'>) => {
    await wait(THINK_MS)
    const { status, body, data } = await ask(`${address}/api${path}`, method, { token, ...more })
    answered++
    if (status !== 200) failed.push(`${method} ${path}: ${status} ${body}`)
    return data as { id: number } | undefined
  }
  const worker = async (nr: number) => {
    for (let n = 0; !over.signal.aborted; n++) {
      const name = `Worker ${nr}, ${n}`
      const key = `worker-${nr}-write-${n}-of-this-test`
      const made = await attempt('POST', categories.create.path, { body: { name }, key })
      if (!made) continue
      acknowledged.push(name)
      await attempt('GET', categories.one.path.replace('{id}', String(made.id)), {})
    }
  }
  const workers = Array.from({ length: WORKERS }, (_, nr) => worker(nr))
  return {
    /** Until each has been answered a few times more. */
    goesOn: async () => {
      await expect.poll(() => answered).toBeGreaterThan(answered + WORKERS * 10)
    },
    stop: async () => {
      over.abort()
      await Promise.all(workers)
      return { failed, acknowledged }
    },
  }
}

type Ask = { body?: object; token?: string; key?: string }
async function ask(url: string, method: string, { body, token, key }: Ask) {
  const headers = {
    ...(body && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(key && { 'idempotency-key': key }),
  }
  const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const answerText = await answer.text()
  return {
    status: answer.status,
    body: answerText,
    data: answer.ok ? (JSON.parse(answerText) as { data: unknown }).data : undefined,
  }
}
