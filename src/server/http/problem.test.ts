import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { testDatabase } from '../test/database.ts'
import { asRefusal } from './problem.ts'

const UNAVAILABLE = { status: 503, message: 'The database is not answering. Nothing was changed; try again shortly' }
const thrownBy = (work: Promise<unknown>): Promise<unknown> => work.then(String, (error: unknown) => error)

test.each([
  ['socket', '/no/such/folder'],
  ['name', 'database.invalid'],
])('a %s that is gone is a database that is away', async (_, host) => {
  const client = new pg.Client({ host })
  expect(asRefusal(await thrownBy(client.connect()))).toMatchObject(UNAVAILABLE)
})

test('so is one at whose socket so many wait that it takes no more', () => {
  const refused = Object.assign(new Error('connect EAGAIN /run/.s.PGSQL.5432'), { code: 'EAGAIN', syscall: 'connect' })
  expect(asRefusal(Object.assign(new Error('Failed query: begin'), { cause: refused }))).toMatchObject(UNAVAILABLE)
})

test.runIf(inject('database').postgres)('so is one whose connection breaks, whatever is asked next', async () => {
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
])('a disk that takes nothing any more is told of in words: %s, %s', (code, message) => {
  const error = Object.assign(new Error('Failed query'), { cause: Object.assign(new Error(message), { code }) })
  expect(asRefusal(error)).toMatchObject({ status: 503, message: expect.stringMatching(/^The disk of the database/) })
})

test('what a role of the database may not do is a fault of ours', () => {
  const error = Object.assign(new Error('permission denied for table admins'), { code: '42501' })
  expect(asRefusal(error)).toBeUndefined()
})
