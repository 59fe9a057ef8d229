import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyEndpoint } from '#app/server-features.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { testServer, type Answer, type Call, type TestServer } from '#server/test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const those = (fits: (endpoint: Endpoint) => boolean) => everyEndpoint.filter(fits)
const closed = those(({ permission }) => permission !== 'public')
const permitted = those(
  ({ permission }) => permission !== 'public' && permission !== 'session' && permission !== 'person',
)
const ofOne = those(({ path }) => path.includes('{id}'))
const open = those(({ permission }) => permission === 'public')

/** Makes a call of each endpoint and checks each answer. Names those that answer otherwise. */
async function expectOfEach(
  endpoints: readonly Endpoint[],
  call: Call<Endpoint>,
  expected: (answer: Answer<Endpoint>) => void,
) {
  expect(endpoints.length).toBeGreaterThan(5)
  for (const endpoint of endpoints) {
    const answer = await server.call(endpoint, call)
    try {
      expected(answer)
    } catch (error) {
      throw new Error(`${endpoint.method} ${endpoint.path}: ${(error as Error).message}`, { cause: error })
    }
  }
}

// ASVS: 2.2.1
describe('every call of the API', () => {
  // ASVS: 3.5.1, 3.5.2, 6.3.4
  // Clauses: core 140; operations 1-2, 338
  test.each(['', 'Bearer eyJhbGciOiJub25lIn0.eyJzaWQiOiIxIn0.'])(
    'answers 401 without a session or with a forged token: “%s”',
    async (authorization) => {
      const call = { as: 'nobody', headers: { authorization }, body: { nothing: 'of use' } } as const
      await expectOfEach(closed, call, ({ status, problem }) => {
        expect([status, problem]).toEqual([401, { status: 401, message: 'Sign in to continue' }])
      })
    },
  )

  // ASVS: 2.2.2, 8.2.1, 8.3.1
  // Clauses: operations 333
  test('answers 403 to a role that allows nothing, before anything is read', async () => {
    await expectOfEach(permitted, { as: 'powerless', body: { nothing: 'of use' } }, ({ status, problem }) => {
      expect([status, problem]).toEqual([403, { status: 403, message: 'Permission denied' }])
    })
  })

  // ASVS: 1.4.2
  test('finds no record for an id above the range of integers', async () => {
    await expectOfEach(ofOne, { params: { id: 2 ** 31 }, body: {} } as never, ({ problem }) => {
      expect(problem?.message).not.toBe('A number is too large to be stored')
    })
  })

  // Clauses: operations 370, 426-427
  test('requires no session where it is public', async () => {
    await expectOfEach(open, { as: 'nobody', body: {} }, ({ status, problem }) => {
      expect(problem.message).not.toBe('Sign in to continue')
      expect(status).not.toBe(403)
    })
  })
})
