import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { posCinema, posFilm, scriptedPos } from '#server/test/pos.ts'
import { cinemas } from '../contract.ts'
import { syncScheduleJob } from './jobs.ts'
import { syncSchedule } from './sync.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('a chain without a point of sale has no cinemas: the made-up ones are for the demo alone', async () => {
  await syncScheduleJob.run(server.app, {})
  const answer = await server.call(cinemas.list)
  expect(answer.status).toBe(200)
  expect(answer.body.data).toEqual([])
})

// Clauses: core 82, 183; operations 209-210, 425, 440
test('states by name with their open cinemas by name', async () => {
  const pos = scriptedPos()
  pos.has.films = [posFilm('1', 'A')]
  pos.has.cinemas = [
    posCinema('0004', 'Lekki', 'Lagos'),
    posCinema('0003', 'ikeja', 'Lagos'),
    posCinema('0009', 'Ẹgbẹda', 'Lagos'),
    posCinema('0001', 'Uyo', 'Akwa Ibom'),
    posCinema('0002', 'Gone', 'Edo'),
  ]
  server.app.pos = pos
  await syncSchedule(server.app)
  pos.has.cinemas.pop()
  await syncSchedule(server.app)
  // Whatever the role allows.
  const answer = await server.call(cinemas.list, { as: 'powerless' })
  expect(answer.body.data.map(({ name, cinemas: list }) => [name, list])).toEqual([
    ['Akwa Ibom', [{ id: '0001', cinema_name: 'Uyo' }]],
    [
      'Lagos',
      [
        { id: '0009', cinema_name: 'Ẹgbẹda' },
        { id: '0003', cinema_name: 'ikeja' },
        { id: '0004', cinema_name: 'Lekki' },
      ],
    ],
  ])
})

test('closed cinemas are listed where they are asked for, and said to be closed', async () => {
  const all = await server.call(cinemas.list, { query: { with_closed: 'true' } })
  expect(all.body.data.map(({ name }) => name)).toEqual(['Akwa Ibom', 'Edo', 'Lagos'])
  expect(all.body.data[1]!.cinemas).toEqual([{ id: '0002', cinema_name: 'Gone', is_closed: true }])
})
