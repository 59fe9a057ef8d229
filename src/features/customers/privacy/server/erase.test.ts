import { readdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { check } from '#features/operations/rollups/server/check.ts'
import { audit } from '#features/access/audit/contract.ts'
import { customers } from '#features/customers/customers/contract.ts'
import type { Shop } from '#features/customers/customers/server/test/shop.ts'
import { points } from '#features/customers/points/contract.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { privacy } from '../contract.ts'
import { messages } from '../rules.ts'
import { runningErasures } from './erasures.ts'
import { eraseTexts } from './jobs.ts'
import { erasureFails } from './alerts.ts'
import { eraseNext } from './texts.ts'
import { chainWithShop, foundAnywhere, RARE, RARE_TERMS, rarePerson } from './test/person.ts'

let server: TestServer
let shop: Shop
let id: number
const log: string[] = []
beforeAll(async () => {
  server = await testServer({ env: { LOG_LEVEL: 'trace' }, logTo: { write: (line) => void log.push(line) } })
  shop = await chainWithShop(server)
  id = await rarePerson(server, shop)
  await shop.sendAll('customers', [
    {
      id: 'another',
      first_name: 'Ada',
      last_name: 'Obi',
      email: 'ada@mail.example',
      phone: '0803 000 0001',
      registered_at: '2026-02-01T10:00:00Z',
    },
  ])
  await server.call(customers.fetch, { params: { id: await shop.idOf('another') } })
})
afterAll(() => server.close())

const erase = (confirmation: unknown, of = id) =>
  server.call(privacy.erase, { params: { id: of }, body: { confirmation, reason: 'Asked by letter' } })
const overview = async (of = id) => (await server.call(privacy.erasure, { params: { id: of } })).body.data
const filesOf = () => {
  const folder = path.join(server.app.env.dataDir, 'files')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('profile-'))
}
/** All figures; how many are not listed is none. */
const sums = async () =>
  (
    await server.db.execute(sql`
      select (select json_agg(s order by day, channel, kind) from sales_days s) as sales,
        (select json_agg(to_jsonb(s) - 'unlisted' order by day, channel) from signup_days s) as signups,
        (select json_agg(to_jsonb(s) - array['unlisted_started', 'unlisted_ended'] order by day) from subscription_days s) as subscriptions,
        (select row_to_json(b) from buyer_counts b) as buyers`)
  ).rows[0]

describe('erasing a person', () => {
  test('there is something of the person in many places', async () => {
    const tables = new Set((await foundAnywhere(server, RARE_TERMS)).map((found) => found.replace(/\..*/s, '')))
    expect([...tables]).toEqual(
      expect.arrayContaining([
        'audit_log',
        'cube_booking_steps',
        'cube_bookings',
        'customers',
        'error_reports',
        'quarantined_records',
        'guests',
        'idempotency_keys',
        'integration_states',
        'kids_club_members',
        'emails',
        'job',
        'outbox',
        'payment_cards',
        'payment_events',
        'payment_webhooks',
        'points_ledger',
        'purchases',
        'rate_limits',
        'refunds',
        'reviews',
        'subscription_events',
        'unread_records',
      ]),
    )
    expect(filesOf()).toHaveLength(2)
  })

  test('says beforehand what goes, and what stays and why', async () => {
    const { name, email, goes, keeps, erasure } = await overview()
    expect({ name, email, erasure }).toEqual({ name: 'Zebulonia Quxworthy', email: RARE.email, erasure: null })
    const counts = Object.fromEntries([...goes, ...keeps].map(({ what, count }) => [what, count]))
    expect(counts).toMatchObject({
      Pictures: 2,
      'Stored payment card': 1,
      'Kids club membership, with guardian and consent': 1,
      'Name, email and phone on purchases': 3,
      'Name on reviews': 1,
      'Purchases: what, when, where and for how much': 3,
      Refunds: 1,
      'Redeemed tickets': 1,
      'Payments by card: amount and outcome': 1,
    })
    for (const { reason } of keeps) expect(reason).toMatch(/\w+ \w+/)
  })

  test.each([
    ['', 'Field is empty'],
    [undefined, 'Field is empty'],
    ['ada@mail.example', 'Type the email of the customer'],
    ['Zebulonia', 'Type the email of the customer'],
  ])('is not done with %j typed', async (typed, message) => {
    const { status, problem } = await erase(typed)
    expect([status, problem.errors]).toEqual([422, [{ field: 'confirmation', message }]])
    expect((await overview()).erasure).toBeNull()
  })

  // ASVS: 14.2.4
  test('leaves nothing of the person in the database and in the log, and every sum as it was', async () => {
    const before = await sums()
    const names = await server.db.execute(sql`select source, external_id from customers where id = ${id}`)
    const { status, body } = await erase(` ${RARE.email.toUpperCase()} `)
    expect([status, body.message]).toEqual([200, messages.erased])
    await server.runJobs()

    expect(await foundAnywhere(server, RARE_TERMS)).toEqual([])
    expect(log.filter((line) => RARE_TERMS.test(line))).toEqual([])
    expect(log.length).toBeGreaterThan(20)
    expect(filesOf()).toEqual([])
    expect(await sums()).toEqual(before)
    expect(await check(server.app.database, server.app.env.zone)).toEqual([])

    const { rows } = await server.db.execute(sql`
      select registered_on, purchases, is_listed, source, external_id, card_pin_hash, password_hash, birth_date
      from customers join buyers on customer_id = id where id = ${id}`)
    expect(rows).toEqual([
      {
        registered_on: '2026-01-05',
        purchases: 2,
        is_listed: false,
        card_pin_hash: null,
        password_hash: null,
        birth_date: null,
        ...names.rows[0],
      },
    ])
  })

  test('the audit log still says who did what to which record, and nothing of others is lost', async () => {
    const { lines } = (await server.call(audit.list, { query: { entity: 'customer', entity_id: String(id) } })).body
      .data
    expect(lines[0]).toMatchObject({ action: 'privacy.erase', summary: `Erased customer ${id}` })
    expect(lines[0]!.after).toMatchObject({ reason: 'Asked by letter' })
    const edit = lines.find(({ action }) => action === 'customers.edit')!
    expect(edit).toMatchObject({
      summary: expect.stringMatching(/^Edited \u2068\[erased\].* and set the PIN of the card$/),
      actor: 'superadmin Tester',
    })
    expect(edit.after).toMatchObject({ email: '[erased]' })
    const other = String(await shop.idOf('another'))
    const others = (await server.call(audit.list, { query: { entity: 'customer', entity_id: other } })).body.data
    expect(others.lines[0]!.summary).toBe('Viewed the profile of \u2068Ada Obi\u2069')
  })

  test('the audit log is append-only all the same', async () => {
    for (const statement of [
      sql`update audit_log set summary = ''`,
      sql`delete from audit_log`,
      sql`truncate audit_log`,
    ])
      await expect(server.db.execute(statement)).rejects.toMatchObject({
        cause: { message: 'audit_log is append-only' },
      })
    await expect(
      server.db.transaction(async (tx) => {
        await tx.execute(sql`set local marquee.erasing_from_audit = 'on'`)
        await tx.execute(sql`update audit_log set action = 'nothing'`)
      }),
    ).rejects.toMatchObject({ cause: { message: 'audit_log is append-only' } })
  })

  test('the profile says that it was erased', async () => {
    const { status, problem } = await server.call(customers.fetch, { params: { id } })
    expect([status, problem.message]).toEqual([404, "This customer's data was erased"])
    expect(problem.data).toEqual({ erasedAt: expect.any(String) })
  })

  test('searching finds nothing', async () => {
    for (const search_query of ['Zebulonia', 'rare.example', '0809 777 6543', 'CARD-RARE', 'PAY-1'])
      expect((await server.call(customers.all, { query: { search_query } })).body.data.totalItems).toBe(0)
    expect((await server.call(customers.guests, { query: { search: 'rare' } })).body.data.totalCount).toBe(0)
    expect((await server.call(customers.fetch, { params: { id } })).status).toBe(404)
  })

  test('the record of it says when, by whom and what was kept, and it cannot be done twice', async () => {
    const { name, erasure, keeps } = await overview()
    expect(name).toBe('')
    expect(erasure).toMatchObject({ at: server.clock.now().toISOString(), actor: 'superadmin Tester', retained: keeps })
    expect(keeps).toContainEqual(expect.objectContaining({ what: 'Refunds', count: 1 }))
    const again = await erase(RARE.email)
    expect([again.status, again.problem.message]).toEqual([409, messages.erasedBefore])
  })

  test('what the shop tells of the person later stays without a name', async () => {
    const answer = await shop.send('customers', [
      { id: 'rare', ...RARE, registered_at: '2026-01-05T10:00:00Z', at: '2026-11-22T10:00:00Z' },
    ])
    expect(answer.data.rejected).toBe(1)
    await shop.sendAll('purchases', [
      {
        id: 'rare-later',
        at: '2026-11-21T08:00:00Z',
        customer_id: 'rare',
        name: 'Zebulonia Quxworthy',
        email: RARE.email,
        phone: RARE.phone,
        lines: [{ kind: 'ticket', quantity: 1, amount: 3500 }],
      },
    ])
    expect(await foundAnywhere(server, RARE_TERMS)).toEqual([])
  })

  test('somebody who is not there', async () => {
    for (const of of [999_999, 'x' as never]) {
      const answers = [await erase('x', of), await server.call(privacy.erasure, { params: { id: of } })]
      for (const { status, problem } of answers) {
        expect([404, 422]).toContain(status)
        expect(problem.message).toBe(messages.noSuchCustomer)
      }
    }
  })

  test('is for superadmins alone', async () => {
    for (const endpoint of [privacy.erase, privacy.erasure, privacy.export, privacy.merge]) {
      const { status } = await server.call(endpoint as typeof privacy.erase, { params: { id }, body: {}, as: 'admin' })
      expect(status).toBe(403)
    }
  })
})

describe('the job that looks through texts', () => {
  const REPORTS = 4500
  const named = () => foundAnywhere(server, /wilhelmine/)
  const person = async (name: string) => {
    const email = `${name}@wilhelmine.example`
    await shop.sendAll('customers', [{ id: name, first_name: name, email, registered_at: '2026-03-01T10:00:00Z' }])
    await server.db.execute(sql`
      insert into error_reports (source, external_id, at, message)
      select ${name}, n::text, now(), ${`Mail to ${email} bounced`} from generate_series(1, ${REPORTS}) n`)
    return { id: await shop.idOf(name), email }
  }
  const left = async () =>
    (
      await server.db.execute<{ table: string; key: string | null; n: number; others: number }>(sql`
        select remaining_tables[1] as table, last_key[1] as key,
          (select count(*)::int from error_reports where message like '%wilhelmine%') as n,
          (select count(*)::int from error_reports where message not like '%wilhelmine%') as others
        from erasures order by id desc limit 1`)
    ).rows[0]!
  const next = (running: number) => server.db.transaction((tx) => eraseNext(tx, server.app.people, running))
  const running = async () => (await runningErasures(server.db))[0]!

  test('looks at 2,000 rows in a transaction, and goes on where it was after one that was lost', async () => {
    const { id: of, email } = await person('ottilie')
    expect((await erase(email, of)).body.data.running).toMatchObject({ done: 0, failedAt: null })
    const { status, problem } = await server.call(customers.fetch, { params: { id: of } })
    expect([status, problem.message]).toEqual([404, "This customer's data was erased"])
    expect((await overview(of)).erasure).toMatchObject({ reason: 'Asked by letter', running: { done: 0 } })
    const one = await running()
    while ((await left()).table !== 'error_reports') await next(one)
    const { others } = await left()
    await next(one)
    const first = await left()
    expect(first).toMatchObject({ table: 'error_reports', n: others + REPORTS - 2000 })
    const erasing = server.db.transaction(async (tx) => {
      await eraseNext(tx, server.app.people, one)
      throw new Error('The server died')
    })
    await expect(erasing).rejects.toThrow('The server died')
    expect(await left()).toEqual(first)
    await server.runJobs()
    expect((await overview(of)).erasure).toMatchObject({ running: null })
    expect(await named()).toEqual([])
  })

  test('that fails is seen, and goes on once it can', async () => {
    const { id: of, email } = await person('notburga')
    await server.db.execute(
      sql`alter table error_reports add constraint stuck check (message not like '%[erased]%') not valid`,
    )
    expect((await erase(email, of)).status).toBe(200)
    await expect(server.runJobs()).rejects.toThrow(/^Failed erasures: \d+ \(23514\)$/)
    expect((await overview(of)).erasure!.running).toMatchObject({ failedAt: server.clock.now().toISOString() })
    expect(await erasureFails.lasting!(server.app, server.clock.now())).toMatchObject([
      { title: `The erasure of customer ${of} failed`, path: `/dashboard/users/${of}/data` },
    ])
    await server.db.execute(sql`alter table error_reports drop constraint stuck`)
    await eraseTexts.run(server.app, {})
    expect((await overview(of)).erasure!.running).toBeNull()
    expect(await erasureFails.lasting!(server.app, server.clock.now())).toEqual([])
    expect(await named()).toEqual([])
    expect(log.filter((line) => /wilhelmine/.test(line))).toEqual([])
  })

  test('of two servers at once looks through everything once', async () => {
    const { id: of, email } = await person('sigrun')
    await erase(email, of)
    await Promise.all([eraseTexts.run(server.app, {}), eraseTexts.run(server.app, {})])
    await server.runJobs()
    expect((await overview(of)).erasure!.running).toBeNull()
    expect(await named()).toEqual([])
  })

  test('needs a reason', async () => {
    const { id: of, email } = await person('gerlinde')
    const { status, problem } = await server.call(privacy.erase, { params: { id: of }, body: { confirmation: email } })
    expect([status, problem.errors]).toEqual([422, [{ field: 'reason', message: 'Enter a reason' }]])
  })
})

describe('what runs for a person or is owed to them', () => {
  const email = 'crescentia@mail.example'
  const at = '2026-11-20T09:00:00Z'
  let of = 0
  const owed = async () => (await server.call(privacy.erasure, { params: { id: of } })).body.data.owed

  beforeAll(async () => {
    await shop.sendAll('customers', [
      { id: 'owed', first_name: 'Crescentia', last_name: 'Ofo', email, registered_at: '2026-03-01T10:00:00Z' },
    ])
    of = await shop.idOf('owed')
    const plan = { plan: 'Buff', monthly_price: 9000, tickets: 4 }
    await shop.sendAll('subscriptions', [
      { id: 'owed-s', customer_id: 'owed', event: 'start', at, until: '2027-11-29T23:00:00Z', ...plan },
    ])
    const lines = [
      { kind: 'subscription', amount: 60_000, product: 'Buff' },
      { kind: 'ticket', quantity: 3, amount: 10_500, movie_id: 'HO0001', show_at: '2026-12-12T18:00:00Z' },
    ]
    await shop.sendAll('purchases', [
      { id: 'owed-p', at, customer_id: 'owed', channel: 'web', payment_reference: 'PAY-OWED', email, lines },
    ])
    await server.call(points.award, { params: { id: of }, body: { points: 1070, reason: 'Birthday' } })
    const { rows } = await server.db.execute<{ id: number }>(sql`
      select id from payments where reference = 'PAY-OWED'`)
    await server.db.execute(sql`
      insert into payment_refunds (reference, payment_id, kind, kobo, reason, provider, charge_id, created_at, created_by)
      values ('owed-r', ${rows[0]!.id}, 'amount', 350000, 'Cold room', 'embedded', '1', ${at}, 'Tester')`)
    await server.db.execute(sql`
      insert into approval_requests (action, call, permission, size, difference, fingerprint, reason, requester_id, requester, caller,
        request_hash, created_at, expires_at)
      select 'refunds', 'payment-logs.refund', '{}', 100000,
        ${JSON.stringify([{ entity: 'payment', id: String(rows[0]!.id), summary: '' }])}::jsonb, '', '', id, 'Tester',
        'admin 1', '', ${at}, '2026-12-01T00:00:00Z' from admins limit 1`)
    await server.db.execute(sql`
      with grp as (
        insert into voucher_groups (company_name, quantity, plan_id, plan, tickets, approved_by, generated_by, kobo, created_at)
        select 'Bank', 1, id, 'Buff', 4, 'Tester', 'Tester', 0, ${at} from plans limit 1 returning id
      ) insert into vouchers (group_id, lookup, sealed, last4, recipient) select id, '\\x01', '\\x01', 'K3F1', 'Crescentia Ofo' from grp`)
    await server.db.execute(sql`
      with booking as (
        insert into cube_bookings (cube_id, full_name, email, phone, movie_id, guest_count, date_time, starts_at, base_kobo,
          guest_kobo, guests_included, kobo, created_at, created_by, status)
        select id, 'Crescentia Ofo', ${email}, '', 'HO-CUBE', 8, x.at, x.at, 5000, 2000, 8, 5000000, ${at}, 'Tester', x.status
        from (select id from cubes limit 1) c, (values
          ('2026-12-12T18:00:00Z'::timestamptz, 'Booked'), ('2026-12-13T18:00:00Z', 'Approved Cancellation')) x(at, status)
        returning id, status
      ) insert into cube_payments (booking_id, purpose, kobo, at) select id, 'price', 5000000, ${at} from booking`)
  })

  test('is said beforehand, and money that staff pay out by hand first', async () => {
    expect(await owed()).toEqual([
      {
        text: 'Cancelled cube booking: Ruby Cube on 13/12/2026 19:00 (₦50,000 to refund at the cinema)',
        isToSettle: true,
      },
      ...[
        '3 tickets for upcoming shows, which stay valid',
        'Buff runs until 29/11/2027 (₦60,000 paid)',
        'A refund of ₦3,500 is in progress and will go to the card that paid',
        '1,070 points',
        '1 unused voucher under this name, which can still be redeemed',
        'Cube booking: Ruby Cube on 12/12/2026 19:00 (₦50,000 paid)',
        'A refund (₦1,000) waits for approval and can still be approved',
      ].map((text) => ({ text, isToSettle: false })),
    ])
  })

  test('keeps an erasure back while somebody without a name could not be paid', async () => {
    const { status, problem } = await erase(email, of)
    expect([status, problem.message]).toEqual([
      409,
      messages.toSettle('Cancelled cube booking: Ruby Cube on 13/12/2026 19:00 (₦50,000 to refund at the cinema)'),
    ])
    expect((await overview(of)).erasure).toBeNull()
    await server.db.execute(sql`update cube_bookings set status = 'Refunded' where status = 'Approved Cancellation'`)
    expect((await erase(email, of)).status).toBe(200)
    await server.runJobs()
    const { rows } = await server.db.execute(sql`
      select (select state from payment_refunds where reference = 'owed-r') as refund,
        (select state from approval_requests where caller = 'admin 1' and action = 'refunds') as "approvalRequest",
        (select charge_id from payment_refunds where reference = 'owed-r') as charge`)
    expect(rows).toEqual([{ refund: 'requested', approvalRequest: 'pending', charge: '1' }])
    expect(await owed()).toEqual([])
  })
})

test('somebody with a common name and a shared phone: what is another customer’s stays', async () => {
  const person = { first_name: 'Joy', last_name: 'Eze', phone: '0803 111 2222', registered_at: '2026-03-01T10:00:00Z' }
  await shop.sendAll('customers', [
    { ...person, id: 'joy-1', email: 'joy1@mail.example' },
    { ...person, id: 'joy-2', email: 'joy2@mail.example' },
  ])
  const [one, other] = [await shop.idOf('joy-1'), await shop.idOf('joy-2')]
  await server.call(customers.fetch, { params: { id: other } })
  await server.call(customers.resetPassword, { params: { id: other } })
  await server.db.execute(sql`
    insert into admins (email, first_name, last_name, user_type, password_hash) values ('j@x.example', 'Joy', 'Eze', 'Admin', '-')`)
  expect((await erase('joy1@mail.example', one)).status).toBe(200)
  await server.runJobs()
  const { rows } = await server.db.execute(sql`
    select first_name, phone, email from customers where id = ${other}`)
  expect(rows).toEqual([{ first_name: 'Joy', phone: '+2348031112222', email: 'joy2@mail.example' }])
  const { lines } = (await server.call(audit.list, { query: { entity: 'customer', entity_id: String(other) } })).body
    .data
  expect(lines.map(({ summary }) => summary)).toEqual([
    'Sent \u2068Joy Eze\u2069 a password reset link',
    'Viewed the profile of \u2068Joy Eze\u2069',
  ])
  expect(await foundAnywhere(server, /joy1@mail\.example/)).toEqual([])
})

test('somebody without an email is erased by the full name', async () => {
  await shop.sendAll('customers', [
    { id: 'nameless', first_name: 'Yvonnette', last_name: 'Brrwolde', registered_at: '2026-03-01T10:00:00Z' },
  ])
  const of = await shop.idOf('nameless')
  expect((await erase('Yvonnette', of)).problem.message).toBe('Type the full name of the customer')
  expect((await erase('yvonnette brrwolde', of)).status).toBe(200)
  await server.runJobs()
  expect(await foundAnywhere(server, /yvonnette|brrwolde/)).toEqual([])
})

test('a picture that cannot be removed now is removed later', async () => {
  // The picture goes in a job that was asked for in the erasure's transaction: what fails is tried again.
  const { removePictures } = await import('./jobs.ts')
  const removed: string[] = []
  let isDown = true
  const storage = {
    remove: async (name: string) => {
      if (isDown) throw new Error('The store is not answering')
      removed.push(name)
    },
  }
  const app = { ...server.app, storage: storage as never }
  await expect(removePictures.run(app, { names: ['profile-a.png'] })).rejects.toThrow('The store is not answering')
  isDown = false
  await removePictures.run(app, { names: ['profile-a.png', 'profile-b.png'] })
  expect(removed).toEqual(['profile-a.png', 'profile-b.png'])
})
