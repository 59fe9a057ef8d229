/** The server's user needs only its own database, because managed PostgreSQL gives no superuser. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { messages } from '#features/access/admins/rules.ts'
import { start } from '#app/start.ts'
import { openSession } from '../auth/sessions.ts'
import { addAdmin, defaultRoleId } from '../auth/store.ts'
import { connect } from './connect.ts'
import { scopedTo } from './scoped.ts'
import { parseEnv } from '../env.ts'
import { administer, testDatabase } from '../test/database.ts'

const { postgres } = inject('database')
const NAME = `owner_${randomUUID().replaceAll('-', '')}`

describe.runIf(postgres)('a user with rights only on its own database', () => {
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

  it('can create the schema with the job queue, and serve', async () => {
    const url = new URL(postgres!)
    url.username = NAME
    url.pathname = NAME
    const { server, close } = await start(
      parseEnv({ PORT: '0', DEMO: 'off', LOG_LEVEL: 'silent', DATABASE_URL: url.href, DATA_DIR: made.dataDir }),
    )
    expect((await server.inject('/api/health/ready')).statusCode).toBe(200)
    await close()
  })

  it('cannot give cinema roles until it can use their database role', async () => {
    const url = new URL(postgres!)
    url.username = NAME
    url.pathname = NAME
    const settings = { PORT: '0', DEMO: 'off', LOG_LEVEL: 'silent', DATABASE_URL: url.href, DATA_DIR: made.dataDir }
    const giveOne = async () => {
      const { app, server, close } = await start(parseEnv(settings))
      const now = new Date()
      const person = { email: `${randomUUID()}@test.example`, firstName: 'Ada', lastName: 'Obi' }
      const { id } = await addAdmin(app.db, { ...person, userType: 'Super Admin', passwordHash: 'none' })
      const { sessionId } = await openSession(app.db, id, now, app.env.session)
      const { rows } = await app.db.execute<{ id: number }>(sql`
        with state as (insert into states (name) values (${id}) returning id)
        insert into cinemas (id, state_id, name) select ${id}, id, 'Lekki' from state returning state_id as id`)
      const answer = await server.inject({
        method: 'POST',
        url: '/api/admin/create-admin',
        headers: { authorization: `Bearer ${await app.accessTokens.sign(sessionId, now)}` },
        payload: {
          email: `${randomUUID()}@test.example`,
          mobile: '0803 123 4567',
          userType: 'ADMIN',
          first_name: 'Bisi',
          last_name: 'Ojo',
          cinemaRoles: [{ roleId: await defaultRoleId(app.db), states: [rows[0]!.id], cinemas: [] }],
        },
      })
      const bound = await app.db.execute(sql`select count(*)::int as n from pg_class where relrowsecurity`)
      await close()
      return [answer.statusCode, answer.json().message, bound.rows[0]!.n]
    }
    expect(await giveOne()).toEqual([409, messages.notScoped, 0])
    await administer(postgres!, `grant marquee_scoped to ${NAME}`)
    expect(await giveOne()).toEqual([201, 'Admin created', expect.any(Number)])
    const scoped = await connect({ databaseUrl: url.href, dataDir: made.dataDir })
    expect((await scopedTo(scoped.db, []).execute(sql`select from cinemas`)).rowCount).toBe(2)
    expect((await scopedTo(scoped.db, []).execute(sql`select from admins`)).rowCount).toBe(0)
    await scoped.close()
  })
})
