import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { hashPassword } from '#server/auth/password.ts'
import { addAdmin, defaultRoleId } from '#server/auth/store.ts'
import { customerByEmail } from '#features/customers/customers/server/people.ts'

let server: TestServer
const EMAIL = 'ngozi@test.example'
const PASSWORD = ' a good password '
beforeAll(async () => {
  server = await testServer()
  await addAdmin(server.db, {
    email: EMAIL,
    firstName: 'Ngozi',
    lastName: 'Eze',
    userType: 'Admin',
    roleId: await defaultRoleId(server.db),
    passwordHash: await hashPassword(PASSWORD),
  })
})
afterAll(() => server.close())

const post = async (url: string, payload: object, remoteAddress: string) =>
  (await server.inject({ method: 'POST', url, payload, remoteAddress })).statusCode
const signIn = (remoteAddress: string, password = PASSWORD) =>
  post('/api/auth/login', { email: EMAIL, password }, remoteAddress)
const forgot = (remoteAddress: string, email = EMAIL) => post('/api/auth/forgot-password', { email }, remoteAddress)
const times = async (many: number, request: (n: number) => Promise<number>) => {
  const answers: number[] = []
  for (let n = 0; n < many; n++) answers.push(await request(n))
  return answers
}
const HOME = '198.51.100.7'

// ASVS: 6.2.8
test('a password that begins and ends with a space is taken as it was typed', async () => {
  expect(await signIn(HOME)).toBe(200)
  expect(await signIn(HOME, PASSWORD.trim())).toBe(401)
})

// ASVS: 6.1.1, 6.3.1
test("a stranger's guesses are refused in the stranger's network, and keep nobody else out", async () => {
  const guesses = await times(12, (n) => signIn(`203.0.113.${n}`, 'a guess'))
  expect(guesses).toEqual([...Array<number>(10).fill(401), 429, 429])
  expect(await signIn('192.0.2.1')).toBe(200)
  expect(await signIn(HOME)).toBe(200)
})

test('guesses from everywhere meet a limit of the account, but for where its owner signed in before', async () => {
  await server.db.execute(sql`update rate_limits set count = 200 where key = ${`login ${EMAIL}`}`)
  await server.db.execute(sql`
    insert into rate_limits (key, window_start, count)
    select ${`login ${EMAIL}`}, to_timestamp(floor(extract(epoch from ${server.clock.now().toISOString()}::timestamptz) / 300) * 300), 200
    on conflict (key, window_start) do update set count = 200`)
  expect(await signIn('203.0.114.1')).toBe(429)
  expect(await signIn(HOME)).toBe(200)
  expect(await signIn('192.0.2.200')).toBe(200)
})

test("a stranger's requests for reset links keep the owner from none", async () => {
  const statuses = await times(6, () => forgot('203.0.115.9'))
  expect(statuses).toEqual([...Array<number>(5).fill(200), 429])
  expect(await forgot(HOME)).toBe(200)
})

test('a customer is found by the address, not by reading everybody', async () => {
  await server.db.execute(sql`
    insert into customers (source, external_id, first_name, email, registered_at, registered_on)
    select 'test', 'c' || n, 'C', 'c' || n || '@mail.example', '2026-01-05T08:00Z', '2026-01-05'
    from generate_series(1, 5000) n`)
  await server.db.execute(sql`analyze customers`)
  const queries: string[] = []
  const watched = Object.create(server.db, {
    execute: {
      value: async (query: ReturnType<typeof sql>) => {
        const { rows } = await server.db.execute<{ 'QUERY PLAN': string }>(sql`explain (analyze, timing off) ${query}`)
        queries.push(...rows.map((row) => row['QUERY PLAN']))
        return server.db.execute(query)
      },
    },
  }) as typeof server.db
  expect(await customerByEmail(watched, 'nobody@mail.example')).toBeUndefined()
  expect(queries.join('\n')).toContain('customers_emails')
  expect(queries.join('\n')).not.toContain('Rows Removed by Filter')
})

// ASVS: 6.3.8
test('what is done at once for an address is the same whoever has it: who it is shows when the email is written', async () => {
  await server.runJobs()
  for (const [n, email] of ['c7@mail.example', 'nobody@mail.example', EMAIL].entries())
    expect(await forgot(`203.0.116.${n}`, email)).toBe(200)
  const waiting = await server.db.execute(sql`
    select kind, params ->> 'email' as email from emails where state = 'pending' order by id`)
  expect(waiting.rows).toEqual(
    ['c7@mail.example', 'nobody@mail.example', EMAIL].map((email) => ({ kind: 'password-reset', email })),
  )
  await server.runJobs()
  const sent = await server.db.execute(sql`select recipient from outbox order by id desc limit 2`)
  expect(sent.rows).toEqual([{ recipient: EMAIL }, { recipient: 'c7@mail.example' }])
})
