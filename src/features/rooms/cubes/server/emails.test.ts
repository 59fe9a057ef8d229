import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { cubes } from '../contract.ts'
import { messages } from '../rules.ts'
import { addChain, addCube, emails, slot, wanted } from './test/chain.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await addChain(server)
})
afterAll(() => server.close())

test('one address gets thirty emails an hour and no more: what is done goes through, and says so; another gets its own', async () => {
  const cube = await addCube(server)
  const [address, same] = ['flooded@mail.example', 'Flooded@Mail.example']
  const first = await server.call(cubes.book, { body: wanted(cube, { email: address }) })
  const { booking_id: id } = first.body.data
  const edit = (n: number) =>
    server.call(cubes.edit, { params: { id }, body: { full_name: `Guest ${n}`, email: n % 2 ? same : address } })
  for (let n = 2; n <= 30; n++) expect((await edit(n)).status).toBe(200)
  expect((await edit(31)).status).toBe(200)
  expect((await server.call(cubes.booking, { params: { id } })).body.data.full_name).toBe('Guest 31')
  expect(await emails(server)).toHaveLength(30)
  const steps = (await server.call(cubes.steps, { params: { id } })).body.data
  expect(steps.filter(({ reason }) => reason.endsWith(messages.notEmailed(30)))).toHaveLength(1)
  const body = wanted(cube, { email: 'other@mail.example', date_time: slot(1, 9) })
  expect((await server.call(cubes.book, { body })).status).toBe(201)
  server.clock.set(new Date(server.clock.now().getTime() + 3_600_000).toISOString())
  expect((await edit(32)).status).toBe(200)
  expect(await emails(server)).toHaveLength(2)
})
