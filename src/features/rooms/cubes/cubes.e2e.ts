import type { Page } from '@playwright/test'
import { asSignedIn, type Api } from '../../../../e2e/api.ts'
import { today } from '../../../../e2e/day.ts'
import { expect, openScreen, signIn, test } from '../../../../e2e/fixtures.ts'
import { expectMessage } from '../../../../e2e/messages.ts'
import { chooseAction, choose, dialog, openRow, row } from '../../../../e2e/helpers.ts'
import type { Cube, CubeBooking } from './contract.ts'
import { ON_PHONE } from '../../../../e2e/sizes.ts'

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Bookings' })
/** One that somebody waits behind says how many, too. */
const tab = (page: Page, name: string) => tabs(page).getByRole('link', { name: new RegExp(`^${name}`) })

/** The columns of the paid tab. */
const PAID = ['ID', 'Name', 'Phone number', 'Email', 'Movie', 'Amount', 'Date', 'Guest', 'Actions']
/** The menu of a booking. */
const ACTIONS = /^Actions for /

const LOG = '/dashboard/cube-booking-logs'

/** A new booking of a cube: paid by card at the cinema, for as many guests as the price has in it. */
async function booked({ get, post }: Api, of: RegExp, first: string): Promise<CubeBooking> {
  const cube = (await get<Cube[]>('/cubes')).find(({ name }) => of.test(name))!
  const { bookings } = await get<{ bookings: CubeBooking[] }>('/cubes/bookings?page=1&perPage=1')
  const slots = await get<{ date_time: string }[]>(
    `/cubes/bookings/available-slots?cube_id=${cube.id}&date=${today(6)}`,
  )
  return post('/cubes/bookings', {
    full_name: `${first} Quartey`,
    email: `${first.toLowerCase()}@mail.example`,
    phone_number: '0803 123 4567',
    movie_id: bookings[0]!.movie_id,
    guest_count: cube.guests_included,
    cinema_id: cube.rosetta_cinema_id,
    cube_id: cube.id,
    date_time: slots[0]!.date_time,
    payment_amount: cube.base_price,
    payment_method: 'card',
  })
}

const change = (api: Api, { booking_id, version }: CubeBooking, path: string, body: object): Promise<CubeBooking> =>
  api.patch(`/cubes/bookings/${booking_id}${path}`, { ...body, version })

// Clauses: operations 125-126, 140-141, 249, 312, 453, 481, 514
test('Cube bookings: one is found with its ID to copy, and edited for what it costs more, or says why not; Cubes: one is added; deleted it stays in the log, and can no longer be booked', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-write'])
  await signIn(page)
  const { cube_id, booking_id: id } = await booked(await asSignedIn(page), /Ruby/, 'Efua')
  await openScreen(page, `${LOG}?cube_id=${cube_id}&search=efua@mail.example`)
  await expect(page.getByRole('table').locator('th')).toHaveText(['', ...PAID])
  const efua = row(page, 'Efua')
  await expect(efua).toContainText(new RegExp(`${id.slice(0, 25)}….*0803 123 4567.*₦40,000`))
  await efua.getByRole('button', { name: `Copy the ID ${id}` }).click()
  await expectMessage(page, 'Copied!')

  await efua.getByRole('button', { name: ACTIONS }).click()
  // Of what cannot be done now the reason stands below its name.
  await expect(page.getByRole('menuitem')).toContainText(['View Details', 'Reschedule', 'Redeem', 'Edit', 'Cancel'])
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const editing = dialog(page, 'Edit Booking')
  await expect(editing.getByLabel('Select a Cube')).toHaveAttribute('readonly', '')
  await expect(editing.getByLabel('Phone number')).toHaveValue('0803 123 4567')
  await editing.getByLabel('Number of Guests').fill('12')
  await expect(editing.getByRole('status').getByText('₦12,000', { exact: true })).toBeVisible()
  await editing.getByLabel('Full Name').fill('Efua A. Quartey')
  await choose(editing, 'Paid by', 'Cash')
  const refused = { status: 409, json: { status: 409, message: 'Not today' } }
  await page.route(`**/api/cubes/bookings/${id}`, (route) => route.fulfill(refused), { times: 1 })
  await editing.getByRole('button', { name: 'PROCEED' }).click()
  await expectMessage(page, 'Not today')
  await editing.getByRole('button', { name: 'PROCEED' }).click()
  await expectMessage(page, 'Successful')
  await expect(efua).toContainText(/Efua A\. Quartey.*₦52,000/)

  await test.step('Cubes: one is added; deleted it stays in the log, and can no longer be booked', async () => {
    await openScreen(page, `${LOG}/cubes`)
    await page.getByRole('button', { name: 'Add cube' }).click()
    const adding = dialog(page, 'Add Cube')
    await adding.getByLabel('Name').fill('Quartz Cube')
    await choose(adding, 'Cinema', /Lekki/)
    await choose(adding, 'Last hour', '11:00 PM')
    await adding.getByRole('button', { name: 'ADD', exact: true }).click()
    await expectMessage(page, 'Cube created successfully')
    const quartz = row(page, 'Quartz Cube')
    await expect(quartz.getByText('9:00 AM to 11:00 PM')).toBeVisible()

    const api = await asSignedIn(page)
    let booking = await booked(api, /Quartz/, 'Yaa')
    for (const status of ['Pending Cancellation Approval', 'Approved Cancellation', 'Refunded'])
      booking = await change(api, booking, '/status', { status })
    await quartz.getByRole('button', { name: 'Delete Quartz Cube' }).click()
    await dialog(page, 'Delete the cube Quartz Cube?').getByRole('button', { name: 'Delete' }).click()
    await expect(quartz).toHaveCount(0)
    await openScreen(page, `${LOG}?tab=refunded`)
    await choose(page, 'Cube', /Quartz Cube.*\(deleted\)/)
    await expect(row(page, 'Yaa Quartey')).toBeVisible()
    await expect(page.getByText('Deleted, and can no longer be booked.')).toBeVisible()
    await page.getByRole('button', { name: 'CUBE BOOKING' }).click()
    await dialog(page, 'Cube Booking').getByLabel('Select a Cube').first().click()
    await expect(page.getByRole('option', { name: /Ruby Cube/ })).toBeVisible()
    await expect(page.getByRole('option', { name: /Quartz Cube/ })).toHaveCount(0)
  })
})

// Clauses: operations 120, 124, 129, 132, 499
test('Cube bookings: those of all cubes in one list, with what waits on the tabs; the choice is remembered; their columns stand in the frame', async ({
  page,
}) => {
  await signIn(page)
  await openScreen(page, LOG)
  const picker = page.getByRole('combobox', { name: 'Cube' })
  await choose(page, 'Cube', /All cubes/)
  await tab(page, 'Cancelled Bookings').click()
  await expect(page.getByRole('button', { name: /^Approve the cancellation of / }).first()).toBeVisible()
  await expect(tab(page, 'Cancelled Bookings')).toHaveAccessibleName(/requests? to approve/)
  await openScreen(page, `${LOG}?tab=all`)
  await expect(picker).toHaveValue('All cubes')
  await expect(page.getByRole('row')).toHaveCount(16)
  await expect(page.getByRole('table').locator('th').filter({ hasText: 'Cube' })).toBeVisible()
  // An address that a colleague sends says it, whatever is remembered here.
  await choose(page, 'Cube', /Ruby Cube/)
  await openScreen(page, `${LOG}?all=yes`)
  await expect(picker).toHaveValue('All cubes')

  // All columns of the two tabs that have most stand in their frame.
  const dates = page.getByRole('table').locator('th').filter({ hasText: /Date$/ })
  await page.setViewportSize({ width: 1280, height: 900 })
  for (const name of ['cancelled', 'rescheduled']) {
    await openScreen(page, `${LOG}?tab=${name}`)
    await expect(page.getByRole('button', { name: ACTIONS }).first()).toBeVisible()
    if (name === 'rescheduled') {
      await expect(dates).toHaveText(['Current Date', 'Rescheduled Date'])
      await page.getByRole('button', { name: ACTIONS }).first().click()
      await expect(page.getByRole('menuitem')).toContainText(['View Details', 'Redeem', 'Edit', 'Cancel'])
    }
    const beyond = page.getByRole('table').evaluate((table) => table.scrollWidth - table.parentElement!.clientWidth)
    expect(await beyond, name).toBe(0)
  }
})

// Clauses: operations 123, 127-128, 130, 133, 134-135, 142, 250, 251, 254
test('Cube bookings: a cancellation is approved with a reason, and what goes back is shown; a refund under way is told; a reschedule is declined, and the next has its fee paid; what is redeemed is only looked at', async ({
  page,
}) => {
  await signIn(page)
  const api = await asSignedIn(page)
  const cancelled = await booked(api, /Ruby/, 'Adjoa')
  const { cube_id } = cancelled
  await change(api, cancelled, '/status', { status: 'Pending Cancellation Approval' })
  let paidBack = await booked(api, /Ruby/, 'Esi')
  for (const status of ['Pending Cancellation Approval', 'Approved Cancellation'])
    paidBack = await change(api, paidBack, '/status', { status, reason: 'The hall is closed' })
  const rescheduled = await booked(api, /Ruby/, 'Kwame')
  const reschedule_date = new Date(Date.parse(rescheduled.date_time) + 3_600_000).toISOString()
  const fee = { payment_amount: 4000, payment_method: 'cash' }
  await change(api, rescheduled, '/reschedule', { reschedule_date, movie_id: rescheduled.movie_id, cube_id, ...fee })

  // The latest booked stand first.
  await openScreen(page, `${LOG}?cube_id=${cube_id}&tab=cancelled`)
  const adjoa = row(page, 'Adjoa Quartey')
  await openRow(adjoa)
  const details = dialog(page, 'Cube Booking Details')
  const facts = ['Movie title', 'State', 'Cinema', 'Cube', 'Date', 'Time', 'Guest count', 'Full name', 'Email']
  await expect(details.locator('dt')).toContainText(facts)
  await details.getByRole('button', { name: 'APPROVE CANCELLATION' }).click()
  const approving = dialog(page, 'Approve Cube Booking Cancellation')
  await expect(approving).toContainText('Are you sure you want to cancel the cube booking for adjoa@mail.example')
  await approving.getByRole('button', { name: 'YES, CANCEL' }).click()
  await expect(approving.getByText('Field is empty')).toBeVisible()
  await approving.getByLabel('Reason').fill('The guest is ill')
  await approving.getByRole('button', { name: 'YES, CANCEL' }).click()
  await expectMessage(page, 'Cancellation approved')
  await expect(adjoa.getByText('Cancelled', { exact: true })).toBeVisible()

  await openRow(adjoa)
  await details.getByRole('button', { name: 'REFUND' }).click()
  const refunding = dialog(page, 'Cube Booking Refund')
  await expect(refunding.locator('dd')).toHaveText(['₦0', '₦40,000', '₦40,000'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.route(`**/api/cubes/bookings/${paidBack.booking_id}`, async (route) => {
    const { data } = await (await route.fetch()).json()
    await route.fulfill({ json: { data: { ...data, refund: 'under way', refund_text: 'The refund is under way' } } })
  })
  await openRow(row(page, 'Esi Quartey'))
  await expect(details).toContainText(/The refund is under way.*The hall is closed/)
  await expect(details.getByRole('button', { name: 'REFUND' })).toHaveAttribute('aria-disabled', 'true')
  await details.getByRole('button', { name: 'CLOSE', exact: true }).click()

  await tab(page, 'Rescheduled Bookings').click()
  const kwame = row(page, 'Kwame Quartey')
  await kwame.getByRole('button', { name: /^Decline/ }).click()
  const declining = dialog(page, 'Decline Cube Booking Rescheduling')
  await declining.getByLabel('Reason').fill('The hour is needed')
  await declining.getByRole('button', { name: 'YES, DECLINE' }).click()
  await expectMessage(page, 'Reschedule declined')

  await tab(page, 'Paid Bookings').click()
  await chooseAction(kwame, ACTIONS, 'Reschedule')
  const moving = dialog(page, 'Reschedule Booking')
  await expect(moving.getByRole('status')).toContainText(/₦010% of the amount paid.*less ₦4,000 already paid/)
  await page.keyboard.press('Escape')
  await expect(moving).toHaveCount(0)

  await tab(page, 'Redeemed Bookings').click()
  await page.getByRole('button', { name: ACTIONS }).first().click()
  await expect(page.getByRole('menuitem')).toHaveText(['View Details'])
  await page.keyboard.press('Escape')

  await test.step('of a booking whose hour is over the no-show fee is kept', async () => {
    await tab(page, 'Not redeemed').click()
    await page.getByRole('button', { name: ACTIONS }).first().click()
    await page.getByRole('menuitem', { name: 'Cancel' }).click()
    await expect(dialog(page, 'Cube Booking Cancellation')).toContainText(
      'The booked time is over. No-show fee: 100% of the price. ₦0 can be refunded.',
    )
  })
})

test.describe('on a phone', () => {
  test.use(ON_PHONE)

  // Clauses: operations 121, 136, 139
  test('the week of a cube: a free hour is asked for, a taken one tells whose it is', async ({ page }) => {
    await signIn(page)
    await booked(await asSignedIn(page), /Ruby/, 'Abena')
    await openScreen(page, `${LOG}?tab=week`)
    await choose(page, 'Cube', /Ruby Cube/)
    const free = page.getByRole('button', { name: /^Book .* at 9:00 PM$/ }).last()
    const day = (await free.getAttribute('aria-label'))!.replace(/^Book (\S+) at .*/, '$1')
    await free.click()
    const booking = dialog(page, 'Cube Booking')
    await expect(booking.getByLabel('Anticipated Date')).toHaveValue(new RegExp(`${day}$`))
    await expect(booking.getByLabel('Start Time')).toHaveValue('9:00 PM')
    for (const label of ['Select a Cube', 'Select a movie', 'First Name', 'Last Name', 'Email', 'Phone number'])
      await expect(booking.getByLabel(label, { exact: true }).first()).toBeVisible()
    await booking.getByRole('button', { name: 'CANCEL' }).click()
    await expect(booking).toHaveCount(0)

    const occupied = page.getByRole('button', { name: /^Abena Quartey / })
    await occupied.click()
    const details = dialog(page, 'Cube Booking Details')
    await expect(details.getByText('abena@mail.example')).toBeVisible()
    await details.getByRole('button', { name: 'CLOSE', exact: true }).click()
    await expect(page).not.toHaveURL(/open=/)
    await page.getByRole('button', { name: 'Seven days later' }).click()
    await expect(page.getByRole('button', { name: /^Book / })).toHaveCount(0)
    await page.getByRole('button', { name: 'From today' }).click()
    await expect(occupied).toBeVisible()
  })
})
