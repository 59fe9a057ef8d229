import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { points } from '#features/customers/points/contract.ts'
import { privacy } from '#features/customers/privacy/contract.ts'
import { testServer, type TestServer, type Who } from '#server/test/harness.ts'
import { customers } from '../contract.ts'
import { messages } from '../rules.ts'
import { addCinema, addPlan, newShop, rowsOf, type Shop } from './test/shop.ts'

let server: TestServer
let shop: Shop
let ada: number
beforeAll(async () => {
  server = await testServer()
  await addCinema(server)
  await addPlan(server, 'Fan', 5000)
  shop = await newShop(server)
  await shop.sendAll('customers', [
    { id: 'ada', first_name: 'Ada', last_name: 'Okafor', email: 'ada@mail.example', registered_at: at('2025-01-05') },
    { id: 'twin', first_name: 'Ada', last_name: 'Okafor', registered_at: at('2025-01-06') },
  ])
  await shop.sendAll('subscriptions', [
    {
      id: 's-1',
      customer_id: 'ada',
      event: 'start',
      at: at('2026-11-01'),
      until: at('2026-12-01'),
      plan: 'Fan',
      monthly_price: 5000,
    },
  ])
  await shop.sendAll('purchases', [
    {
      id: 'o-1',
      at: at('2026-11-02'),
      customer_id: 'ada',
      payment_reference: 'FLW-1',
      cinema_id: '0001',
      lines: [
        { kind: 'ticket', quantity: 2, amount: 7000, movie_id: 'HO0001', show_at: at('2026-11-05') },
        { kind: 'concession', quantity: 1, amount: 1500, product: 'Popcorn' },
      ],
    },
    { id: 'o-2', at: at('2026-11-03'), email: 'ADA@mail.example', lines: [{ kind: 'ticket', amount: 3500 }] },
  ])
  await shop.sendAll('refunds', [
    {
      id: 'r-1',
      purchase_id: 'o-1',
      at: at('2026-11-04'),
      reason: 'Fell ill',
      lines: [{ kind: 'ticket', quantity: 1, amount: 3500 }],
    },
  ])
  ada = await shop.idOf('ada')
})
afterAll(() => server.close())

const at = (day: string) => `${day}T18:00:00+01:00`
const timeline = (query: object = {}, as?: Who) =>
  server.call(customers.timeline, { params: { id: ada }, query, ...(as && { as }) })
const events = async (query: object = {}) => (await timeline(query)).body.data.events
const note = (text: string, as?: Who, id = ada) =>
  server.call(customers.addNote, { params: { id }, body: { text }, ...(as && { as }) })

describe('GET /admin/customers/{id}/timeline', () => {
  test('lists purchases with movie, cinema and show, and refunds', async () => {
    const bought = await events({ kinds: 'purchase,refund,subscription' })
    expect(bought.map(({ kind, title, naira, status }) => [kind, title, naira, status])).toEqual([
      ['refund', 'Refund', -3500, ''],
      ['purchase', '1 ticket: unknown movie', 3500, ''],
      ['purchase', '2 tickets: Anikulapo, Popcorn', 8500, 'Partly refunded'],
      ['subscription', 'Subscribed to Fan', null, ''],
    ])
    expect(bought[0]!.more).toEqual(['Fell ill', 'Lekki'])
    expect(bought[1]!.more).toEqual(['Guest purchase'])
    expect(bought[2]!.more).toEqual(['Show 05/11/2026 18:00', 'Lekki'])
    expect(bought[2]!.links).toEqual([{ kind: 'payment', id: expect.stringMatching(/^\d+$/), text: 'FLW-1' }])
  })

  test('lists points, emails and staff actions, but no views', async () => {
    await server.call(points.award, { params: { id: ada }, body: { points: 500, reason: 'Birthday' } })
    await server.call(customers.resetPassword, { params: { id: ada } })
    await server.call(customers.fetch, { params: { id: ada } })
    const done = await events({ kinds: 'points,email,staff' })
    expect(done.map(({ kind, title, by }) => [kind, title, by])).toEqual([
      ['points', '+500 points', expect.stringContaining('Tester')],
      ['email', 'Customer password reset', ''],
      ['staff', expect.stringContaining('Sent'), expect.stringContaining('Tester')],
    ])
    expect(done[0]!.more).toEqual(['Birthday'])
  })

  test('hides kinds that the role cannot see', async () => {
    const kinds = new Set((await timeline({}, 'admin')).body.data.events.map(({ kind }) => kind))
    expect(kinds).toContain('purchase')
    expect((await timeline({}, 'powerless')).status).toBe(403)
  })

  test('pages without gaps or repetitions, in any size', async () => {
    // Several events share an instant, so that pages end between them.
    for (const text of ['one', 'two', 'three']) await note(text)
    const all = await events({ perPage: 100 })
    expect(all.length).toBeGreaterThan(8)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), async (perPage) => {
        const read: unknown[] = []
        for (let before: string | undefined; ;) {
          const { data } = (await timeline({ perPage, ...(before && { before }) })).body
          read.push(...data.events)
          if (!data.next) break
          before = data.next
        }
        expect(read).toEqual(all)
      }),
      { numRuns: 5, examples: [[1]] },
    )
  })

  test('rejects unknown kinds and cursors', async () => {
    const { status, problem } = await timeline({ kinds: 'purchase,visits', before: 'yesterday' })
    expect(status).toBe(422)
    expect(problem.errors).toEqual([
      { field: 'kinds', message: expect.stringContaining('kinds must be from') },
      { field: 'before', message: messages.noSuchPlace },
    ])
  })
})

describe('head of the page', () => {
  test('shows spend net of refunds, and facts of other features', async () => {
    const { data } = (await server.call(customers.fetch, { params: { id: ada } })).body
    expect(data.spend).toEqual({ naira: 8500, purchases: 2, isPart: false })
    expect(data.facts).toEqual([{ label: 'Points', text: '500 · Fan', kind: 'points', id: String(ada) }])
  })
})

describe('POST /admin/customers/{id}/cancel-subscription', () => {
  const cancel = (body: object, as?: Who) =>
    server.call(customers.cancelSubscription, { params: { id: ada }, body, ...(as && { as }) })
  const record = async () => (await server.call(customers.fetch, { params: { id: ada } })).body.data

  test('ends the subscription on an earlier day, or now, and keeps the reason', async () => {
    expect((await cancel({ reason: 'Moves away' }, 'admin')).status).toBe(403)
    const { problem } = await cancel({ lastDay: '2026-12-01', reason: ' ' })
    expect(problem.errors).toEqual([{ field: 'reason', message: messages.noCancelReason }])
    const late = await cancel({ lastDay: '2026-12-01', reason: 'Moves away' })
    expect(late.problem.errors).toEqual([{ field: 'lastDay', message: messages.badLastDay('2026-12-01') }])
    expect((await cancel({ lastDay: '2026-11-25', reason: 'Moves away' })).status).toBe(200)
    expect((await record()).userSubscriptionHistory.active_subscription!.subEndDate).toBe('2026-11-25')

    expect((await cancel({ reason: 'Moves today' })).status).toBe(200)
    const { userData, userSubscriptionHistory: had } = await record()
    expect([userData.status, had.active_subscription]).toEqual(['Unsubscribed', null])
    expect(had.all_subscriptions.map((term) => [term.subscriptionName, term.paid])).toEqual([['Fan', 'unknown']])
    const { users } = (await server.call(customers.list, { query: { type: 'INACTIVE', search_query: 'ada@' } })).body
      .data
    expect(users[0]!.lastest_subscription.reason).toBe('Moves today')
    expect((await cancel({ reason: 'Again' })).problem.message).toBe(messages.noSubscription)
    expect((await events({ kinds: 'subscription' }))[0]).toMatchObject({
      title: 'Subscription ended',
      more: ['Moves today'],
    })
  })
})

describe('notes', () => {
  const ownId = async (text: string) =>
    Number((await events({ kinds: 'note' })).find(({ title }) => title === text)!.id)
  const edit = (noteId: number, body: { text: string; version?: number }, as?: Who) =>
    server.call(customers.editNote, { params: { id: ada, noteId }, body, ...(as && { as }) })
  const remove = (noteId: number, as?: Who) =>
    server.call(customers.removeNote, { params: { id: ada, noteId }, ...(as && { as }) })

  test('are added, and edited only by their author', async () => {
    expect((await note('  Asks for an aisle seat  ', 'admin')).status).toBe(201)
    const noteId = await ownId('Asks for an aisle seat')
    expect((await edit(noteId, { text: 'Row C' })).status).toBe(403)
    expect((await edit(noteId, { text: 'Row C', version: 1 }, 'admin')).body.data).toEqual({
      text: 'Row C',
      version: 2,
    })
    const late = await edit(noteId, { text: 'Row D', version: 1 }, 'admin')
    expect([late.status, late.problem.data]).toEqual([409, { text: 'Row C', version: 2 }])
    const [own] = (await timeline({ kinds: 'note' }, 'admin')).body.data.events
    expect([own!.title, own!.note]).toEqual(['Row C', { isOwn: true, isEdited: true, version: 2 }])
    expect((await note('   ')).problem.errors).toEqual([{ field: 'text', message: messages.noNote }])
    expect((await note('x'.repeat(2001))).status).toBe(422)
    expect((await note('Nobody', undefined, 999_999)).status).toBe(404)
  })

  test('are deleted and restored by their author or a superadmin', async () => {
    await note('Of a superadmin')
    const ofSuperadmin = await ownId('Of a superadmin')
    expect((await remove(ofSuperadmin, 'admin')).status).toBe(403)
    const noteId = await ownId('Row C')
    expect((await remove(noteId)).status).toBe(200)
    expect(await events({ kinds: 'note' })).not.toContainEqual(expect.objectContaining({ title: 'Row C' }))
    expect((await remove(noteId)).status).toBe(404)
    expect((await server.call(customers.restoreNote, { params: { id: ada, noteId } })).status).toBe(200)
    expect(await ownId('Row C')).toBe(noteId)
    const log = await rowsOf(server, `select summary from audit_log where action like 'customers.%Note' order by id`)
    expect(log.map(({ summary }) => String(summary).split(' ').slice(0, 3).join(' '))).toEqual(
      expect.arrayContaining(['Added a note', 'Edited a note', 'Deleted a note', 'Restored a note']),
    )
  })

  test('move with a merge and are deleted by an erasure', async () => {
    const twin = await shop.idOf('twin')
    await note('Of the twin', undefined, twin)
    const merged = await server.call(privacy.merge, { params: { id: ada }, body: { other: twin } })
    expect(merged.status).toBe(200)
    expect(await ownId('Of the twin')).toBeGreaterThan(0)
    const erased = await server.call(privacy.erase, {
      params: { id: ada },
      body: { confirmation: 'ada@mail.example', reason: 'Asked by letter' },
    })
    expect(erased.status).toBe(200)
    expect(await rowsOf(server, 'select * from customer_notes')).toEqual([])
    expect(await rowsOf(server, `select * from audit_log where before::text || after::text like '%Row C%'`)).toEqual([])
  })
})
