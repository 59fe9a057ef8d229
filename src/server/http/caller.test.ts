import { afterAll, beforeAll, expect, test } from 'vitest'
import { admins } from '#features/access/admins/contract.ts'
import { testServer, type TestServer } from '../test/harness.ts'

const lines: string[] = []
let server: TestServer
beforeAll(async () => {
  server = await testServer({ env: { LOG_LEVEL: 'info' }, logTo: { write: (line) => void lines.push(line) } })
})
afterAll(() => server.close())

/** Returns the caller in the log entry of the answer. */
async function callerOf(as: 'superadmin' | 'powerless' | 'nobody') {
  const { status, headers } = await server.call(admins.list, { as })
  const answered = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .find(({ reqId, msg }) => reqId === headers['x-request-id'] && msg === 'request')
  return [status, answered?.caller]
}

// ASVS: 16.2.1, 16.3.3
test('logs the caller by number and not by name, also when the call is denied', async () => {
  expect(await callerOf('superadmin')).toEqual([200, expect.stringMatching(/^admin \d+$/)])
  expect(await callerOf('powerless')).toEqual([403, expect.stringMatching(/^admin \d+$/)])
  expect(await callerOf('nobody')).toEqual([401, undefined])
})
