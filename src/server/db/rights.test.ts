/** The server's user needs no more than a database of its own: managed PostgreSQL gives nobody a superuser. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { start } from '#app/start.ts'
import { parseEnv } from '../env.ts'
import { administer, testDatabase } from '../test/database.ts'

const { postgres } = inject('database')
const NAME = `owner_${randomUUID().replaceAll('-', '')}`

describe.runIf(postgres)('a user without rights but on its own database', () => {
  let made: Awaited<ReturnType<typeof testDatabase>>
  beforeAll(async () => {
    made = await testDatabase()
    await administer(postgres!, `create role ${NAME} login nosuperuser nocreatedb nocreaterole`)
    await administer(postgres!, `create database ${NAME} owner ${NAME}`)
  })
  afterAll(async () => {
    await administer(postgres!, `drop database ${NAME} with (force)`)
    await administer(postgres!, `drop role ${NAME}`)
    await made.drop()
  })

  it('is enough to make the schema, with the job queue, and to serve', async () => {
    const url = new URL(postgres!)
    url.username = NAME
    url.pathname = NAME
    const { server, close } = await start(
      parseEnv({ PORT: '0', DEMO: 'off', LOG_LEVEL: 'silent', DATABASE_URL: url.href, DATA_DIR: made.dataDir }),
    )
    expect((await server.inject('/api/health/ready')).statusCode).toBe(200)
    await close()
  })
})
