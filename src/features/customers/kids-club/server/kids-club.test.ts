import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customers, type KidsClubUser } from '#features/customers/customers/contract.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { kidsClub } from '../contract.ts'
import { messages } from '../rules.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

let made = 0
async function customer(name = 'Kemi Ojo', more: { unlisted?: boolean } = {}): Promise<number> {
  const [first, last] = name.split(' ')
  const registered = more.unlisted ? null : '2026-01-05T08:00:00Z'
  const { rows } = await server.db.execute<{ id: number }>(sql`
    insert into customers (source, external_id, first_name, last_name, email, phone, card_number, birth_date, registered_at,
      registered_on)
    values ('test', ${String(++made)}, ${first}, ${last}, ${`k${made}@mail.example`}, '+2348031234567', ${`CARD-${made}`},
      '2018-04-01', ${registered}, ${registered && '2026-01-05'})
    returning id`)
  return rows[0]!.id
}
const GIVEN = { guardianName: 'Ronke Ojo', consentDate: '2026-11-20', consentSource: 'Form' }
const add = (body: unknown, as: 'superadmin' | 'powerless' = 'superadmin') => server.call(kidsClub.add, { body, as })
const edit = (id: number, body: unknown) => server.call(kidsClub.edit, { params: { id }, body })
const remove = (id: number) => server.call(kidsClub.remove, { params: { id } })
const member = async (more: object = {}) => {
  const id = await customer()
  await add({ userId: id, ...more })
  return id
}
const listed = async (query: object = {}) =>
  (await server.call(customers.all, { query: { forKidsClub: 'true', perPage: 100, ...query } })).body.data
const listedMember = async (id: number) =>
  ((await listed()).users as KidsClubUser[]).find(({ userId }) => userId === id)
const audited = async (id: number) =>
  (
    await server.db.execute<{ summary: string; before: unknown; after: unknown }>(
      sql`select summary, before, after from audit_log where entity = 'customer' and entity_id = ${String(id)} order by id`,
    )
  ).rows

describe('a member', () => {
  test('is told of by their id, to who may see the club, and nobody else is', async () => {
    const [id, other] = [await member(GIVEN), await customer()]
    const memberOf = (of: number, as: 'superadmin' | 'powerless' = 'superadmin') =>
      server.call(kidsClub.member, { params: { id: of }, as })
    expect((await memberOf(id)).body.data).toEqual({ userId: id, createdAt: TEST_NOW, ...GIVEN, version: 1 })
    expect((await memberOf(other)).body.data).toBeNull()
    await server.db.execute(sql`update customers set erased_at = now() where id = ${id}`)
    expect((await memberOf(id)).body.data).toBeNull()
    expect((await memberOf(id, 'powerless')).status).toBe(403)
  })

  test('leaves one line when they are opened, on their own or as part of the profile', async () => {
    const [alone, onProfile, other] = [await member(GIVEN), await member(GIVEN), await customer()]
    const memberOf = (id: number) => server.call(kidsClub.member, { params: { id } })
    for (const id of [alone, alone, other]) await memberOf(id)
    await server.call(customers.fetch, { params: { id: onProfile } })
    await memberOf(onProfile)
    const opened = async (id: number) =>
      (await audited(id)).map(({ summary }) => summary).filter((summary) => summary.startsWith('Viewed'))
    expect(await opened(alone)).toEqual([`Viewed the kids club membership of customer ${alone}`])
    expect(await opened(onProfile)).toEqual(['Viewed the profile of \u2068Kemi Ojo\u2069'])
    expect(await opened(other)).toEqual([])
  })

  test('who is looked for is found with their day of birth', async () => {
    await customer('Ife Birthday')
    const { body } = await server.call(customers.find, { query: { keyword: 'Ife Birthday' } })
    expect(body.data.map(({ dateOfBirth }) => dateOfBirth)).toEqual(['2018-04-01'])
  })

  // Clauses: operations 195
  test('is added without a consent, which is missing in the list', async () => {
    const id = await customer('Tobi Ade')
    const added = await add({ userId: id })
    expect([added.status, added.body]).toEqual([201, { data: { userId: id, version: 1 }, message: messages.added }])
    expect(await listedMember(id)).toEqual({
      userId: id,
      createdAt: TEST_NOW,
      email: expect.stringContaining('@mail.example'),
      firstName: 'Tobi',
      lastName: 'Ade',
      rosettaCardNumber: expect.stringContaining('CARD-'),
      mobile: '+2348031234567',
      dateOfBirth: '2018-04-01',
      guardianName: '',
      consentDate: null,
      consentSource: null,
      version: 1,
    })
    const ids = async (consent: string) => (await listed({ consent })).users.map(({ userId }) => userId)
    expect(await ids('missing')).toContain(id)
    expect(await ids('given')).not.toContain(id)
  })

  test('is changed: guardian and consent', async () => {
    const id = await member()
    const saved = await edit(id, { ...GIVEN, guardianName: '  Ronke Ojo ', version: 1 })
    expect(saved.body).toEqual({
      message: messages.saved,
      data: { userId: id, createdAt: TEST_NOW, ...GIVEN, version: 2 },
    })
    expect((await edit(id, { guardianName: 'Ronke Ojo' })).body.data).toMatchObject({ consentDate: null, version: 3 })
    const none = { has_guardian: true, consent_date: null, consent_source: null }
    const given = { consent_date: '2026-11-20', consent_source: 'Form' }
    expect(await audited(id)).toEqual([
      { summary: `Added customer ${id} to the kids club`, before: null, after: { ...none, has_guardian: false } },
      {
        summary: `Edited guardian and consent of the kids club member ${id}`,
        before: { has_guardian: false, consent_date: null, consent_source: null },
        after: { has_guardian: true, ...given },
      },
      {
        summary: `Edited guardian and consent of the kids club member ${id}`,
        before: given,
        after: { consent_date: null, consent_source: null },
      },
    ])
  })

  test.each([
    [{ ...GIVEN, guardianName: ' ' }, 'guardianName', messages.noGuardian],
    [{ ...GIVEN, guardianName: 'x'.repeat(201) }, 'guardianName', messages.longGuardian],
    [{ ...GIVEN, consentDate: null }, 'consentDate', messages.noConsentDate],
    [{ ...GIVEN, consentDate: '2026-11-22' }, 'consentDate', messages.consentToCome],
    [{ ...GIVEN, consentDate: '2026-13-01' }, 'consentDate', 'Enter a date as YYYY-MM-DD'],
    [{ ...GIVEN, consentSource: null }, 'consentSource', messages.noConsentSource],
    [{ ...GIVEN, consentSource: 'Pigeon' }, 'consentSource', messages.badConsentSource],
  ])('is refused with %j', async (guardian, field, message) => {
    const id = await member()
    for (const answer of [await edit(id, guardian), await add({ userId: await customer(), ...guardian })])
      expect([answer.status, answer.problem.errors]).toEqual([422, [{ field, message }]])
  })

  test("'s consent of today counts, also just after the midnight of the chain", async () => {
    server.clock.set('2026-11-21T23:30:00Z')
    expect((await edit(await member(), { ...GIVEN, consentDate: '2026-11-22' })).status).toBe(200)
    server.clock.set(TEST_NOW)
  })

  test('is there once', async () => {
    const id = await member()
    const again = await add({ userId: id })
    expect([again.status, again.problem.message]).toEqual([409, messages.isMember])
    const both = await customer()
    const answers = await Promise.all([add({ userId: both }), add({ userId: both })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  test('is removed, and put back as they were', async () => {
    const id = await member(GIVEN)
    server.clock.set('2026-11-22T09:00:00.000Z')
    const removed = await remove(id)
    expect(removed.body).toEqual({
      message: messages.removed,
      data: { userId: id, createdAt: TEST_NOW, ...GIVEN, version: 1 },
    })
    expect(await listedMember(id)).toBeUndefined()
    expect((await remove(id)).problem).toEqual({ status: 404, message: 'Kids club member not found' })
    const back = await add({ userId: id, ...GIVEN, joinedAt: TEST_NOW })
    expect(back.status).toBe(201)
    expect(await listedMember(id)).toMatchObject({ createdAt: TEST_NOW, ...GIVEN })
    server.clock.set(TEST_NOW)
    expect((await audited(id)).map(({ summary }) => summary)).toEqual([
      `Added customer ${id} to the kids club`,
      `Removed customer ${id} from the kids club`,
      `Added customer ${id} back to the kids club`,
    ])
  })

  test.each([
    [{}, 'userId', messages.noCustomer],
    [{ userId: 'x' }, 'userId', messages.noCustomer],
    [{ userId: 999_999 }, 'userId', messages.noSuchCustomer],
    [{ userId: 1, joinedAt: 'yesterday' }, 'joinedAt', messages.badJoined],
    [{ userId: 1, joinedAt: '2026-11-21T09:00:01Z' }, 'joinedAt', messages.joinedToCome],
  ])('is not added as %j', async (body, field, message) => {
    const answer = await add(body)
    expect([answer.status, answer.problem.errors]).toEqual([422, [{ field, message }]])
  })

  test('is a customer who is listed', async () => {
    const unlisted = await customer('Nobody Known', { unlisted: true })
    expect((await add({ userId: unlisted })).problem.errors).toEqual([
      { field: 'userId', message: messages.noSuchCustomer },
    ])
    const erased = await member()
    await server.db.execute(sql`update customers set erased_at = ${TEST_NOW} where id = ${erased}`)
    for (const id of [999_999, erased])
      for (const answer of [await edit(id, {}), await remove(id)])
        expect([answer.status, answer.problem.message]).toEqual([404, 'Kids club member not found'])
    expect((await edit('nine' as never, {})).problem.message).toBe('Kids club member not found')
  })
})

test('the summary counts members, and those without a consent', async () => {
  const read = async () => (await server.call(kidsClub.summary)).body.data
  const before = await read()
  await member()
  await member(GIVEN)
  expect(await read()).toEqual({ members: before.members + 2, without_consent: before.without_consent + 1 })
})

// Clauses: operations 38, 42, 368
test('the list is found, filtered, paged and exported as the screen asks', async () => {
  const id = await member({ ...GIVEN, guardianName: 'Ruth Udo' })
  await server.db.execute(sql`update customers set first_name = 'Onyekachi' where id = ${id}`)
  const found = await listed({ search_query: 'onyeka', consent: 'given', sort: 'name' })
  expect([found.totalItems, found.users.map(({ userId }) => userId)]).toEqual([1, [id]])
  expect((await listed({ search_query: 'onyeka', consent: 'missing' })).users).toEqual([])
  const beyond = await listed({ page: 50 })
  expect([beyond.users, beyond.totalItems > 0]).toEqual([[], true])
  const file = await server.call(customers.allCsv, {
    query: {
      forKidsClub: 'true',
      search_query: 'onyeka',
      columns: 'rosettaCardNumber,name,email,mobile,createdAt,guardianName,consentDate,consentSource',
    },
  })
  expect(file.headers['content-disposition']).toBe('attachment; filename="guest-users.csv"')
  expect(file.text.split('\r\n')[0]).toBe('\uFEFFID,Name,Email,Phone Number,Date Added,Guardian,Consent,Consent by')
  expect(file.text).toContain('Ruth Udo,20/11/2026,Form')
})
