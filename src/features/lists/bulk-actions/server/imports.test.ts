import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customer, person } from '#features/access/approvals/server/test/office.ts'
import { admins } from '#features/access/admins/contract.ts'
import { roles } from '#features/access/admins/role-contract.ts'
import { concessions } from '#features/counter/concessions/contract.ts'
import { margin } from '#features/counter/concessions/margin-contract.ts'
import { counter, IKEJA, LEKKI, productOf } from '#features/counter/concessions/server/test/counter.ts'
import { customers } from '#features/customers/customers/contract.ts'
import { eventList } from '#features/marketing/events/list-contract.ts'
import { kidsClub } from '#features/customers/kids-club/contract.ts'
import { referralLinks } from '#features/marketing/referral-links/contract.ts'
import { vouchers } from '#features/marketing/vouchers/contract.ts'
import { WORKBOOK } from '#contract/workbook.ts'
import { openSession } from '#server/auth/sessions.ts'
import type { Db } from '#server/db/connect.ts'
import { allRead } from '#server/integrations/records.ts'
import type { ScriptedPos } from '#server/test/pos.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { bulkActions, type BulkAction } from '../contract.ts'
import { imports } from '../import-contract.ts'
import { FILE_RETENTION_DAYS, messages } from '../import-rules.ts'
import { oldFiles } from './import-store.ts'
import { importing } from './test/importing.ts'
import { work } from './work.ts'

let server: TestServer
let pos: ScriptedPos
let { upload, draft, read, through, check, exported } = {} as ReturnType<typeof importing>
beforeAll(async () => {
  server = await testServer({ env: { SHOP_URL: 'https://shop.example/film' } })
  pos = await counter(server)
  ;({ upload, draft, read, through, check, exported } = importing(server))
  await server.db.execute(sql`
    insert into plans (name, kobo, tickets, place, created_at) values ('Solo', 500000, 4, 1, now())`)
  await server.db.execute(sql`insert into movies (id, name) values ('m1', 'The Wedding Party'), ('m2', 'Ìjọ̀gbọ̀n')`)
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(TEST_NOW)
  await server.db.execute(sql`delete from bulk_actions`)
})

async function start(id: number): Promise<BulkAction> {
  await server.call(bulkActions.start, { params: { id }, body: {} })
  return through(id)
}
async function undo(id: number): Promise<BulkAction> {
  const { body } = await server.call(bulkActions.undo, { params: { id } })
  const ready = await through(body.data.id)
  return ready.rows.valid ? start(ready.id) : ready
}
const rejected = async (id: number) =>
  (await server.call(imports.refusedCsv, { params: { id } })).text.replace('\ufeff', '').trim().split('\r\n')
const left = async () =>
  (await server.db.execute<{ n: number }>(sql`select count(*)::int as n from bulk_action_rows where cells is not null`))
    .rows[0]!.n

describe('referral links', () => {
  beforeEach(() => server.db.execute(sql`delete from referral_links`).then(() => undefined))
  const list = async () => (await server.call(referralLinks.list, { query: { sort: 'name' } })).body.data.data

  test('are added line by line, and taken back where nobody has changed them', async () => {
    // The marks stand apart, as a Mac types them.
    const file =
      'Film;Person\r\nThe Wedding Party;Adé Òjó\r\n\r\nÌjọ̀gbọ̀n;=cmd|calc\r\nNowhere;Uche\r\n;Ken\r\nthe wedding party;Adé Òjó\r\n'
    const uploaded = await draft('import.referral-links', file.normalize('NFD'))
    expect(uploaded).toMatchObject({
      counts: { read: 5, empty: 1 },
      headings: ['Film', 'Person'],
      chosen: { columns: ['movie', 'name'] },
    })
    const preview = await server.call(imports.preview, { params: { id: uploaded.id }, body: uploaded.chosen })
    expect(preview.body.data.lines.map(({ line, state, message }) => [line, state, message])).toEqual([
      [2, 'valid', ''],
      [4, 'valid', ''],
      [5, 'rejected', 'Movie not found: Nowhere'],
      [6, 'rejected', 'Movie is missing'],
      [7, 'rejected', `${messages.sameLine}: line 2`],
    ])
    expect(await list()).toEqual([])

    const ready = await check(uploaded)
    expect(ready).toMatchObject({ state: 'ready', fileName: 'list.csv', rows: { total: 5, valid: 2, rejected: 3 } })
    expect(await list()).toEqual([])
    expect(await start(ready.id)).toMatchObject({
      state: 'done',
      rows: { changed: 2, rejected: 3 },
      undoBlockedReason: null,
    })
    expect((await list()).map(({ name, movie }) => [name, movie.movie_id])).toEqual([
      ['=cmd|calc', 'm2'],
      ['Adé Òjó', 'm1'],
    ])
    // What is done needs its line no longer.
    expect(await left()).toBe(3)
    expect(await rejected(ready.id)).toEqual([
      'Film,Person,Line,Reason',
      'Nowhere,Uche,5,Movie not found: Nowhere',
      ',Ken,6,Movie is missing',
      `${'the wedding party,Adé Òjó'.normalize('NFD')},7,${messages.sameLine}: line 2`,
    ])

    const again = await check(await draft('import.referral-links', file))
    expect(again.rows).toMatchObject({ valid: 0, same: 2, rejected: 3 })

    const [changed] = await list()
    const { id, version } = changed!
    await server.call(referralLinks.change, { params: { id }, body: { name: 'Uche', version } })
    expect((await undo(ready.id)).rows).toMatchObject({ changed: 1, rejected: 1 })
    expect((await list()).map(({ name }) => name)).toEqual(['Uche'])
  })

  test('that their call would not take are refused in the preview, in the words of the check', async () => {
    const uploaded = await draft('import.referral-links', 'Name,Movie,Referral code\nAda,m1,c1\nKen,m2,KENKEN22\n')
    const preview = await server.call(imports.preview, { params: { id: uploaded.id }, body: uploaded.chosen })
    expect(preview.body.data.lines.map(({ state, message }) => [state, message])).toEqual([
      ['rejected', 'Enter a code of 8 letters and digits'],
      ['valid', ''],
    ])
    const { id, rows } = await check(uploaded)
    expect(rows).toMatchObject({ valid: 1, rejected: 1 })
    expect((await rejected(id))[1]).toBe('Ada,m1,c1,2,Enter a code of 8 letters and digits')
  })

  test('that were exported are there already, as CSV and as a workbook', async () => {
    await start((await check(await draft('import.referral-links', 'Name,Movie\nAda,m1\nÀbẹ̀ní,m2\n'))).id)
    for (const accept of ['text/csv', WORKBOOK]) {
      const uploaded = await draft('import.referral-links', await exported(referralLinks.csv.path, accept))
      expect(uploaded.chosen.columns.slice(0, 3)).toEqual(['name', 'movie', 'code'])
      expect((await check(uploaded)).rows).toMatchObject({ total: 2, same: 2 })
    }
  })

  test('three servers at once add each line once', async () => {
    const lines = Array.from({ length: 60 }, (_, n) => `Person ${n},m1`)
    const ready = await check(await draft('import.referral-links', `Name,Movie\n${lines.join('\n')}`))
    await server.db.execute(sql`update bulk_actions set state = 'running', started_at = now() where id = ${ready.id}`)
    await Promise.all([1, 2, 3].map(() => work(server.app, ready.id, 20_000)))
    expect(await read(ready.id)).toMatchObject({ state: 'done', rows: { changed: 60 } })
    const { rows } = await server.db.execute(sql`select count(*)::int as n from referral_links`)
    expect(rows).toEqual([{ n: 60 }])
  })

  test('other columns are checked anew; a file that is closed or old goes', async () => {
    const uploaded = await draft('import.referral-links', 'A,B\nAda,m1\n')
    expect(uploaded.chosen.columns).toEqual([null, null])
    const wrong = await server.call(imports.check, { params: { id: uploaded.id }, body: uploaded.chosen })
    expect(wrong.problem.errors).toEqual([{ field: 'columns', message: messages.missing('Name, Movie') }])
    const first = await check(uploaded, { columns: ['movie', 'name'] })
    expect(first.refusals).toEqual([{ message: 'Movie not found', count: 1, example: 'Ada' }])
    expect((await check(uploaded, { columns: ['name', 'movie'] })).rows).toMatchObject({ valid: 1, rejected: 0 })
    expect((await check(uploaded, { columns: ['name', null], forAll: { movie: 'm2' } })).rows).toMatchObject({
      valid: 1,
    })
    await server.call(bulkActions.cancel, { params: { id: uploaded.id } })
    expect(await left()).toBe(0)

    await draft('import.referral-links', 'Name,Movie\nAda,m1\n')
    expect((await server.call(bulkActions.list, {})).body.data.totalCount).toBe(0)
    const later = new Date(Date.parse(TEST_NOW) + (FILE_RETENTION_DAYS + 1) * 86_400_000)
    for (const { forget, before } of oldFiles) await forget(server.db as Db, before(server.app.env, later)!, 100)
    expect(await left()).toBe(0)
  })
})

describe('prices', () => {
  const place = { cinema_id: LEKKI }
  const priceOf = async (name: string) => (await productOf(server, LEKKI, name)).display_price

  test('of an export are there already; others are set, and set back', async () => {
    const { text } = await server.call(concessions.productsCsv, { query: { cinema_id: LEKKI } })
    const uploaded = await draft('import.prices', text, { place })
    expect(uploaded.chosen).toMatchObject({ forAll: { cinema: 'Lekki' } })
    const same = await check(uploaded)
    expect(same.rows).toMatchObject({ total: 7, same: 7, valid: 0 })

    const file = 'Title,New price\n"popcorn, large","₦3,500.00"\nCoke 50 cl,800\nNothing,1\n3D glasses,"1,5"\n'
    const ready = await check(await draft('import.prices', file, { place }))
    expect(ready.rows).toMatchObject({ valid: 1, same: 1, rejected: 2 })
    expect(ready.refusals.map(({ message }) => message)).toEqual([
      'Price: not a clear amount, such as 12,000 or 12,000.50',
      'Product not found',
    ])
    await start(ready.id)
    expect(await priceOf('Popcorn, large')).toBe(3500)
    await undo(ready.id)
    expect(await productOf(server, LEKKI, 'Popcorn, large')).toMatchObject({ display_price: 3000, hasOwnPrice: false })
  })
})

describe('costs', () => {
  const listed = async () =>
    (await server.call(margin.allCosts, { query: { sort: 'product' } })).body.data.costs.map(
      ({ product, cost, from_day }) => [product, from_day, cost],
    )

  test('are set and replaced line by line, as a file they change nothing, and undone they are as before', async () => {
    const { rows } = await server.db.execute<{ id: number }>(sql`select id from products where rosetta_id = '00101'`)
    const params = { id: rows[0]!.id }
    await server.call(margin.setCost, { params, body: { from_day: '2026-11-01', cost: 1000 } })
    const before = await listed()
    const file = [
      'Product,Product ID,Cost price,Valid from',
      '"popcorn, LARGE",,"₦1,100.50",01/11/2026',
      ',00101,1300,20/11/2026',
      'Coke 50 cl,,500,20/11/2026',
      'Coke 50 cl,,600,20/11/2026',
      'Nothing,,1,20/11/2026',
      'Coke 50 cl,,free,20/11/2026',
      'Coke 50 cl,,-1,21/11/2026',
      '3D glasses,,40,',
    ].join('\n')
    const ready = await check(await draft('import.costs', file))
    expect(ready.rows).toMatchObject({ valid: 3, rejected: 5 })
    expect(ready.refusals.map(({ message }) => message).toSorted()).toEqual([
      'Cost: Enter a cost from ₦0, with at most two decimals',
      'Cost: not a clear amount, such as 12,000 or 12,000.50',
      'From is missing',
      'Product not found',
      messages.sameLine,
    ])
    expect(await listed()).toEqual(before)
    await start(ready.id)
    const after = [
      ['Coke 50 cl', '2026-11-20', 500],
      ['Popcorn, large', '2026-11-20', 1300],
      ['Popcorn, large', '2026-11-01', 1100.5],
    ]
    expect(await listed()).toEqual(after)

    const { text } = await server.call(margin.costsCsv, { query: {} })
    const again = await check(await draft('import.costs', text))
    expect(again.rows).toMatchObject({ total: 3, same: 3, valid: 0 })

    // One that somebody changed since stays.
    await server.call(margin.setCost, { params, body: { from_day: '2026-11-20', cost: 1250 } })
    const undone = await undo(ready.id)
    expect(undone.rows).toMatchObject({ changed: 2, rejected: 1 })
    expect(await listed()).toEqual([['Popcorn, large', '2026-11-20', 1250], ...before])
  })

  test('that somebody set between the check and the start are not replaced', async () => {
    const ready = await check(await draft('import.costs', 'Product,Cost,From\n3D glasses,40,2026-11-20\n'))
    const { rows } = await server.db.execute<{ id: number }>(sql`select id from products where name = '3D glasses'`)
    await server.call(margin.setCost, { params: { id: rows[0]!.id }, body: { from_day: '2026-11-20', cost: 45 } })
    expect((await start(ready.id)).refusals).toEqual([
      {
        message: 'The cost from 20/11/2026 changed while you were editing',
        count: 1,
        example: '3D glasses from 20/11/2026',
      },
    ])
    expect(await listed()).toContainEqual(['3D glasses', '2026-11-20', 45])
  })
})

describe('recipients of vouchers', () => {
  test('get the next free vouchers; the same file again gives none twice', async () => {
    const { body } = await server.call(vouchers.plans, {})
    const made = await server.call(vouchers.create, {
      body: {
        companyName: 'Bank',
        quantity: 3,
        approvedBy: 'Ada',
        subscriptionId: body.data[0]!.product_id,
        paymentConfirmed: true,
      },
    })
    await server.runJobs()
    const place = { id: String(made.body.data.id) }
    const file = 'Staff name\nAda Obi\nÀbẹ̀ní Òjó\nAda Obi\nUche\nKen\n'
    const ready = await check(await draft('import.vouchers', file, { place }))
    expect(ready.rows).toMatchObject({ valid: 3, rejected: 2 })
    expect(ready.refusals.map(({ message }) => message).toSorted()).toEqual([
      'Same recipient as in an earlier line, so add a difference such as an email',
      'This group has no voucher without a recipient',
    ])
    await start(ready.id)
    const recipients = async () =>
      (await server.call(vouchers.list, { params: { id: made.body.data.id } })).body.data.vouchers.map(
        ({ recipient }) => recipient,
      )
    expect(await recipients()).toEqual(['Ada Obi', 'Àbẹ̀ní Òjó', 'Uche'])
    expect((await check(await draft('import.vouchers', file, { place }))).rows).toMatchObject({ valid: 0, same: 3 })
    await undo(ready.id)
    expect(await recipients()).toEqual(['', '', ''])
  })
})

describe('customers', () => {
  const HEADING = 'First name,Surname,E-mail,GSM,DOB,Sex'
  const found = async (email: string) => (await server.call(customers.find, { query: { keyword: email } })).body.data

  test('are added without a subscription, known by their email, and taken back', async () => {
    const file = [
      HEADING,
      'Adé,Òjó,ade@mail.example,8031234567,24/05/1990,F',
      'Uche,Eze,UCHE@mail.example,+2348031234568,1991-02-03,Male',
      'No,Phone,no@mail.example,123,24/05/1990,',
      'Bad,Mail,nothing,08031234569,24/05/1990,x',
    ].join('\n')
    const ready = await check(await draft('import.customers', file))
    expect(ready.rows).toMatchObject({ valid: 2, rejected: 2 })
    expect((await rejected(ready.id)).slice(1).map((line) => line.split(',').slice(6).join(','))).toEqual([
      expect.stringContaining('4,"Phone number: Enter a phone number'),
      '5,"Email: not an email address: nothing; Gender: not one of Female, Male, Other: x"',
    ])
    await start(ready.id)
    const [ade] = await found('ade@mail.example')
    expect(ade).toMatchObject({ firstName: 'Adé', mobile: '+2348031234567', dateOfBirth: '1990-05-24' })
    expect((await check(await draft('import.customers', file))).rows).toMatchObject({ valid: 0, same: 2 })
    const other = await check(
      await draft('import.customers', `${HEADING}\nAdé,Ojo,ade@mail.example,08030000000,24/05/1990,`),
    )
    expect(other.refusals).toEqual([
      {
        message: 'The customer already exists, with a different phone number',
        count: 1,
        example: `customer ${ade!.userId}`,
      },
    ])

    await server.call(kidsClub.add, { body: { userId: ade!.userId } })
    expect((await undo(ready.id)).rows).toMatchObject({ changed: 1, rejected: 1 })
    expect(await found('uche@mail.example')).toEqual([])
    expect(await found('ade@mail.example')).toHaveLength(1)
  })

  test('whose days can be read two ways are asked about', async () => {
    const uploaded = await draft('import.customers', `${HEADING}\nAda,Obi,a@mail.example,08031234567,03/04/1990,`)
    const { problem } = await server.call(imports.check, { params: { id: uploaded.id }, body: uploaded.chosen })
    expect(problem.errors).toEqual([{ field: 'columns', message: messages.dates }])
    const body = { ...uploaded.chosen, dates: 'mdy' as const }
    const preview = await server.call(imports.preview, { params: { id: uploaded.id }, body })
    expect(preview.body.data.lines[0]!.values.dateOfBirth).toBe('04/03/1990')
  })
})

test('members of the kids club are customers by their id, email or phone', async () => {
  const id = await customer(server, 'Ngozi Eze')
  const file = `Customer ID,Email,Guardian,Consent,Consent by\n${id},,Mama Eze,2026-01-02,form\n,nobody@mail.example,,,\n${id},,,,\n`
  const ready = await check(await draft('import.kids-club', file))
  expect(ready.rows).toMatchObject({ valid: 1, rejected: 2 })
  await start(ready.id)
  const member = async () => (await server.call(kidsClub.member, { params: { id } })).body.data
  expect(await member()).toMatchObject({ guardianName: 'Mama Eze', consentDate: '2026-01-02', consentSource: 'Form' })
  await undo(ready.id)
  expect(await member()).toBeNull()
})

test('events are found by their showtime, and sold by the name of a ticket', async () => {
  await server.db.execute(sql`
    insert into screens values (${LEKKI}, '01', 'Screen 1', 100) on conflict do nothing`)
  await server.db.execute(sql`
    insert into showtimes (cinema_id, id, movie_id, screen_id, starts_at, ends_at, seats_available)
    values (${LEKKI}, 's1', 'm1', '01', '2026-12-05T13:00:00Z', '2026-12-05T15:00:00Z', 60)`)
  pos.ticketTypes = async () => allRead([{ id: '0001', name: 'Adult', kobo: 400_000 }])
  const heading = 'Event Name,Description,Location,Movie,Event Time & Date,Ticket,Ticket Price,Image'
  const line = (ticket: string) =>
    `Family day,Fun,${LEKKI},The Wedding Party,05/12/2026 14:00,${ticket},"4,000.00",https://a.example/b.jpg`
  const ready = await check(await draft('import.events', `${heading}\n${line('adult')}\n${line('Child')}\n`), {
    dates: 'dmy',
  })
  expect(ready.rows).toMatchObject({ valid: 1, rejected: 1 })
  expect(ready.refusals).toEqual([{ message: 'Ticket not found. Available: Adult', count: 1, example: 'Child' }])
  expect(await start(ready.id)).toMatchObject({ rows: { changed: 1 } })
  const list = async () => (await server.call(eventList.list, {})).body.data.map(({ name, date }) => [name, date])
  expect(await list()).toEqual([['Family day', '2026-12-05T14:00:00.000Z']])

  // The list's file, imported again, changes nothing; a line that says something else is refused.
  for (const accept of ['text/csv', WORKBOOK]) {
    const uploaded = await draft('import.events', await exported(eventList.csv.path, accept))
    expect((await check(uploaded, { dates: 'dmy' })).rows).toMatchObject({ total: 1, same: 1 })
  }
  const dearer = await check(await draft('import.events', `${heading}\n${line('Adult').replace('4,000', '5,000')}\n`), {
    dates: 'dmy',
  })
  expect(dearer.refusals).toEqual([
    { message: 'The event already exists, with a different price', count: 1, example: 'Family day' },
  ])
  await undo(ready.id)
  expect(await list()).toEqual([])
})

describe('people whose role is for some cinemas', () => {
  let made = 0
  /** Somebody who may do this at Lekki alone. @returns the headers of their calls */
  async function atLekki(permissions: string[]) {
    const role = await server.call(roles.create, { body: { name: `At Lekki ${++made}`, permissions } })
    const { body, status, text } = await server.call(admins.create, {
      body: {
        email: `lekki.${made}@office.example`,
        mobile: '0803 123 4567',
        userType: 'ADMIN',
        first_name: 'Ken',
        last_name: 'Lekki',
        cinemaRoles: [{ roleId: role.body.data.id, states: [], cinemas: [LEKKI] }],
      } as never,
    })
    if (status !== 201) throw new Error(text)
    const now = server.clock.now()
    const { sessionId } = await openSession(server.db, body.data.id, now, server.app.env.session)
    return { authorization: `Bearer ${await server.app.accessTokens.sign(sessionId, now)}` }
  }
  /** Uploads, checks and starts as them. */
  async function loads(headers: Record<string, string>, action: string, file: string) {
    const uploaded = await server.upload(imports.upload, {
      file: Buffer.from(file),
      name: 'list.csv',
      as: 'nobody',
      headers,
      fields: { action },
    })
    if (uploaded.status !== 201) throw new Error(uploaded.text)
    const { id, chosen } = uploaded.body.data
    const call = { params: { id }, as: 'nobody', headers } as const
    const preview = await server.call(imports.preview, { ...call, body: chosen })
    await server.call(imports.check, { ...call, body: chosen })
    const ready = await through(id)
    await server.call(bulkActions.start, { ...call, body: {} })
    return { ready, done: await through(id), lines: preview.body.data.lines }
  }
  const priceAt = async (cinema: string) => (await productOf(server, cinema, 'Coke 50 cl')).display_price

  test('import prices there, and their lines about other cinemas are refused', async () => {
    const there = await priceAt(IKEJA)
    const headers = await atLekki(['concessions:read', 'concessions:write'])
    const file = `Title,Price,Cinema\nCoke 50 cl,950,${LEKKI}\nCoke 50 cl,950,${IKEJA}\n`
    const { ready, done, lines } = await loads(headers, 'import.prices', file)
    expect(lines.map(({ state }) => state)).toEqual(['valid', 'rejected'])
    expect(ready.rows).toMatchObject({ total: 2, valid: 1, rejected: 1 })
    expect(ready.refusals).toEqual([
      { message: expect.stringMatching(/not found$/), count: 1, example: expect.any(String) },
    ])
    expect(done.rows).toMatchObject({ changed: 1, rejected: 1 })
    expect([await priceAt(LEKKI), await priceAt(IKEJA)]).toEqual([950, there])
    expect((await undo(done.id)).rows).toMatchObject({ changed: 1 })
  })

  test('add to the kids club whom they see, and do not learn of others', async () => {
    const [here, elsewhere] = [await customer(server, 'Ada Here'), await customer(server, 'Uche There')]
    await server.db.execute(sql`update customers set default_cinema_id = ${LEKKI} where id = ${here}`)
    await server.db.execute(sql`update customers set default_cinema_id = ${IKEJA} where id = ${elsewhere}`)
    const headers = await atLekki(['kids-club:read', 'kids-club:write', 'customers:read'])
    const { done } = await loads(headers, 'import.kids-club', `Customer ID,Guardian\n${here},Mama\n${elsewhere},Papa\n`)
    expect(done.rows).toMatchObject({ changed: 1, rejected: 1 })
    expect(done.refusals).toEqual([{ message: 'Customer not found', count: 1, example: String(elsewhere) }])
    const member = async (id: number) => (await server.call(kidsClub.member, { params: { id } })).body.data
    expect([await member(here), await member(elsewhere)]).toMatchObject([{ guardianName: 'Mama' }, null])
  })

  test('are refused lists that their role does not have', async () => {
    const headers = await atLekki(['concessions:read', 'concessions:write'])
    for (const action of ['import.referral-links', 'import.customers', 'import.events']) {
      const { status } = await server.upload(imports.upload, {
        file: Buffer.from('Name,Movie\nAda,m1\n'),
        name: 'a.csv',
        as: 'nobody',
        headers,
        fields: { action },
      })
      expect([action, status]).toEqual([action, 403])
    }
  })
})

describe('a file', () => {
  // ASVS: 5.2.1
  test('that cannot be read says why', async () => {
    const outcomes = async (file: Buffer | string, action = 'import.referral-links') =>
      (await upload(action, file)).problem.errors
    expect(await outcomes('')).toEqual([{ field: 'file', message: 'The file is empty' }])
    expect(await outcomes('Name,Movie\n')).toEqual([{ field: 'file', message: messages.noHeading }])
    expect(await outcomes('a\0')).toEqual([{ field: 'file', message: 'Choose a CSV or Excel (.xlsx) file' }])
    expect(await outcomes(Buffer.alloc(21 * 1024 * 1024, 'a'))).toEqual([
      { field: 'file', message: 'The file is too large. The maximum is 20 MB.' },
    ])
    expect(await outcomes('a,b\n1,2\n', 'toString')).toEqual([{ field: 'action', message: messages.unknown }])
    expect(await left()).toBe(0)
  })

  test('is read for those who may do what its lines ask for, and seen by whoever chose it', async () => {
    const clerk = await person(server, 'Ken Clerk', ['referral-links:read', 'referral-links:write'])
    const own = await draft('import.referral-links', 'Name,Movie\nAda,m1\n')
    const body = own.chosen
    expect((await clerk.call(imports.preview, { params: { id: own.id }, body })).status).toBe(404)
    expect((await clerk.call(imports.check, { params: { id: own.id }, body })).status).toBe(404)
    const { status } = await server.upload(imports.upload, {
      file: Buffer.from('Name,Movie\nAda,m1\n'),
      name: 'a.csv',
      as: 'powerless',
      fields: { action: 'import.referral-links' },
    })
    expect(status).toBe(403)
  })
})
