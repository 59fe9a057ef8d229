/** The machine's clock is put right while people work: nobody is shut out, and nothing that they do fails. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { categories } from '#features/programming/categories/contract.ts'
import { hashPassword } from '#server/auth/password.ts'
import { addAdmin, defaultRoleId } from '#server/auth/store.ts'
import { testServer, tokensIn, type TestServer } from '#server/test/harness.ts'
import { session } from '../contract.ts'

const HOUR = 3_600_000
const PASSWORD = 'a good password'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await addAdmin(server.db, {
    email: 'ngozi@test.example',
    firstName: 'Ngozi',
    lastName: 'Eze',
    mobile: null,
    userType: 'Super Admin',
    roleId: await defaultRoleId(server.db),
    passwordHash: await hashPassword(PASSWORD),
  })
})
afterAll(() => server.close())

const signIn = () =>
  server.call(session.login, { as: 'nobody', body: { email: 'ngozi@test.example', password: PASSWORD } })
let count = 0
const create = (token: string) =>
  server.call(categories.create, {
    as: 'nobody',
    headers: { authorization: `Bearer ${token}` },
    body: { name: `Category ${++count}` },
  })

/** With the token that it has, else with a new one, else after signing in again. */
async function createAsBrowser({ access_token, refresh_token }: ReturnType<typeof tokensIn>) {
  const created = await create(access_token)
  if (created.status !== 401) return created
  const renewed = await server.call(session.refresh, { as: 'nobody', body: { token: refresh_token } })
  return create(tokensIn(renewed.status === 200 ? renewed : await signIn()).access_token)
}

test.each([
  ['an hour ahead', HOUR],
  ['an hour back', -HOUR],
  ['a day ahead', 24 * HOUR],
  ['a day back', -24 * HOUR],
])('%s: who was signed in goes on or signs in again, and works', async (_, jump) => {
  const before = tokensIn(await signIn())
  server.clock.set(new Date(server.clock.now().getTime() + jump).toISOString())
  expect((await createAsBrowser(before)).status).toBe(200)
  const again = await signIn()
  expect(again.status).toBe(200)
  expect((await create(tokensIn(again).access_token)).status).toBe(200)
})
