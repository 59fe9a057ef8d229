/** @module-tag nightly */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { session } from '#features/access/session/contract.ts'
import { crash, databaseProcesses } from '../test/database-processes.ts'
import { testServer, type TestServer } from '../test/harness.ts'

let server: TestServer
const processes = databaseProcesses()
beforeAll(async () => {
  server = await testServer()
})
afterAll(async () => {
  processes.stopWatching()
  await server?.close()
})

test.runIf(!inject('database').postgres)(
  'a crash of the embedded database ends no server: it answers again',
  async () => {
    const ready = async () => (await server.inject({ url: '/api/health/ready' })).statusCode
    expect(await ready()).toBe(200)
    for (let round = 0; round < 3; round++) {
      await crash(processes.begun.at(-1)!)
      await expect.poll(ready).toBe(200)
      expect((await server.call(session.profile)).status).toBe(200)
    }
    expect(processes.begun).toHaveLength(4)
  },
)
