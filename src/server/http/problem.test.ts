import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { testDatabase } from '../test/database.ts'
import { asRefusal } from './problem.ts'

const UNAVAILABLE = { status: 503, message: 'We cannot reach the database. Nothing was saved. Try again in a minute.' }
const thrownBy = (work: Promise<unknown>): Promise<unknown> => work.then(String, (error: unknown) => error)

test.each([
  ['socket', '/no/such/folder'],
  ['name', 'database.invalid'],
])('answers 503 when the %s of the database does not exist', async (_, host) => {
  const client = new pg.Client({ host })
  expect(asRefusal(await thrownBy(client.connect()))).toMatchObject(UNAVAILABLE)
})

test('answers 503 when the queue of the database’s socket is full', () => {
  const refused = Object.assign(new Error('connect EAGAIN /run/.s.PGSQL.5432'), { code: 'EAGAIN', syscall: 'connect' })
  expect(asRefusal(Object.assign(new Error('Failed query: begin'), { cause: refused }))).toMatchObject(UNAVAILABLE)
})

test.runIf(inject('database').postgres)('answers 503 when the connection breaks, and to each later query', async () => {
  const { databaseUrl, drop } = await testDatabase()
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => {})
  await client.connect()
  const ended = new Promise((resolve) => client.once('end', () => resolve(undefined)))
  const broken = await thrownBy(client.query('select pg_terminate_backend(pg_backend_pid())'))
  expect(asRefusal(broken)).toMatchObject(UNAVAILABLE)
  await ended
  expect(asRefusal(await thrownBy(client.query('rollback')))).toMatchObject(UNAVAILABLE)
  await drop()
})

test.each([
  ['42501', 'could not open file "global/2676": Read-only file system'],
  ['58030', 'could not extend file "base/5/1259": Input/output error'],
])('answers 503 when the database cannot write to disk: %s, %s', (code, message) => {
  const error = Object.assign(new Error('Failed query'), { cause: Object.assign(new Error(message), { code }) })
  expect(asRefusal(error)).toMatchObject({
    status: 503,
    message: expect.stringMatching(/^The database cannot write to disk/),
  })
})

test('treats a missing permission of the database role as our own error', () => {
  const error = Object.assign(new Error('permission denied for table admins'), { code: '42501' })
  expect(asRefusal(error)).toBeUndefined()
})
