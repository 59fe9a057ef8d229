import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { everyEndpoint } from '#app/server-features.ts'
import { nameOf, type Endpoint } from '#contract/endpoint.ts'
import { permissions, refusal } from '#contract/permissions.ts'
import { settled } from '#features/access/admins/role-rules.ts'
import { roles } from '../auth/tables.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { isThorough } from '#server/test/thorough.ts'

let server: TestServer
let customer = 0
let many = 0
/** Texts by which the customer of this test is recognised. */
let secrets: string[] = []

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  const no = String(++many).padStart(2, '0')
  const [first, last, email, phone] = [`Zyx${no}first`, `Zyx${no}last`, `zyx${no}@private.example`, `+23480311199${no}`]
  const [birthDate, card] = [`19${no}-06-05`, `ZYX-${no}-CARD`]
  secrets = [first, last, email, phone.slice(-10), birthDate, card]
  const { rows } = await server.db.execute<{ id: number }>(sql`
    insert into customers (source, external_id, first_name, last_name, email, phone, birth_date, card_number, registered_at,
      registered_on)
    values ('test', ${no}, ${first}, ${last}, ${email}, ${phone}, ${birthDate}, ${card}, '2026-01-05T08:00Z', '2026-01-05')
    returning id`)
  customer = rows[0]!.id
})

/**
 * Every field by which a call could name a customer, and the other fields that such calls need. Unknown fields are
 * ignored.
 */
const body = () => ({
  id: customer,
  userId: customer,
  user_id: customer,
  customerId: customer,
  customer_id: customer,
  points: 5,
  tier: 1,
  reason: 'Seen',
  recipient: 'Seen',
  name: 'Seen',
})
const read = { forKidsClub: 'true', perPage: '100' }

const those = (granted: readonly string[], isWrite: boolean) =>
  everyEndpoint.filter(
    ({ method, permission, stream, files }) =>
      (method !== 'GET') === isWrite &&
      permission !== 'public' &&
      permission !== 'feed' &&
      stream !== 'text/event-stream' &&
      !files &&
      !refusal({ userType: 'Admin', permissions: granted }, permission),
  )

const call = (endpoint: Endpoint, more: object) =>
  server.call(endpoint, { as: 'powerless', params: { id: customer } as never, ...more })

/** Returns the texts of the customer that all reads of a role show. */
async function visibleTo(granted: readonly string[]): Promise<string[]> {
  const texts: string[] = []
  for (const endpoint of those(granted, false))
    for (const query of isThorough ? [{}, read] : [read])
      texts.push((await call(endpoint, { query: query as never })).text)
  return secrets.filter((secret) => texts.some((text) => text.includes(secret)))
}

/** Runs the writes of a role that succeed on the customer. @returns the texts that the role can read only after them */
async function scopeOf(chosen: readonly string[]) {
  const granted = settled(chosen)
  await server.db.update(roles).set({ permissions: granted }).where(eq(roles.name, 'Powerless'))
  const before = await visibleTo(granted)
  const done: string[] = []
  const calls: string[] = []
  // Deletes are last.
  const writes = those(granted, true).toSorted(
    (one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'),
  )
  const isOn = ({ path }: Endpoint) => !path.startsWith('/auth/')
  let after: string[] = []
  const scoped = writes.filter(isOn)
  for (const [n, endpoint] of scoped.entries()) {
    const answer = await call(endpoint, { body: body() })
    const isDone = answer.status < 300
    if (isDone) {
      done.push(nameOf(endpoint))
      calls.push(answer.text)
    }
    // Reads after each write; in a short run before the first delete and at the end.
    const isLast = n + 1 === scoped.length || (scoped[n + 1]!.method === 'DELETE' && endpoint.method !== 'DELETE')
    if (isThorough ? isDone : isLast) after = [...after, ...(await visibleTo(granted))]
  }
  const seen = secrets.filter((secret) => after.includes(secret) || calls.some((text) => text.includes(secret)))
  return { done, before, gained: seen.filter((secret) => !before.includes(secret)) }
}

// ASVS: 8.2.2
test.each(permissions.filter((permission) => permission.endsWith(':write')))(
  'shows no customer to a role that may only %s and reads after its writes',
  async (permission) => {
    expect((await scopeOf([permission])).gained).toEqual([])
  },
)

test('reaches a customer with these writes, and shows customers to a role that may see them', async () => {
  const club = await scopeOf(['kids-club:write', 'customers:read'])
  expect(club.done).toContain('kids-club.add')
  expect(club.before).toEqual(expect.arrayContaining(secrets.slice(0, 3)))
})
