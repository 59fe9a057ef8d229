import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyEndpoint } from '#app/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const those = (fits: (endpoint: Endpoint) => boolean) =>
  everyEndpoint.filter(fits).map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
const closed = those(({ may }) => may !== 'public')
const permitted = those(({ may }) => may !== 'public' && may !== 'session' && may !== 'person')
const ofOne = those(({ path }) => path.includes('{id}'))
const open = those(({ may }) => may === 'public')

describe('every call of the API', () => {
  // Clauses: core 140; operations 1-2, 338
  test.each(closed)('%s without a session or with a forged token: 401', async (_, endpoint) => {
    for (const authorization of ['', 'Bearer eyJhbGciOiJub25lIn0.eyJzaWQiOiIxIn0.']) {
      const answer = await server.call(endpoint, {
        as: 'nobody',
        headers: { authorization },
        body: { nothing: 'of use' },
      })
      expect(answer.status).toBe(401)
      expect(answer.problem).toEqual({ status: 401, message: 'Sign in to go on' })
    }
  })

  // Clauses: operations 333
  test.each(permitted)('%s with a role that allows nothing: 403, before anything is read', async (_, endpoint) => {
    const answer = await server.call(endpoint, { as: 'powerless', body: { nothing: 'of use' } })
    expect(answer.status).toBe(403)
    expect(answer.problem).toEqual({ status: 403, message: 'Permission denied' })
  })

  test.each(ofOne)('%s of an id that is larger than any: of no such record', async (_, endpoint) => {
    const answer = await server.call(endpoint, { params: { id: 2 ** 31 }, body: {} })
    expect(answer.problem?.message).not.toBe('A number is larger than can be stored')
  })

  // Clauses: operations 370, 426-427
  test.each(open)('%s asks for no session', async (_, endpoint) => {
    const answer = await server.call(endpoint, { as: 'nobody', body: {} })
    expect(answer.problem.message).not.toBe('Sign in to go on')
    expect(answer.status).not.toBe(403)
  })
})
