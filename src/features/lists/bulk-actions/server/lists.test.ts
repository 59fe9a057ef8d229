/** Each list's acts: what is selected, done and taken back is what the single call does. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { admins } from '#features/access/admins/contract.ts'
import { customer, person } from '#features/access/approvals/server/test/office.ts'
import { categories } from '#features/programming/categories/contract.ts'
import { concessions } from '#features/counter/concessions/contract.ts'
import { counter, IKEJA, JABI, LEKKI, menuOf, productOf } from '#features/counter/concessions/server/test/counter.ts'
import { cubes, type CubeBooking } from '#features/rooms/cubes/contract.ts'
import { addChain, bookedAs, freshLimits, slot } from '#features/rooms/cubes/server/test/chain.ts'
import { kidsClub } from '#features/customers/kids-club/contract.ts'
import { reconciliation } from '#features/payments/daily-finance/reconciliation-contract.ts'
import { heroBanners } from '#features/marketing/promotions/banner-contract.ts'
import { promotions } from '#features/marketing/promotions/contract.ts'
import { vouchers } from '#features/marketing/vouchers/contract.ts'
import { openSession } from '#server/auth/sessions.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { bulkActions } from '../contract.ts'
import { messages } from '../rules.ts'
import { acting } from './test/acting.ts'

let server: TestServer
let actions: ReturnType<typeof acting>
beforeAll(async () => {
  server = await testServer()
  actions = acting(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(TEST_NOW)
  await server.db.execute(sql`delete from bulk_actions`)
})

describe('concessions', () => {
  beforeAll(async () => void (await counter(server)))
  const prices = async (name: string) =>
    Promise.all(
      [LEKKI, IKEJA, JABI].map(async (cinema) => {
        const { display_price, hasOwnPrice, isActive } = await productOf(server, cinema, name)
        return [display_price, hasOwnPrice, isActive]
      }),
    )
  const WAS = [
    [800, false, true],
    [1200, false, true],
    [800, false, true],
  ]

  test('have a price at several cinemas, and what they had before again', async () => {
    const body = {
      query: { cinema_id: LEKKI },
      ids: ['00201'],
      values: { display_price: 950, cinemas: `${LEKKI},${IKEJA}` },
    }
    const done = await actions.done('concessions.price', body)
    expect(done.rows).toMatchObject({ total: 2, changed: 2 })
    expect((await actions.rows(done.id)).map(({ title }) => title)).toEqual(['Coke 50 cl, Lekki', 'Coke 50 cl, Ikeja'])
    expect(await prices('Coke 50 cl')).toEqual([[950, true, true], [950, true, true], WAS[2]])
    expect((await actions.done('concessions.follow', { ...body, values: {} })).rows).toMatchObject({
      total: 1,
      changed: 1,
    })
    // Lekki has a later version than the first action left.
    const undoing = (await actions.undo(done.id)).body.data
    expect(undoing.rows).toMatchObject({ valid: 1, rejected: 1 })
    expect(undoing.refusals[0]!.message).toMatch(/Someone else changed this/)
    await actions.start(undoing.id)
    expect(await prices('Coke 50 cl')).toEqual(WAS)
  })

  test('are sold or not, those alone that the list shows', async () => {
    const done = await actions.done('concessions.deactivate', { query: { cinema_id: JABI, category: 'Drinks' } })
    expect(done.rows).toMatchObject({ total: 1, changed: 1 })
    expect((await prices('Coke 50 cl')).map(([, , isActive]) => isActive)).toEqual([true, true, false])
    const all = await actions.select('concessions.activate', { query: { cinema_id: JABI } })
    expect(all.rows).toMatchObject({ total: 5, valid: 1, same: 4 })
    expect((await actions.undone(done.id)).rows).toMatchObject({ changed: 1 })
    expect(await prices('Coke 50 cl')).toEqual(WAS)
  })

  test('say by its field what is wrong with a price, and which cinema there is not', async () => {
    const ask = (values: object) =>
      server.call(bulkActions.create, {
        body: { action: 'concessions.price', query: { cinema_id: LEKKI }, values: values as Record<string, number> },
      })
    expect((await ask({ display_price: -1 })).problem.errors?.map(({ field }) => field)).toEqual(['display_price'])
    const stopped = await actions.select('concessions.activate', {
      query: { cinema_id: LEKKI },
      values: { cinemas: '9999' },
    })
    expect(stopped).toMatchObject({ state: 'stopped', message: 'Cinema not found' })
  })

  test('and combos are deleted, and there again', async () => {
    const body = { rosetta_product_id: '00501', combo_items: ['00101', '00201'], cinema_id: LEKKI }
    await server.call(concessions.createCombo, { body })
    const combos = async () =>
      (await menuOf(server, LEKKI)).concessions.flatMap(({ products }) => products).filter(({ combo_id }) => combo_id)
    const [before] = await combos()
    const done = await actions.done('combos.delete', { query: { cinema_id: LEKKI }, ids: [String(before!.id)] })
    expect([done.rows.changed, (await combos()).length]).toEqual([1, 0])
    await actions.undone(done.id)
    expect(await combos()).toMatchObject([{ combo_id: before!.combo_id, combo_items: before!.combo_items }])
  })
})

describe('cube bookings', () => {
  beforeAll(async () => {
    await server.db.execute(sql`truncate cinemas, states cascade`)
    await addChain(server)
  })
  beforeEach(() => freshLimits(server))
  const statusOf = async ({ booking_id: id }: CubeBooking) =>
    (await server.call(cubes.booking, { params: { id } })).body.data.status
  const all = (...bookings: CubeBooking[]) => ({ ids: bookings.map(({ booking_id }) => booking_id) })

  test('are cancelled with a reason, and kept after all', async () => {
    const booking = await bookedAs(server, 'Booked')
    const done = await actions.done('cubes.cancel', { ...all(booking), values: { reason: 'The screen is broken' } })
    expect(done.rows).toMatchObject({ changed: 1 })
    expect(await statusOf(booking)).toBe('Pending Cancellation Approval')
    const { body } = await server.call(cubes.steps, { params: { id: booking.booking_id } })
    expect(body.data[0]).toMatchObject({ reason: 'The screen is broken' })
    expect((await actions.undone(done.id)).rows).toMatchObject({ changed: 1 })
    expect(await statusOf(booking)).toBe('Booked')
  })

  test('that wait are approved or declined, whatever they ask for; the others are refused', async () => {
    const cancelled = await bookedAs(server, 'Pending Cancellation Approval')
    const booking = await bookedAs(server, 'Pending Reschedule Approval')
    const redeemed = await bookedAs(server, 'Redeemed')
    const those = all(cancelled, booking, redeemed)
    const without = await server.call(bulkActions.create, { body: { action: 'cubes.decline', query: {}, ...those } })
    expect(without.problem.errors).toEqual([{ field: 'reason', message: messages.empty }])
    const declining = await actions.select('cubes.decline', { ...those, values: { reason: 'No' } })
    expect(declining.rows).toMatchObject({ valid: 2, rejected: 1 })
    const done = await actions.done('cubes.approve', { ...those, values: { reason: 'Yes' } })
    expect(done).toMatchObject({ rows: { changed: 2, rejected: 1 }, undoBlockedReason: messages.noUndo })
    expect(await Promise.all([cancelled, booking, redeemed].map(statusOf))).toEqual([
      'Approved Cancellation',
      'Approved Reschedule',
      'Redeemed',
    ])
  })

  test('are redeemed from an hour before, once, and that is undone the same day', async () => {
    const booking = await bookedAs(server, 'Booked')
    expect((await actions.select('cubes.redeem', all(booking))).rows).toMatchObject({ rejected: 1 })
    server.clock.set(slot(1, 17))
    const done = await actions.done('cubes.redeem', all(booking))
    expect(await statusOf(booking)).toBe('Redeemed')
    const { rows } = await server.db.execute(
      sql`select summary from audit_log where summary like ${`%with bulk action ${done.id}`}`,
    )
    expect(rows).toHaveLength(1)
    await actions.undone(done.id)
    expect(await statusOf(booking)).toBe('Booked')
  })
})

describe('admins', () => {
  const invite = async (email: string) =>
    (
      await server.call(admins.create, {
        body: { email, mobile: '0803 123 4567', userType: 'Admin', first_name: 'Ada', last_name: email[0]! },
      })
    ).body.data
  test('who were invited get another email; who were not say why', async () => {
    const [first, second] = [await invite('new.one@test.example'), await invite('new.two@test.example')]
    const ready = await actions.select('admins.invite', { query: { userType: 'ADMIN' } })
    expect(ready.rows).toMatchObject({ valid: 2 })
    expect(ready.rows.rejected).toBe(ready.rows.total - 2)
    expect((await actions.start(ready.id)).body.data.rows).toMatchObject({ changed: 2 })
    const those = { ids: [String(first.id), String(second.id)] }
    expect((await actions.done('admins.take-back', those)).rows).toMatchObject({ changed: 2 })
    const { body } = await server.call(admins.list, { query: { search: 'new.', page: 1 } })
    expect(body.data).toMatchObject({ totalCount: 0 })
  })

  test('are deleted by whoever confirms who they are', async () => {
    const { id } = await invite('gone@test.example')
    const ready = await actions.select('admins.delete', { ids: [String(id)] })
    const now = server.clock.now()
    const { sessionId } = await openSession(
      server.db,
      (await person(server, 'Ngozi Eze')).id,
      new Date(now.getTime() - 11 * 60_000),
      server.app.env.session,
    )
    const headers = { authorization: `Bearer ${await server.app.accessTokens.sign(sessionId, now)}` }
    const denied = await server.call(bulkActions.start, { params: { id: ready.id }, body: {}, as: 'nobody', headers })
    expect([denied.status, denied.problem.code]).toEqual([403, 'confirm'])
  })
})

test('members of the kids club are removed, and are members again as they were', async () => {
  const userId = await customer(server)
  const given = { guardianName: 'Ronke Ojo', consentDate: '2026-11-20', consentSource: 'Form' as const }
  await server.call(kidsClub.add, { body: { userId, ...given } })
  const member = async () => (await server.call(kidsClub.member, { params: { id: userId } })).body.data
  const before = await member()
  const done = await actions.done('kids-club.remove', { query: { forKidsClub: 'true' } })
  expect([done.rows.changed, await member()]).toEqual([1, null])
  await actions.undone(done.id)
  expect(await member()).toMatchObject({ ...given, createdAt: before!.createdAt })
})

test('hero banners are shown or not, and deleted; each of it is taken back', async () => {
  const body = { movie_title: 'Thursdays', isMovie: false, url: 'https://c.example', mobile_image: '/api/files/v.mp4' }
  for (const n of [1, 2]) await server.call(heroBanners.create, { body: { ...body, movie_title: `Thursdays ${n}` } })
  const isVisible = async () =>
    (await server.call(heroBanners.list, { query: {} })).body.data.banners.map(({ title, isActive }) => [
      title,
      isActive,
    ])
  const before = await isVisible()
  const off = await actions.done('hero-banners.deactivate')
  expect((await isVisible()).map(([, isActive]) => isActive)).toEqual([false, false])
  await actions.undone(off.id)
  expect(await isVisible()).toEqual(before)
  const deleted = await actions.done('hero-banners.delete')
  expect(await isVisible()).toEqual([])
  await actions.undone(deleted.id)
  expect(await isVisible()).toEqual(before)
})

test('promotions are deleted, and there again', async () => {
  const body = {
    title: 'Half price on Mondays',
    description: 'Every Monday.',
    position: 'body',
    web_media: '/api/files/video-1.mp4',
    mobile_media: '/api/files/image-2.jpg',
    thumbnail: '/api/files/image-3.jpg',
    ctaOptions: { primaryCTA: 'Book now', primaryCTAUrl: 'https://c.example', secondaryCTA: '', secondaryCTAUrl: '' },
  } as const
  const made = await server.call(promotions.create, { body })
  expect(made.problem).not.toHaveProperty('status')
  const count = async () => (await server.call(promotions.list, { query: {} })).body.data.totalCount
  const done = await actions.done('promotions.delete')
  expect([done.rows.changed, await count()]).toEqual([1, 0])
  await actions.undone(done.id)
  expect(await count()).toBe(1)
})

test('categories are deleted, and there again', async () => {
  for (const name of ['Talks', 'Galas']) await server.call(categories.create, { body: { name } })
  const names = async () => (await server.call(categories.list, {})).body.data.map(({ name }) => name)
  const before = await names()
  const done = await actions.done('categories.delete')
  expect(await names()).toEqual([])
  await actions.undone(done.id)
  expect(await names()).toEqual(before)
})

test('vouchers of a group are withdrawn, and what was redeemed is refused', async () => {
  await server.db.execute(sql`
    insert into plans (id, name, kobo, tickets, place, created_at) overriding system value
    values (401, 'Buff', 900000, 4, 2, now())`)
  const { body: made } = await server.call(vouchers.create, {
    body: { companyName: 'Zenith', quantity: 3, approvedBy: 'Ngozi Eze', paymentConfirmed: true },
  })
  const { id } = made.data
  await server.db.execute(sql`
    update vouchers set state = 'redeemed', redeemed_at = now(), redeemed_by = 'Till'
    where id = (select min(id) from vouchers where group_id = ${id})`)
  const done = await actions.done('vouchers.void', { query: { id: String(id) } })
  expect(done).toMatchObject({ rows: { total: 3, changed: 2, rejected: 1 }, undoBlockedReason: messages.noUndo })
  const { body } = await server.call(vouchers.group, { params: { id } })
  expect(body.data.usage).toEqual({ unused: 0, redeemed: 1, void: 2, expired: 0 })
})

test('mismatches of a day are resolved with one note, and open again', async () => {
  const day = '2026-11-20'
  await server.db.execute(sql`
    insert into reconciliations (provider, day, state, started_at, started_by)
    values (${server.app.payments.kind}, ${day}, 'done', now(), 'Ada')`)
  await server.db.execute(sql`
    insert into reconciliation_mismatches (provider, day, reference, kind, found_at)
    select ${server.app.payments.kind}, ${day}::date, 'ref-' || n, 'missing here', now() from generate_series(1, 3) n`)
  const states = async () =>
    (await server.call(reconciliation.day, { params: { day }, query: {} })).body.data.mismatches.map(
      ({ note, resolvedAt }) => [note, resolvedAt !== null],
    )
  const body = { query: { day, state: 'open' } }
  const empty = await server.call(bulkActions.create, { body: { action: 'reconciliation.resolve', ...body } })
  expect(empty.problem.errors?.map(({ field }) => field)).toEqual(['note'])
  const done = await actions.done('reconciliation.resolve', { ...body, values: { note: 'Paid at the till' } })
  expect(await states()).toEqual(Array.from({ length: 3 }, () => ['Paid at the till', true]))
  await actions.undone(done.id)
  expect((await states()).map(([, isResolved]) => isResolved)).toEqual([false, false, false])
})
