import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyEndpoint } from '#contract'
import { testServer, type TestServer } from '#server/test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

describe.each(everyEndpoint.map((endpoint) => ({ call: `${endpoint.method} ${endpoint.path}`, endpoint })))('$call', ({ endpoint }) => {
  const isOpen = endpoint.may === 'public'
  const needsPermission = !isOpen && endpoint.may !== 'session'

  test.skipIf(isOpen)('without a session: 401', async () => {
    const answer = await server.call(endpoint, { as: 'nobody' })
    expect(answer.status).toBe(401)
    expect(answer.problem).toMatchObject({ status: 401, message: expect.any(String) })
  })

  test.skipIf(isOpen)('with a forged token: 401', async () => {
    const answer = await server.call(endpoint, { as: 'nobody', headers: { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' } })
    expect(answer.status).toBe(401)
  })

  test.skipIf(!needsPermission)('with a role that allows nothing: 403, before anything is read', async () => {
    const answer = await server.call(endpoint, { as: 'powerless', body: { nothing: 'of use' } })
    expect(answer.status).toBe(403)
    expect(answer.problem).toEqual({ status: 403, message: 'Permission denied' })
  })

  test.skipIf(!isOpen)('is open: never 401 or 403 for want of a session', async () => {
    const answer = await server.call(endpoint, { as: 'nobody', ...(endpoint.method === 'POST' && { body: {} }) })
    expect([403]).not.toContain(answer.status)
  })
})
