/** The server that `npm run build` makes: its answers, its contents, and what makes it stale. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { session } from '#features/access/session/contract.ts'
import { connect } from './db/connect.ts'
import { inRoot } from './root.ts'
import { testDatabase } from './test/database.ts'
import { testServer } from './test/harness.ts'

type Part = { made: string }
type Parts = { parts: { server: Part; web: Part }; isSourceOf: (part: Part, name: string) => boolean }
// Scripts that run before the packages are installed are plain JavaScript without types.
const { parts, isSourceOf } = (await import(inRoot('scripts/parts.mjs'))) as Parts

beforeAll(() => {
  const built = spawnSync(process.execPath, [inRoot('scripts/build.mjs'), 'server'], { encoding: 'utf8' })
  if (built.status !== 0) throw new Error(built.stdout + built.stderr)
})

const files = () => globSync(inRoot('dist/server/*.js'))
/** Returns the first lines of a built file, and its dynamic imports of either form. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const first = /^(?:import .*\n)*/.exec(text)![0].matchAll(/["']([^"']+)["'];?$/gm)
  const later = text.matchAll(/(?:(?:await|=>) import|__require)\("([^"]+)"\)/g)
  return [...first, ...later].map(([, name]) => name!)
}

/** Starts it from another folder, as a service may. */
async function startBuilt(made: { databaseUrl?: string; dataDir: string }, more: Record<string, string> = {}) {
  const server = spawn(process.execPath, [...process.execArgv, inRoot('dist/server/main.js')], {
    cwd: made.dataDir,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: made.dataDir,
      ...(made.databaseUrl && { DATABASE_URL: made.databaseUrl }),
      DEMO: 'off',
      PORT: '0',
      ...more,
    },
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  let out = ''
  const listens = new Promise<void>((resolve) => {
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (data: Buffer) => {
        out += data
        if (/Marquee is at http.+\n/.test(out)) resolve()
      })
  })
  // Its output is complete when its streams close, not when it ends.
  const ended = once(server, 'close').then(([code]) => code as number)
  await Promise.race([listens, ended])
  return {
    address: /(?<=Marquee is at )http[^\s"]+/.exec(out)?.[0],
    out: () => out,
    ended,
    stop: async () => {
      server.kill('SIGTERM')
      return ended
    },
  }
}

test('answers like the source on either kind of database, and stops on a signal', async () => {
  const made = await testDatabase()
  onTestFinished(() => made.drop())
  const server = await startBuilt(made)
  expect((await fetch(`${server.address}/api/health/ready`)).status).toBe(200)
  const source = await testServer()
  onTestFinished(() => source.close())
  const api = await fetch(`${server.address}/api/openapi.json`)
  expect(await api.json()).toEqual((await source.inject({ method: 'GET', url: '/api/openapi.json' })).json())
  expect((await fetch(`${server.address}/api/docs.css`)).status).toBe(200)
  expect(await server.stop()).toBe(0)
})

test('counts for Prometheus', async () => {
  const made = await testDatabase()
  onTestFinished(() => made.drop())
  const token = 'a token that only the collector has'
  const server = await startBuilt(made, { METRICS_TOKEN: token })
  const metrics = await fetch(`${server.address}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  expect(await metrics.text()).toContain('# TYPE marquee_')
  await server.stop()
})

test('rejects a database of a later version, and names the unknown migrations', async () => {
  const made = await testDatabase()
  onTestFinished(() => made.drop())
  const before = await connect(made)
  await before.pool.query(`insert into migrations (file, hash) values ('0999_of_the_next_release.sql', '')`)
  await before.close()
  const server = await startBuilt(made)
  expect(await server.ended).toBe(1)
  expect(server.out()).toContain('0999_of_the_next_release.sql, which version')
})

test('names sources in the stack of an error', async () => {
  const made = await testDatabase()
  onTestFinished(() => made.drop())
  const before = await connect(made)
  await before.pool.query('alter table rate_limits rename to away')
  await before.close()
  const server = await startBuilt(made)
  const answer = await fetch(`${server.address}/api${session.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@chain.example', password: 'a password of hers' }),
  })
  expect(answer.status).toBe(500)
  await expect.poll(server.out).toContain('request failed')
  const { err } = server
    .out()
    .split('\n')
    .filter((line) => line.includes('request failed'))
    .map((line) => JSON.parse(line) as { err: { stack: string } })[0]!
  expect(err.stack).toContain(`${inRoot('src/server/http/rate-limit.ts')}:`)
  expect(err.stack).not.toContain(inRoot('dist'))
  await server.stop()
})

test("compiles the image's programs in advance, as the user who runs it", () => {
  const [steps] = readFileSync(inRoot('Dockerfile'), 'utf8').split('HEALTHCHECK').slice(0, 1)
  const [, command] = /^USER .*\n(?:#.*\n)*RUN (.*)$/m.exec(steps!)!
  expect(readFileSync(inRoot('Dockerfile'), 'utf8')).toContain('CMD ["node", "dist/server/main.js"]')
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marquee-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  symlinkSync(inRoot('dist'), path.join(folder, 'dist'))
  const ran = spawnSync('sh', ['-c', command!], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
      NODE_COMPILE_CACHE: path.join(folder, '.compiled'),
    },
  })
  expect(ran.status, ran.stderr).toBe(0)
  const sizes = globSync(path.join(folder, '.compiled/*/*')).map((file) => statSync(file).size)
  expect(Math.max(...sizes)).toBeGreaterThan(1_000_000)
})

test('lists all of its sources, so that a change makes it stale', () => {
  const mapped = files().filter((file) => existsSync(`${file}.map`))
  const sources = mapped.flatMap((file) => {
    const map = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as { sources: string[] }
    return map.sources.map((source) => path.relative(inRoot(), path.resolve(path.dirname(file), source)))
  })
  const own = sources.filter((name) => name.startsWith('src/'))
  expect(own).toEqual(expect.arrayContaining(['src/app/start.ts', 'src/server/db/upkeep.ts']))
  expect(own.filter((name) => !isSourceOf(parts.server, name))).toEqual([])
})

/** Optional packages of others: debug prints colours with supports-color. */
const OPTIONAL = ['supports-color']

test('finds the packages that it loads where it runs', () => {
  const { dependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { dependencies: object }
  const loaded = new Set(
    files()
      .flatMap(importsOf)
      .filter((name) => !name.startsWith('.') && !isBuiltin(name) && !OPTIONAL.includes(name)),
  )
  expect([...loaded].toSorted()).toEqual([
    '@electric-sql/pglite',
    '@electric-sql/pglite/contrib/btree_gist',
    '@electric-sql/pglite/contrib/pg_trgm',
    'sharp',
  ])
  for (const name of loaded) expect(dependencies).toHaveProperty([/^(@[^/]+\/)?[^/]+/.exec(name)![0]])
})
