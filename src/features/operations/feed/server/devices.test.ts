import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { newKey, sender, type Send } from './test/sender.ts'

let server: TestServer
let send: Send
let other: Send
beforeAll(async () => {
  server = await testServer()
  send = sender(server, (await newKey(server)).secret)
  other = sender(server, (await newKey(server, { name: 'Other', source: 'other' })).secret)
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.execute(sql`delete from push_devices`)
  await server.db.execute(sql`delete from customers`)
})

const at = (hour: number) => `2026-11-20T${String(hour).padStart(2, '0')}:00:00+01:00`
const device = (id: string, token: string, hour: number, more: object = {}) => ({
  id,
  token,
  at: at(hour),
  platform: 'android',
  ...more,
})
/** Returns each device that receives notifications, with its customer and token. */
const devices = async () => {
  const { rows } = await server.db.execute<{ device: string }>(sql`
    select d.external_id || ' ' || d.token || coalesce(' of ' || c.external_id, '') as device
    from push_devices d left join customers c on c.id = d.customer_id where d.removed_at is null order by 1`)
  return rows.map((row) => row.device)
}
const endOf = async (id: string) =>
  (
    await server.db.execute<{ removal_reason: string | null }>(
      sql`select removal_reason from push_devices where external_id = ${id}`,
    )
  ).rows[0]?.removal_reason

test('keeps the latest values of a device in any order of arrival', async () => {
  await send('devices', [device('a', 'T2', 12, { customer_id: 'c1' })])
  const late = await send('devices', [device('a', 'T1', 10), device('a', 'T3', 14), device('a', 'T0', 9)])
  expect(late.data).toMatchObject({ accepted: 1, duplicate: 2 })
  expect(await devices()).toEqual(['a T3'])
})

test('moves a token to the device and customer that reported it last', async () => {
  await send('devices', [device('a', 'T', 10, { customer_id: 'c1' })])
  await send('devices', [device('b', 'T', 11, { customer_id: 'c2' })])
  expect(await devices()).toEqual(['b T of c2'])
  expect(await endOf('a')).toBe('moved')
  await other('devices', [device('x', 'T', 12)])
  expect(await devices()).toEqual(['x T'])
})

test('keeps the token with its new device when the old device is reported late', async () => {
  await send('devices', [device('b', 'T', 11)])
  expect((await send('devices', [device('a', 'T', 10)])).data).toMatchObject({ accepted: 1 })
  expect(await devices()).toEqual(['b T'])
})

test('resolves repeated and swapped tokens within a batch', async () => {
  await send('devices', [device('a', 'T1', 9), device('b', 'T1', 10), device('c', 'T2', 10)])
  expect(await devices()).toEqual(['b T1', 'c T2'])
  await send('devices', [device('b', 'T2', 12), device('c', 'T1', 12)])
  expect(await devices()).toEqual(['b T2', 'c T1'])
})

test('stops notifications to a removed device until it is reported again, with or without a token', async () => {
  await send('devices', [device('a', 'T', 10)])
  const removed = await send('devices', [{ id: 'a', at: at(11), platform: 'android', removed: true }])
  expect(removed.data).toMatchObject({ accepted: 1 })
  expect([await devices(), await endOf('a')]).toEqual([[], 'reported'])
  await send('devices', [device('a', 'T', 12)])
  expect(await devices()).toEqual(['a T'])
})

test.each([
  [{ token: '' }, 'token is required'],
  [{ token: 'x'.repeat(1001) }, 'token must have at most 1000 characters'],
  [{ platform: 'symbian' }, 'platform must be one of android, ios, web'],
  [{ at: '2026-11-20' }, 'at must be a time with its zone, such as 2026-11-21T18:30:00+01:00'],
  [{ removed: 'yes' }, 'removed must be true or false'],
])('rejects %j', async (more, reason) => {
  const { data } = await send('devices', [device('a', 'T', 10, more)])
  expect(data.lines).toEqual([{ line: 1, id: 'a', state: 'rejected', reason }])
})

test('moves devices to the customer after a merge and deletes them after an erasure', async () => {
  await send('devices', [device('a', 'T1', 10, { customer_id: 'c1' }), device('b', 'T2', 10, { customer_id: 'c2' })])
  await server.db.execute(sql`
    update customers set merged_into = (select id from customers where external_id = 'c2') where external_id = 'c1'`)
  expect(await devices()).toEqual(['a T1 of c2', 'b T2 of c2'])
  await server.db.execute(sql`update customers set erased_at = now() where external_id = 'c2'`)
  expect(await devices()).toEqual([])
})

test('stops notifications to the device of an erased customer until another customer signs in', async () => {
  await send('devices', [device('a', 'T1', 9, { customer_id: 'c1' }), device('b', 'T2', 9)])
  await server.db.execute(sql`update customers set erased_at = now() where external_id = 'c1'`)
  const answer = await send('devices', [
    device('a', 'T1', 10, { customer_id: 'c1' }),
    device('c', 'T2', 10, { customer_id: 'c1' }),
  ])
  expect(answer.data).toMatchObject({ accepted: 2 })
  expect([await devices(), await endOf('a'), await endOf('b')]).toEqual([[], 'erased', 'moved'])
  await send('devices', [device('a', 'T1', 11, { customer_id: 'c2' })])
  expect(await devices()).toEqual(['a T1 of c2'])
})

test('runs concurrent batches with the same tokens one after another', async () => {
  const batch = (id: string, hour: number) =>
    Array.from({ length: 50 }, (_, n) => device(`${id}${n}`, `T${n}`, hour, { customer_id: `c${n % 7}` }))
  const answer = await Promise.all([
    send('devices', batch('a', 10)),
    other('devices', batch('b', 12).toReversed()),
    send('devices', batch('c', 11)),
  ])
  expect(answer.map(({ status, data }) => [status, data.accepted])).toEqual([
    [200, 50],
    [200, 50],
    [200, 50],
  ])
  expect(await devices()).toHaveLength(50)
  expect((await devices()).every((row) => row.startsWith('b'))).toBe(true)
})
