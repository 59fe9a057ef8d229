import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { vouchers } from '../contract.ts'
import { messages, readCode } from '../rules.ts'

const TODAY = '2026-11-21'
let server: TestServer
let planId: number
beforeAll(async () => {
  server = await testServer()
  const { rows } = await server.db.execute<{ id: number }>(sql`
    insert into plans (name, kobo, tickets, place, created_at, retired_at) values
      ('Buff', 900000, 4, 2, now(), null), ('Fan', 500000, 2, 1, now(), null), ('Old', 100, 1, 3, now(), now())
    returning id`)
  planId = rows[0]!.id
})
afterAll(() => server.close())

const GOOD = { companyName: 'Zenith', quantity: 3, approvedBy: 'Ngozi Eze', paymentConfirmed: true }
const create = (body: object = {}) => server.call(vouchers.create, { body: { ...GOOD, ...body }, as: 'admin' })
const created = async (body: object = {}) => (await create(body)).body.data
const group = async (id: number) => (await server.call(vouchers.group, { params: { id } })).body.data
const listed = async (id: number, query: object = {}) =>
  (await server.call(vouchers.list, { params: { id }, query, as: 'admin' })).body.data
const idsOf = async (id: number) => (await listed(id, { perPage: 100 })).vouchers.map((voucher) => voucher.id)
const codesOf = async (id: number) => {
  const { codes } = (await server.call(vouchers.codes, { params: { id }, body: { ids: await idsOf(id) } })).body.data
  return codes.map(({ code }) => code)
}
const withdraw = (id: number, body: object) => server.call(vouchers.void, { params: { id }, body })
const reissue = (id: number, body: object) => server.call(vouchers.reissue, { params: { id }, body })
const change = (id: number, body: object) => server.call(vouchers.change, { params: { id }, body })
const lastAudit = async () =>
  (await server.db.execute(sql`select summary, after from audit_log order by id desc limit 1`)).rows[0]

describe('a new group', () => {
  // Clauses: operations 200, 383, 506
  test('has its codes with the answer; the plan is 401 where none is chosen', async () => {
    const answer = await create({ comment: ' For the staff ' })
    expect(answer.body).toEqual({
      message: 'Vouchers created',
      data: {
        id: answer.body.data.id,
        companyName: 'Zenith',
        quantity: 3,
        createdAt: server.clock.now().toISOString(),
        generatedById: expect.any(Number),
        generatedBy: { id: answer.body.data.generatedById, name: 'admin Tester' },
        approvedBy: 'Ngozi Eze',
        comment: 'For the staff',
        subscriptionId: 401,
        subscriptionName: 'Buff',
        subscriptionPrice: 9000,
        expiresOn: null,
        made: 3,
        usage: { unused: 3, redeemed: 0, void: 0, expired: 0 },
      },
    })
    expect(planId).toBe(401)
    expect(await lastAudit()).toMatchObject({
      summary: 'Created 3 vouchers for Zenith',
      after: { paymentConfirmed: true },
    })
  })

  // Clauses: operations 290-292
  test.each([
    [{ companyName: ' ' }, 'companyName', 'Title cannot be empty.'],
    [{ companyName: undefined }, 'companyName', 'Title cannot be empty.'],
    [{ quantity: 'many' }, 'quantity', 'Quantity must be a number.'],
    [{ quantity: 1.5 }, 'quantity', 'Quantity must be a number.'],
    [{ quantity: undefined }, 'quantity', 'Quantity must be a number.'],
    [{ quantity: 0 }, 'quantity', 'Enter a quantity from 1 to 100,000'],
    [{ quantity: 100_001 }, 'quantity', 'Enter a quantity from 1 to 100,000'],
    [{ approvedBy: '' }, 'approvedBy', 'Approved by cannot be empty.'],
    [{ subscriptionId: 999 }, 'subscriptionId', 'Plan not found'],
    [{ subscriptionId: 403 }, 'subscriptionId', 'Plan not found'],
    [{ paymentConfirmed: false }, 'paymentConfirmed', 'Confirm the payment first'],
    [{ paymentConfirmed: undefined }, 'paymentConfirmed', 'Confirm the payment first'],
    [{ expiresOn: '2026-11-20' }, 'expiresOn', 'Choose today or a later day'],
    [{ expiresOn: 'soon' }, 'expiresOn', 'Enter a date as YYYY-MM-DD'],
  ])('is refused as %j', async (body, field, message) => {
    const before = await server.call(vouchers.groups)
    const answer = await create(body)
    expect([answer.status, answer.problem.errors]).toEqual([422, [{ field, message }]])
    expect((await server.call(vouchers.groups)).body.data.totalCount).toBe(before.body.data.totalCount)
  })

  test('that is sent again is made once', async () => {
    const headers = { 'idempotency-key': 'one' }
    const answers = [1, 2].map(() => server.call(vouchers.create, { body: { ...GOOD, companyName: 'Once' }, headers }))
    const [one, other] = await Promise.all(answers)
    expect([one!.status, other!.body]).toEqual([200, one!.body])
    const found = await server.call(vouchers.groups, { query: { search: 'once' } })
    expect(found.body.data.totalCount).toBe(1)
  })

  test('offers the plans that are sold, in their order', async () => {
    expect((await server.call(vouchers.plans)).body.data).toEqual([
      { product_id: 402, product_name: 'Fan', product_price: 5000 },
      { product_id: 401, product_name: 'Buff', product_price: 9000 },
    ])
  })

  test('of many is made a piece at a time, and shows how far it is', async () => {
    const { id, made } = await created({ companyName: 'Large', quantity: 4321 })
    expect(made).toBe(1000)
    expect((await withdraw(id, { all: true })).problem.message).toBe(messages.stillMaking)
    await server.runJobs()
    expect(await group(id)).toMatchObject({ made: 4321, usage: { unused: 4321 } })
    const { rows } = await server.db.execute(sql`
      select count(*)::int as n, count(distinct lookup)::int as different from vouchers where group_id = ${id}`)
    expect(rows).toEqual([{ n: 4321, different: 4321 }])
  })
})

describe('codes', () => {
  test('are long, random, of letters that cannot be taken for others, and stand nowhere in the database', async () => {
    const { id } = await created({ quantity: 20 })
    const codes = await codesOf(id)
    expect(new Set(codes).size).toBe(20)
    for (const code of codes) expect(code).toMatch(/^([34679ACEFGHJKMNPRTUVWXY]{6}-){2}[34679ACEFGHJKMNPRTUVWXY]{6}$/)
    const { rows } = await server.db.execute(sql`
      select (select json_agg(v) from vouchers v)::text as vouchers, (select json_agg(a) from audit_log a)::text as audit,
        (select json_agg(i) from idempotency_keys i)::text as replies, (select json_agg(s) from settings s)::text as settings`)
    const stored = JSON.stringify(rows)
    for (const code of codes) {
      expect(stored).not.toContain(code)
      expect(stored).not.toContain(readCode(code))
      expect(stored).not.toContain(Buffer.from(readCode(code)!).toString('hex'))
    }
  })

  test('are for a superadmin alone, who is noted; others see the last four letters', async () => {
    const { id } = await created({ companyName: 'Looked at' })
    const ids = await idsOf(id)
    const look = (as: 'admin' | 'superadmin') => server.call(vouchers.codes, { params: { id }, body: { ids }, as })
    expect((await look('admin')).status).toBe(403)
    const { codes } = (await look('superadmin')).body.data
    const { vouchers: visible } = await listed(id)
    expect(visible.map(({ last4 }) => last4)).toEqual(codes.map(({ code }) => code.slice(-4)))
    expect(JSON.stringify(visible)).not.toContain(codes[0]!.code.slice(0, 6))
    const hints = visible.map(({ last4 }) => `…${last4}`).join(', ')
    expect(await lastAudit()).toEqual({
      summary: 'Viewed 3 voucher codes of Looked at',
      after: { vouchers: hints },
    })
  })

  test.each([
    [{ ids: [] }, 'Select at least one voucher'],
    [{}, 'Select at least one voucher'],
    [{ ids: Array.from({ length: 501 }, (_, n) => n + 1) }, 'Select up to 500 vouchers at a time'],
  ])('are refused for %j', async (body, message) => {
    const { id } = await created()
    const answer = await server.call(vouchers.codes, { params: { id }, body })
    expect([answer.status, answer.problem.message]).toEqual([422, message])
  })

  test('of another group are not there', async () => {
    const [one, other] = [await created(), await created()]
    const body = { ids: await idsOf(other.id) }
    for (const call of [vouchers.codes, vouchers.void, vouchers.reissue]) {
      const answer = await server.call(call, { params: { id: one.id }, body })
      expect([answer.status, answer.problem.message]).toEqual([404, 'Voucher not found'])
    }
  })

  test('as a file are whole, for a superadmin alone, and audited', async () => {
    const { id } = await created({ companyName: 'Filed', quantity: 1005, expiresOn: '2026-12-31' })
    expect((await server.call(vouchers.csv, { params: { id } })).problem).toEqual({
      status: 409,
      message: messages.stillMaking,
    })
    await server.runJobs()
    expect((await server.call(vouchers.csv, { params: { id }, as: 'admin' })).status).toBe(403)
    const file = await server.call(vouchers.csv, { params: { id } })
    expect(file.headers['content-disposition']).toBe(`attachment; filename="vouchers-${id}-${TODAY}.csv"`)
    const lines = file.text.trim().split('\r\n')
    expect(lines).toHaveLength(1006)
    expect(lines[0]).toBe('Code,State,Recipient,Expiry Date,Redeemed,Redeemed Through,Customer,Reference')
    expect(lines[1]).toMatch(/^\w{6}-\w{6}-\w{6},Unused,,31\/12\/2026,,,,$/)
    expect(await lastAudit()).toMatchObject({ summary: 'Exported 1,005 voucher codes of Filed' })
    const chosen = await server.call(vouchers.csv, {
      params: { id },
      query: { state: 'redeemed', columns: 'code,state' },
    })
    expect(chosen.text.trim()).toBe('Code,State')
  })

  test('as a file stand beside what became of each, whatever was typed, and are found by a whole code', async () => {
    const { id } = await created({ quantity: 4, expiresOn: '2026-12-31' })
    const [ids, codes] = [await idsOf(id), await codesOf(id)]
    await change(ids[0]!, { recipient: '=HYPERLINK("x"), \\N' })
    await server.db.execute(sql`
      with buyer as (
        insert into customers (source, external_id, first_name, last_name) values ('shop', 'v1', ' Ọlá', 'Eze ') returning id)
      update vouchers set state = 'redeemed', redeemed_at = '2026-11-20T23:30:00Z', redeemed_by = 'Shop', reference = '-7',
        customer_id = buyer.id from buyer where vouchers.id = ${ids[1]}`)
    await withdraw(id, { ids: [ids[2]] })
    await server.db.execute(sql`update vouchers set expires_on = '2026-11-20' where id = ${ids[3]}`)
    const linesOf = async (query: object) =>
      (await server.call(vouchers.csv, { params: { id }, query })).text.trimEnd().split('\r\n').slice(1)
    expect(await linesOf({})).toEqual([
      `${codes[0]},Unused,"'=HYPERLINK(""x""), \\N",31/12/2026,,,,`,
      `${codes[1]},Redeemed,,31/12/2026,21/11/2026 00:30,Shop,Ọlá Eze,'-7`,
      `${codes[2]},Voided,,31/12/2026,,,,`,
      `${codes[3]},Expired,,20/11/2026,,,,`,
    ])
    expect(await linesOf({ search: codes[1], columns: 'reference,code' })).toEqual([`'-7,${codes[1]}`])
    expect(await linesOf({ state: 'expired', columns: 'code' })).toEqual([codes[3]])
  })

  test('that do not open break their file off, and nothing else', async () => {
    const { id } = await created({ quantity: 3 })
    await server.db.execute(sql`update vouchers set sealed = sealed || '\\x00' where id = ${(await idsOf(id))[1]}`)
    await expect(server.call(vouchers.csv, { params: { id } })).rejects.toThrow('destroyed')
    expect((await listed(id)).vouchers).toHaveLength(3)
  })
})

describe('the groups', () => {
  // Clauses: operations 52
  test('are newest first, paged, searched and sorted, and have a page beyond their end', async () => {
    const read = async (query: object) => (await server.call(vouchers.groups, { query })).body.data
    const first = await read({})
    expect(first.voucherGroups).toHaveLength(10)
    const ids = first.voucherGroups.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((one, other) => other - one))
    expect(await read({ page: 99 })).toEqual({ voucherGroups: [], totalCount: first.totalCount })
    await created({ companyName: '100% Cocoa', approvedBy: 'Ese', comment: 'unusual' })
    for (const search of ['100%', 'cocoa', 'ESE', 'Unusual'])
      expect((await read({ search })).voucherGroups.map(({ companyName }) => companyName)).toEqual(['100% Cocoa'])
    const quantities = (await read({ sort: '-quantity', perPage: 100 })).voucherGroups.map(({ quantity }) => quantity)
    expect(quantities).toEqual(quantities.toSorted((one, other) => other - one))
  })

  // Clauses: operations 200, 382
  test('carry who made them and their vouchers where that is asked for, never codes, and of a large one the first 100', async () => {
    const { id } = await created({ companyName: 'Inlined', quantity: 130 })
    const read = async (query: object) =>
      (await server.call(vouchers.groups, { query: { search: 'inlined', ...query } })).body.data.voucherGroups[0]!
    const plain = await read({})
    expect([plain.generatedBy, plain.vouchers]).toEqual([undefined, undefined])
    const full = await read({ $include: 'vouchers,generatedBy' })
    expect(full.generatedBy!.name).toBe('admin Tester')
    expect(full.vouchers).toEqual((await listed(id, { perPage: 100 })).vouchers)
    expect(Object.keys(full.vouchers![0]!)).not.toContain('code')
  })

  test('carry the vouchers of each, read at once', async () => {
    const ids = [await created({ companyName: 'Each 1' }), await created({ companyName: 'Each 2' })].map(({ id }) => id)
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const { voucherGroups } = (
      await server.call(vouchers.groups, { query: { search: 'each ', $include: 'vouchers', sort: 'companyName' } })
    ).body.data
    const readings = query.mock.calls.filter(([query]) => /v\.sealed/.test((query as { text?: string }).text ?? ''))
    query.mockRestore()
    expect(readings).toHaveLength(1)
    expect(voucherGroups.map((group) => group.id)).toEqual(ids)
    for (const group of voucherGroups) expect(group.vouchers).toEqual((await listed(group.id)).vouchers)
  })

  test('as a file', async () => {
    const file = await server.call(vouchers.groupsCsv, { query: { search: 'cocoa' }, as: 'admin' })
    expect(file.text.trim().split('\r\n')[1]).toBe('100% Cocoa,Buff,3,0,21/11/2026 10:00,,admin Tester,Ese,unusual')
    expect(await lastAudit()).toMatchObject({ summary: 'Exported 1 voucher group' })
  })

  test('as a file are in the order of the screen, whatever was typed, with what was redeemed', async () => {
    const odd = { companyName: 'Odd "1", Ltd', approvedBy: '@all', comment: 'a\tb\nc \\.', expiresOn: '2026-12-31' }
    const { id } = await created(odd)
    await created({ companyName: 'Odd Ọ̀kan' })
    await server.db.execute(sql`
      update vouchers set state = 'redeemed', redeemed_at = now() where id = ${(await idsOf(id))[0]}`)
    const linesOf = async (query: object) =>
      (await server.call(vouchers.groupsCsv, { query: { search: 'odd', ...query } })).text.trimEnd().split('\r\n')
    const columns = 'companyName,redeemed,expiresOn,approvedBy,comment'
    const [one, other] = [`"Odd ""1"", Ltd",1,31/12/2026,'@all,"a\tb\nc \\."`, 'Odd Ọ̀kan,0,,Ngozi Eze,']
    expect((await linesOf({ columns, sort: 'companyName' })).slice(1)).toEqual([one, other])
    expect((await linesOf({ columns, sort: '-companyName' })).slice(1)).toEqual([other, one])
  })
})

describe("a group's vouchers", () => {
  test('are paged, filtered by state, and searched by recipient, last letters and a whole code', async () => {
    const { id } = await created({ quantity: 20 })
    const ids = await idsOf(id)
    const codes = await codesOf(id)
    await change(ids[4]!, { recipient: 'Amara Obi' })
    await withdraw(id, { ids: ids.slice(0, 2) })
    const found = async (query: object) => (await listed(id, query)).vouchers.map((voucher) => voucher.id)
    expect(await found({})).toEqual(ids.slice(0, 15))
    expect(await listed(id, { page: 3 })).toEqual({ vouchers: [], totalCount: 20 })
    expect(await found({ state: 'void' })).toEqual(ids.slice(0, 2))
    expect((await listed(id, { state: 'unused' })).totalCount).toBe(18)
    expect(await found({ search: 'amara' })).toEqual([ids[4]])
    expect(await found({ search: codes[7]!.toLowerCase().replaceAll('-', ' ') })).toEqual([ids[7]])
    expect(await found({ search: codes[7]!.slice(-4) })).toContain(ids[7])
    expect(await found({ search: '%' })).toEqual([])
  })

  test('expire after their last day in the zone of the chain', async () => {
    const { id } = await created({ expiresOn: TODAY })
    server.clock.set('2026-11-21T22:59:00Z')
    expect((await group(id)).usage).toMatchObject({ unused: 3, expired: 0 })
    server.clock.set('2026-11-21T23:01:00Z')
    expect((await group(id)).usage).toMatchObject({ unused: 0, expired: 3 })
    expect((await listed(id, { state: 'expired' })).vouchers[0]).toMatchObject({ state: 'expired', expiresOn: TODAY })
    server.clock.set('2026-11-21T09:00:00Z')
  })
})

describe('withdrawing', () => {
  test('one, many and all that are left', async () => {
    const { id } = await created({ companyName: 'Withdrawn', quantity: 6 })
    const ids = await idsOf(id)
    expect((await withdraw(id, { ids: [ids[0]] })).body).toEqual({ message: 'Vouchers voided', data: { count: 1 } })
    expect((await withdraw(id, { ids: ids.slice(1, 3) })).body.data.count).toBe(2)
    expect((await withdraw(id, { all: true })).body.data.count).toBe(3)
    expect((await group(id)).usage).toEqual({ unused: 0, redeemed: 0, void: 6, expired: 0 })
    expect(await lastAudit()).toMatchObject({ summary: 'Voided 3 vouchers of Withdrawn' })
  })

  test('is all or nothing, and says what is in the way', async () => {
    const { id } = await created()
    const ids = await idsOf(id)
    const { last4 } = (await listed(id)).vouchers[0]!
    await withdraw(id, { ids: [ids[0]] })
    const answer = await withdraw(id, { ids })
    expect([answer.status, answer.problem.message]).toEqual([
      409,
      `The voucher …${last4} was already voided. Nothing was changed.`,
    ])
    expect((await group(id)).usage).toMatchObject({ unused: 2, void: 1 })
  })

  test('names those in the way, the first ten of many', async () => {
    const { id } = await created({ quantity: 14 })
    const ids = await idsOf(id)
    const hints = (await listed(id)).vouchers.map(({ last4 }) => `…${last4}`)
    const refused = async () => (await withdraw(id, { ids })).problem.message
    await withdraw(id, { ids: ids.slice(0, 2) })
    expect(await refused()).toBe(
      `2 of the vouchers were already voided (${hints[0]}, ${hints[1]}). Nothing was changed.`,
    )
    await withdraw(id, { ids: ids.slice(2, 13) })
    expect(await refused()).toBe(
      `13 of the vouchers were already voided (${hints.slice(0, 10).join(', ')} and 3 more). Nothing was changed.`,
    )
  })

  test.each([{}, { ids: [] }, { all: false }])('%j is refused', async (body) => {
    const { id } = await created()
    expect((await withdraw(id, body)).problem.errors).toEqual([
      { field: 'ids', message: 'Select at least one voucher' },
    ])
  })
})

describe('reissuing', () => {
  test('puts new codes in the place of the old, which are void and name them', async () => {
    const { id } = await created({ companyName: 'Replaced', expiresOn: '2026-12-31' })
    const ids = await idsOf(id)
    const before = await codesOf(id)
    await change(ids[0]!, { recipient: 'Efe' })
    const answer = await reissue(id, { ids: ids.slice(0, 2) })
    expect(answer.body).toMatchObject({ message: 'Vouchers replaced', data: { count: 2 } })
    const { vouchers: after } = await listed(id)
    expect(after.map(({ state }) => state)).toEqual(['void', 'void', 'unused', 'unused', 'unused'])
    expect(after.slice(0, 2).map(({ replacedBy }) => replacedBy)).toEqual(after.slice(3).map(({ last4 }) => last4))
    expect(after[3]).toMatchObject({ id: answer.body.data.ids[0], recipient: 'Efe', expiresOn: '2026-12-31' })
    expect((await codesOf(id)).slice(3).some((code) => before.includes(code))).toBe(false)
    const again = await reissue(id, { ids: [ids[0]] })
    expect([again.status, again.problem.message]).toMatchObject([409, expect.stringContaining('was already voided')])
  })

  test('one that was withdrawn; one that has expired needs a new last day', async () => {
    const { id } = await created({ expiresOn: TODAY })
    const ids = await idsOf(id)
    await withdraw(id, { ids: [ids[0]] })
    expect((await reissue(id, { ids: [ids[0]] })).status).toBe(200)
    server.clock.set('2026-11-25T09:00:00Z')
    for (const body of [{}, { expiresOn: '2026-11-24' }])
      expect((await reissue(id, { ids: [ids[1]], ...body })).problem.errors).toEqual([
        { field: 'expiresOn', message: 'Choose today or a later day' },
      ])
    expect((await reissue(id, { ids: [ids[1]], expiresOn: '2027-01-31' })).status).toBe(200)
    expect((await reissue(id, { ids: [ids[2]], expiresOn: null })).status).toBe(200)
    expect((await listed(id)).vouchers.slice(4).map(({ expiresOn }) => expiresOn)).toEqual(['2027-01-31', null])
    server.clock.set('2026-11-21T09:00:00Z')
  })
})

describe('a change of a voucher', () => {
  test('of its recipient and its last day, by its version', async () => {
    const { id } = await created()
    const [first] = await idsOf(id)
    const answer = await change(first!, { recipient: ' Bisi ', expiresOn: '2026-12-01', version: 1 })
    expect(answer.body).toMatchObject({
      message: 'Voucher updated',
      data: { recipient: 'Bisi', expiresOn: '2026-12-01', version: 2 },
    })
    expect((await change(first!, { expiresOn: null })).body.data).toMatchObject({ recipient: 'Bisi', expiresOn: null })
  })

  test('is refused for a past day, and for one that was withdrawn', async () => {
    const { id } = await created()
    const [first] = await idsOf(id)
    expect((await change(first!, { expiresOn: '2026-11-20' })).problem.errors).toEqual([
      { field: 'expiresOn', message: 'Choose today or a later day' },
    ])
    expect((await change(first!, { recipient: 'x'.repeat(201) })).status).toBe(422)
    await withdraw(id, { ids: [first] })
    expect((await change(first!, { expiresOn: '2026-12-01' })).status).toBe(409)
    expect((await change(first!, { recipient: 'Whoever had it' })).status).toBe(200)
  })
})

test('what is not there', async () => {
  for (const id of [99_999, 0, 2 ** 31, 'x' as never]) {
    const params = { id }
    const answers = [
      await server.call(vouchers.group, { params }),
      await server.call(vouchers.list, { params }),
      await server.call(vouchers.codes, { params, body: { ids: [1] } }),
      await server.call(vouchers.csv, { params }),
      await withdraw(id, { all: true }),
      await reissue(id, { ids: [1] }),
      await change(id, { recipient: 'A' }),
    ]
    expect(answers.map(({ problem }) => problem.message)).toEqual([
      ...Array(6).fill('Voucher group not found'),
      'Voucher not found',
    ])
  }
})
