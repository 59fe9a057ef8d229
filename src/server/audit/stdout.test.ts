/**
 * The product as it is started, with AUDIT_LOG=stdout.
 * @module-tag nightly
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { categories } from '#features/programming/categories/contract.ts'
import { session } from '#features/access/session/contract.ts'
import { testDatabase } from '../test/database.ts'

const EMAIL = 'amaka@stdout.example'
const PASSWORD = 'harmattan over lagos'
const WRONG = 'a guess that is logged nowhere'

test('AUDIT_LOG=stdout writes committed entries, each a valid line of JSON, and no secret', async () => {
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: database.dataDir,
    ...(database.databaseUrl && { DATABASE_URL: database.databaseUrl }),
    DEMO: 'off',
    PORT: '0',
    AUDIT_LOG: 'stdout',
  }
  const node = (...args: string[]) => spawn(process.execPath, [...process.execArgv, ...args], { env })
  const maker = node('scripts/create-admin.ts', EMAIL, 'Amaka Obi')
  maker.stdin.end(`${PASSWORD}\n`)
  const [made] = await Promise.all([text(maker.stderr), once(maker, 'exit')])
  expect(made).toBe('')

  const server = node('src/app/main.ts')
  onTestFinished(() => void server.kill('SIGKILL'))
  let out = ''
  server.stdout.on('data', (data: Buffer) => (out += data))
  const saying = async (pattern: RegExp) => {
    await expect.poll(() => out).toMatch(pattern)
  }
  await saying(/Marquee is at http.+\n/)
  const at = /(?<=Marquee is at )http[^\s"]+/.exec(out)![0]
  const ask = async ({ method, path }: { method: string; path: string }, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(`${at}/api${path}`, { method, headers, body: JSON.stringify(body) })
    return { status: answer.status, data: ((await answer.json()) as { data: never }).data }
  }

  expect((await ask(session.login, { email: EMAIL, password: WRONG })).status).toBe(401)
  const { tokens } = (await ask(session.login, { email: EMAIL, password: PASSWORD })).data as { tokens: Tokens }
  expect((await ask(categories.create, { name: 'Told "outside",\nand once' }, tokens.access_token)).status).toBe(200)
  // A rejected call changes nothing, and writes nothing.
  expect((await ask(categories.create, { name: '' }, tokens.access_token)).status).toBe(422)
  await ask(session.forgotPassword, { email: EMAIL })
  await saying(/Requested a password reset/)
  server.kill('SIGTERM')
  await once(server, 'exit')

  // Without a terminal, the messages of start and end are lines of the log too.
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  expect(lines.map(({ msg }) => msg)).toEqual(
    expect.arrayContaining([`Marquee is at ${at}`, 'Finishing running requests …']),
  )
  const audited = lines.filter(({ type }) => type === 'audit')
  expect(audited.map(({ action, actor }) => [action, actor])).toEqual([
    ['session.login.refused', expect.any(String)],
    ['session.login', 'Amaka Obi'],
    ['categories.create', 'Amaka Obi'],
    ['session.forgotPassword', EMAIL],
  ])
  expect(audited.map(({ id }) => id)).toEqual(audited.map(({ id }) => id).toSorted((a, b) => a - b))
  expect(audited[2]).toMatchObject({ entity: 'category', after: { name: 'Told "outside",\nand once' } })
  for (const secret of [PASSWORD, WRONG, tokens.access_token, tokens.refresh_token, '$argon2id$'])
    expect(out).not.toContain(secret)
})

type Tokens = { access_token: string; refresh_token: string }
type Line = { type?: string; msg?: string; id: number; action: string; actor: string }
