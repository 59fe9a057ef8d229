/** What finance and the counter do in a week, each from its own screen: that it can be done, and in how many clicks. */
import type { APIRequestContext } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { showDay } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { acceptedSender, asSignedIn, asSuperadmin } from '../api.ts'
import { inDatabase } from '../database.ts'
import { today } from '../day.ts'
import { expect, openScreen, signIn, test } from '../fixtures.ts'
import { chooseAction, choose, dialog, openRow, row } from '../helpers.ts'
import { expectMessage } from '../messages.ts'
import { tasks } from './clicks.ts'

const EMAIL = 'ngozi@task.example'

/** Three tickets of one payment, and popcorn. */
const bought = (id: string, reference: string) => ({
  id,
  at: new Date(Date.now() - 60_000).toISOString(),
  channel: 'web',
  name: 'Ngozi Task',
  email: EMAIL,
  phone: '0803 555 0199',
  payment_reference: reference,
  lines: [
    { kind: 'ticket', quantity: 3, amount: 12_000, product: 'Adult' },
    { kind: 'concession', quantity: 1, amount: 2500, product: 'Popcorn, medium' },
  ],
})

type Line = { kind: string; quantity: number; left_amount: number }
type Paid = { id: number; bookingId: string; reference: string; lines: Line[] }

/**
 * A payment of the demo with several tickets that cost money, as those of a subscription do not, charged as it should: each
 * sixtieth and the two after are not.
 */
async function withTickets(request: APIRequestContext): Promise<Paid> {
  const { get } = await asSuperadmin(request)
  for (let page = 1; ; page++) {
    const { payment_logs: rows } = await get<{ payment_logs: Paid[] }>(
      `/flutterwave/payment-logs?perPage=50&kind=ticket&status=succeeded&page=${page}`,
    )
    if (!rows.length) throw new Error('Nobody has paid what the tour needs')
    for (const { id, reference } of rows.filter(({ id }) => id % 60 > 2)) {
      const paid = await get<Paid>(`/flutterwave/payment-logs/${id}`)
      const [first] = paid.lines
      const isSeveral = first?.kind === 'ticket' && first.quantity > 1 && first.left_amount > 10
      if (reference.startsWith('FLW') && isSeveral) return paid
    }
  }
}

test('what is done with money and prices takes no more clicks than it needs', async ({ page, request, server }) => {
  await server.prints(/demo chain's payments are charged/)
  await signIn(page)
  const task = await tasks(page)
  const { bookingId, reference } = await withTickets(request)
  await task(
    'one of several tickets is refunded, from the Tickets Log',
    4,
    `/dashboard/purchased-tickets?search=${reference}`,
    async () => {
      await openRow(row(page, reference).first())
      await dialog(page, 'Purchase').getByRole('link', { name: 'Refund', exact: true }).click()
      const asking = dialog(page, `Refund payment ${bookingId}`)
      await asking.getByLabel('Selected items').check()
      await asking
        .getByRole('textbox', { name: /^Quantity of/ })
        .first()
        .fill('1')
      await asking.getByLabel('Reason').fill('She came alone')
      await asking.getByRole('button', { name: /^Refund ₦/ }).click()
      await expect(page.getByText('Partly refunded')).toBeVisible()
    },
  )

  const send = await acceptedSender(await asSignedIn(page), { record_types: ['purchases'] })
  await send('purchases', bought('twin-1', 'FLW-TWIN-1'))
  await send('purchases', bought('twin-2', 'FLW-TWIN-2'))
  await task(
    'why was she charged twice: the payment says so, and leads to the other',
    2,
    '/dashboard/payment-logs?search=FLW-TWIN-2',
    async () => {
      await page.getByRole('link', { name: 'twin-2', exact: true }).click()
      const twice = page.getByText('Possibly charged twice.').locator('..')
      await twice.getByRole('link', { name: 'FLW-TWIN-1' }).click()
      await expect(page.getByRole('heading', { name: 'Payment twin-1' })).toBeVisible()
    },
  )

  await task('a day is closed, where nothing is left open', 4, '/dashboard/payment-logs', async () => {
    await page.getByRole('link', { name: 'Daily finance', exact: true }).click()
    // Yesterday may not be paid out yet.
    await page.getByRole('table', { name: 'Business days' }).getByRole('row').nth(3).getByRole('link').click()
    await page.getByRole('button', { name: 'Close day' }).click()
    await dialog(page, /^Close /)
      .getByRole('button', { name: 'Close day' })
      .click()
    await expect(page.getByText(/^Closed /)).toBeVisible()
  })

  await task('last month’s tickets are a file for the accountant', 3, '/dashboard/purchased-tickets', async () => {
    await page.getByRole('button', { name: 'Date of payment: Any date' }).click()
    await page.getByRole('button', { name: 'Last month', exact: true }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    await downloading
  })

  await task(
    'popcorn ten percent dearer at all cinemas for two weeks',
    4,
    '/dashboard/concessions/price-changes',
    async () => {
      await page.getByRole('button', { name: 'PRICE CHANGE' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('December')
      await page.getByRole('button', { name: 'Add all of Popcorn' }).click()
      await page.getByRole('button', { name: 'All cinemas' }).click()
      await page.getByRole('textbox', { name: 'Percent' }).fill('10')
      for (const [label, days] of [
        ['First day', 60],
        ['Last day', 76],
      ] as const) {
        await page.getByRole('textbox', { name: label }).fill(showDay(today(days)))
        await page.getByRole('textbox', { name: label }).press('Tab')
      }
      await expect(page.getByText(/^\d+ prices, \d+ up/)).toBeVisible()
      await page.getByRole('button', { name: 'SAVE' }).click()
      await expectMessage(page, 'Price change saved')
    },
  )
  await task('and cancelled', 2, undefined, async () => {
    await page.getByRole('button', { name: 'Cancel price change' }).click()
    await dialog(page, 'Cancel the price change December?').getByRole('button', { name: 'Cancel price change' }).click()
    await expectMessage(page, 'Price change cancelled')
  })

  await openScreen(page, '/dashboard/concessions/combo-deals?cinema_id=0004')
  await expect(row(page, 'Matinee combo').getByText(/^Loses money: costs ₦[\d,]+$/)).toBeVisible()
  await task('which combo loses money; the margin of each of the chain', 1, '/dashboard/margin', async () => {
    await page.getByText('Combo', { exact: true }).click()
    await expect(row(page, 'Combo for two')).toContainText(/\d%/)
  })
})

/** Has a booking that nobody came to begin in this hour. @returns its id */
async function begunNow(db: Db): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(sql`
    update cube_bookings set starts_at = date_trunc('hour', now()) where id = (
      select b.id from cube_bookings b where b.status = 'Booked' and b.starts_at < now() and not exists (
        select from cube_slots h where h.cube_id = b.cube_id and h.starts_at = date_trunc('hour', now()))
      order by b.id limit 1)
    returning booking_id as id`)
  return rows[0]!.id
}

// Clauses: operations 121-122, 131, 138, 143-144, 253-256, 313
test('what is done with a cube booking takes no more clicks than it needs', async ({ page, server }) => {
  await signIn(page)
  const task = await tasks(page)
  await openScreen(page, '/dashboard/cube-booking-logs?tab=week')
  await choose(page, 'Cube', /Ruby Cube/)
  const free = page.getByRole('button', { name: /^Book .* at 9:00 PM$/ }).last()
  let guest = ''
  await task('a cube is booked for a guest who is known', 7, undefined, async () => {
    await free.click()
    const booking = dialog(page, 'Cube Booking')
    await choose(booking, 'Select a movie', 0)
    await booking.getByRole('combobox', { name: 'Find a guest' }).fill('adebayo')
    await page.getByRole('option').first().click()
    await expect(booking.getByLabel('Email')).toHaveValue(/@/)
    guest = await booking.getByLabel('Email').inputValue()
    await booking.getByLabel('Number of Guests').fill('8')
    await choose(booking, 'Paid by', 'Cash')
    await booking.getByRole('button', { name: 'PROCEED' }).click()
    await expectMessage(page, 'Successful')
  })

  const of = /^Actions for /
  await task('it is moved', 9, `/dashboard/cube-booking-logs?search=${guest}`, async () => {
    await chooseAction(row(page, guest).first(), of, 'Reschedule')
    const moving = dialog(page, 'Reschedule Booking')
    await expect(moving.getByText('10% of the amount paid')).toBeVisible()
    await choose(moving, 'Anticipated Date', 5)
    await choose(moving, 'Start Time', 0)
    await choose(moving, 'Paid by', 'Cash')
    await moving.getByRole('button', { name: 'PROCEED' }).click()
    await expectMessage(page, /^Reschedule requested/)
  })
  await task('the move is approved', 2, `/dashboard/cube-booking-logs?tab=rescheduled&search=${guest}`, async () => {
    await row(page, guest)
      .first()
      .getByRole('button', { name: /^Approve/ })
      .click()
    const approving = dialog(page, 'Approve Cube Booking Rescheduling')
    await approving.getByLabel('Reason').fill('There is room')
    await approving.getByRole('button', { name: 'YES, RESCHEDULE' }).click()
    await expectMessage(page, 'Reschedule approved')
  })
  await task('it is cancelled', 3, undefined, async () => {
    await chooseAction(row(page, guest).first(), of, 'Cancel')
    await dialog(page, 'Cube Booking Cancellation').getByRole('button', { name: 'YES, CANCEL' }).click()
    await expectMessage(page, 'Cancellation requested')
  })
  await task(
    'the cancellation is approved, and paid back',
    6,
    `/dashboard/cube-booking-logs?tab=cancelled&search=${guest}`,
    async () => {
      await row(page, guest)
        .first()
        .getByRole('button', { name: /^Approve/ })
        .click()
      const approving = dialog(page, 'Approve Cube Booking Cancellation')
      await approving.getByLabel('Reason').fill('The guest is ill')
      await approving.getByRole('button', { name: 'YES, CANCEL' }).click()
      await chooseAction(row(page, guest).first(), of, 'View Details')
      await dialog(page, 'Cube Booking Details').getByRole('button', { name: 'REFUND' }).click()
      const refunding = dialog(page, 'Cube Booking Refund')
      await refunding.getByLabel('Reason').fill('As promised')
      await refunding.getByRole('button', { name: 'YES, REFUND' }).click()
      await expectMessage(page, 'Booking refunded')
    },
  )

  const id = await inDatabase(server, begunNow)
  await openScreen(page, `/dashboard/cube-booking-logs?all=yes&search=${id}`)
  const toRedeem = page.getByRole('button', { name: /^Actions for / }).first()
  const name = (await toRedeem.getAttribute('aria-label'))!
  await chooseAction(page, new RegExp(name), 'Redeem')
  await dialog(page, 'Cube Booking Redemption').getByRole('button', { name: 'YES, REDEEM' }).click()
  await expectMessage(page, 'Booking redeemed')
  await openScreen(page, `/dashboard/cube-booking-logs?tab=redeemed&all=yes&search=${id}`)
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  await task('a wrong Redeem is taken back, within its day', 3, undefined, async () => {
    await chooseAction(page, new RegExp(name), 'View Details')
    await dialog(page, 'Cube Booking Details').getByRole('button', { name: 'UNDO REDEMPTION' }).click()
    await expectMessage(page, 'Redemption undone')
  })
})
