import type { Locator, Page, Route } from '@playwright/test'
import { expect, signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import { actOn, choose, dialog, filterBy, goTo, openRow, row } from '../../../e2e/helpers.ts'

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Bookings' })
/** One that somebody waits behind says how many, too. */
const tab = (page: Page, name: string) => tabs(page).getByRole('link', { name: new RegExp(`^${name}`) })

/** The columns of the paid tab. */
const PAID = ['ID', 'Name', 'Phone number', 'Email', 'Movie', 'Amount', 'Date', 'Guest', 'Actions']
/** The menu of a booking. */
const ACTS = /^Actions for /

/** Books the Ruby Cube or another, on the last day that can be booked. */
async function bookRuby(page: Page, first: string, guests: number, price: string, cube = /Ruby Cube/) {
  await page.getByRole('button', { name: 'CUBE BOOKING' }).click()
  const booking = dialog(page, 'Cube Booking')
  await choose(booking, 'Select a Cube', cube)
  await choose(dialog(page, 'Cube Booking'), 'Anticipated Date', 6)
  await choose(dialog(page, 'Cube Booking'), 'Start Time', 0)
  await choose(dialog(page, 'Cube Booking'), 'Select a movie', 0)
  await booking.getByLabel('First Name').fill(first)
  await booking.getByLabel('Last Name').fill('Quartey')
  await booking.getByLabel('Email').fill(`${first.toLowerCase()}@mail.example`)
  await booking.getByLabel('Phone number').fill('0803 123 4567')
  await booking.getByLabel('Number of Guests').fill(String(guests))
  await expect(booking.getByRole('status').getByText(price, { exact: true })).toBeVisible()
  await choose(booking, 'Paid by', 'Card')
  await booking.getByRole('button', { name: 'PROCEED' }).click()
  await expectMessage(page, 'Successful')
  await expect(booking).toBeHidden()
}

/** Escape asks before it loses what was typed. */
async function expectKept(page: Page, field: Locator, typed: string) {
  await page.keyboard.press('Escape')
  await dialog(page, 'Close without saving?').getByRole('button', { name: 'Keep editing' }).click()
  await expect(field).toHaveValue(typed)
}

async function openRuby(page: Page) {
  await signIn(page)
  await goTo(page, 'Cube bookings')
  await expect(page.getByRole('heading', { name: 'Cube bookings' })).toBeVisible()
  await choose(page, 'Cube', /Ruby Cube/)
  await expect(page).toHaveURL(/cube_id=\d+/)
}

// Clauses: operations 120-121, 124-126, 136, 139-141, 249, 310, 312, 453, 481, 499
test('Cube bookings: booked with the price shown first, and edited; what fails is told, and nothing is lost', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const asked = page.waitForRequest(/\/cubes\/bookings\?.*perPage=15(&|$)/)
  await openRuby(page)
  await asked
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('table').locator('th')).toHaveText(['', ...PAID])

  await page.getByRole('button', { name: 'CUBE BOOKING' }).click()
  const booking = dialog(page, 'Cube Booking')
  await booking.getByRole('button', { name: 'PROCEED' }).click()
  await expect(booking.getByText('Field is empty')).toHaveCount(8)
  await booking.getByRole('button', { name: 'CANCEL' }).click()
  await bookRuby(page, 'Efua', 10, '₦46,000')
  const efua = row(page, 'Efua Quartey')
  await expect(efua.getByText('₦46,000', { exact: true })).toBeVisible()
  await expect(efua.getByText('0803 123 4567')).toBeVisible()

  const copy = efua.getByRole('button', { name: /^Copy the ID / })
  const id = (await copy.getAttribute('aria-label'))!.replace('Copy the ID ', '')
  await expect(efua.getByText(`${id.slice(0, 25)}…`, { exact: true })).toBeVisible()
  await copy.click()
  await expectMessage(page, 'Copied!')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id)

  await efua.getByRole('button', { name: ACTS }).click()
  const acts = ['View Details', 'Reschedule', 'Redeem', 'Edit', 'Cancel']
  // Of what cannot be done now the reason stands below its name.
  await expect(page.getByRole('menuitem')).toContainText(acts)
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const editing = dialog(page, 'Edit Booking')
  await expect(editing.getByLabel('Select a Cube')).toHaveAttribute('readonly', '')
  await expect(editing.getByLabel('Phone number')).toHaveValue('0803 123 4567')
  await editing.getByLabel('Number of Guests').fill('12')
  await expect(editing.getByRole('status').getByText('₦6,000', { exact: true })).toBeVisible()
  await editing.getByLabel('Full Name').fill('Efua A. Quartey')
  await choose(editing, 'Paid by', 'Cash')
  const fail = (route: Route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 409, json: { status: 409, message: 'Not today' } })
      : route.fallback()
  await page.route('**/api/cubes/bookings/**', fail)
  await editing.getByRole('button', { name: 'PROCEED' }).click()
  await expectMessage(page, 'Not today')
  await expect(editing.getByLabel('Full Name')).toHaveValue('Efua A. Quartey')
  await page.unroute('**/api/cubes/bookings/**', fail)
  await editing.getByRole('button', { name: 'PROCEED' }).click()
  await expectMessage(page, 'Successful')
  await expect(row(page, 'Efua A. Quartey').getByText('₦52,000', { exact: true })).toBeVisible()
})

test('Cube bookings: those of all cubes in one list, with what waits on the tabs; every tab stands in its frame; the choice is remembered', async ({
  page,
}) => {
  await openRuby(page)
  await choose(page, 'Cube', /All cubes/)
  await expect(page.getByRole('table').locator('th').filter({ hasText: 'Cube' })).toBeVisible()
  await tab(page, 'Cancelled Bookings').click()
  await expect(page).toHaveURL(/all=yes/)
  const waiting = page.getByRole('button', { name: /^Approve the cancellation of / })
  await expect(waiting.first()).toBeVisible()
  await expect(tab(page, 'Cancelled Bookings')).toHaveAccessibleName(/requests? to approve/)
  await tab(page, 'Rescheduled Bookings').click()
  await expect(page.getByText('Moved to').first()).toBeVisible()
  await tab(page, 'All Bookings').click()
  const of = (status: string) => page.getByRole('row').filter({ has: page.getByText(status, { exact: true }) })
  await expect(of('Booked').first()).toBeVisible()
  await filterBy(page, 'Status', 'Pending Cancellation Approval', 'Approved Reschedule')
  await expect(of('Booked')).toHaveCount(0)
  await expect(of('Approved Reschedule').first()).toBeVisible()
  await of('Pending Cancellation Approval').first().getByRole('button', { name: ACTS }).click()
  await page.getByRole('menuitem', { name: 'Decline cancellation' }).click()
  await expect(page.getByRole('dialog')).toContainText(/cancellation/i)
  await page.keyboard.press('Escape')
  await page.goto('/dashboard/cube-booking-logs')
  const picker = page.getByRole('combobox', { name: 'Cube' })
  await expect(picker).toHaveValue('All cubes')
  // An address that a colleague sends says it, whatever is remembered here.
  await choose(page, 'Cube', /Ruby Cube/)
  await expect(picker).toHaveValue(/Ruby Cube/)
  await page.goto('/dashboard/cube-booking-logs?all=yes')
  await expect(picker).toHaveValue('All cubes')

  // All columns of a tab stand in its frame.
  await choose(page, 'Cube', /Ruby Cube/)
  for (const name of ['Paid', 'Cancelled', 'Rescheduled', 'Redeemed', 'Refunded', 'All']) {
    await tab(page, `${name} Bookings`).click()
    await expect(page.getByRole('button', { name: ACTS }).first()).toBeVisible()
    for (const width of [1280, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const beyond = page.getByRole('table').evaluate((table) => table.scrollWidth - table.parentElement!.clientWidth)
      expect(await beyond, `${name} at ${width}`).toBe(0)
    }
  }

  // A refund that is under way is told, and cannot be asked for again.
  await page.route(/\/api\/cubes\/bookings\/[0-9a-f-]{36}$/, async (route) => {
    const { data } = await (await route.fetch()).json()
    const refund = { refund: 'under way', refund_words: 'The refund is under way' }
    await route.fulfill({ json: { data: { ...data, status: 'Approved Cancellation', ...refund } } })
  })
  await page.getByRole('button', { name: ACTS }).first().click()
  await page.getByRole('menuitem', { name: 'View Details' }).click()
  const details = dialog(page, 'Cube Booking Details')
  await expect(details.getByText('The refund is under way')).toBeVisible()
  await expect(details.getByRole('button', { name: 'REFUND' })).toHaveAttribute('aria-disabled', 'true')
})

// Clauses: operations 123, 127-128, 134-135, 143, 250, 253-254, 514
test('Cubes: one is added and edited; a booking of it is cancelled, approved with a reason, and refunded; deleted it stays in the log', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/dashboard/cube-booking-logs/cubes')
  await expect(page.getByRole('heading', { name: 'Cubes', exact: true })).toBeVisible()
  await expect(row(page, 'Ruby Cube').getByText('9:00 AM to 9:00 PM')).toBeVisible()
  await page.getByRole('button', { name: 'Add cube' }).click()
  const adding = dialog(page, 'Add Cube')
  await adding.getByRole('button', { name: 'ADD', exact: true }).click()
  await expect(adding.getByText('Field is empty')).toHaveCount(2)
  await adding.getByLabel('Name').fill('Quartz Cube')
  await choose(dialog(page, 'Add Cube'), 'Cinema', /Lekki/)
  await choose(adding, 'Last hour', '8:00 AM')
  await adding.getByRole('button', { name: 'ADD', exact: true }).click()
  await expect(adding.getByText('The last hour is before the first')).toBeVisible()
  await choose(adding, 'Last hour', '11:00 PM')
  await adding.getByRole('button', { name: 'ADD', exact: true }).click()
  await expectMessage(page, 'Cube created successfully')
  const quartz = row(page, 'Quartz Cube')
  await expect(quartz.getByText('9:00 AM to 11:00 PM')).toBeVisible()

  await quartz.getByRole('button', { name: 'Edit Quartz Cube' }).click()
  const editing = dialog(page, 'Edit Cube')
  await editing.getByLabel('Price').fill('25000')
  await expectKept(page, editing.getByLabel('Price'), '₦25,000')
  await editing.getByRole('button', { name: 'SAVE' }).click()
  await expectMessage(page, 'Cube updated successfully')
  await expect(quartz.getByText('₦25,000')).toBeVisible()

  await page.goto('/dashboard/cube-booking-logs')
  await choose(page, 'Cube', /Quartz Cube/)
  await bookRuby(page, 'Adjoa', 12, '₦25,080', /Quartz Cube/)
  const booked = row(page, 'Adjoa Quartey')
  await actOn(booked, ACTS, 'Cancel')
  const cancelling = dialog(page, 'Cube Booking Cancellation')
  await cancelling.getByRole('button', { name: 'YES, CANCEL' }).click()
  await expectMessage(page, 'Cancellation requested')
  await expect(booked).toHaveCount(0)

  await tab(page, 'Cancelled Bookings').click()
  await expect(booked.getByRole('button', { name: /^Approve/ })).toBeVisible()
  await openRow(booked)
  const details = dialog(page, 'Cube Booking Details')
  for (const label of ['Movie title', 'State', 'Cinema', 'Date', 'Time', 'Guest count', 'Full name', 'Email'])
    await expect(details.locator('dt').getByText(label, { exact: true })).toBeVisible()
  await details.getByRole('button', { name: 'APPROVE CANCELLATION' }).click()
  const approving = dialog(page, 'Approve Cube Booking Cancellation')
  await expect(
    approving.getByText('Are you sure you want to cancel the cube booking for adjoa@mail.example'),
  ).toBeVisible()
  await approving.getByRole('button', { name: 'YES, CANCEL' }).click()
  await expect(approving.getByText('Field is empty')).toBeVisible()
  await approving.getByLabel('Reason').fill('The guest is ill')
  await approving.getByRole('button', { name: 'YES, CANCEL' }).click()
  await expectMessage(page, 'Cancellation approved')
  await expect(booked.getByText('Cancelled', { exact: true })).toBeVisible()

  await actOn(booked, ACTS, 'View Details')
  await expect(details.getByText('The guest is ill')).toBeVisible()
  await expect(details.getByText('adjoa@mail.example')).toBeVisible()
  await details.getByRole('button', { name: 'REFUND' }).click()
  const refunding = dialog(page, 'Cube Booking Refund')
  await expect(refunding.getByText('₦25,080')).toHaveCount(2)
  await refunding.getByLabel('Reason').fill('As promised')
  await refunding.getByRole('button', { name: 'YES, REFUND' }).click()
  await expectMessage(page, 'Booking refunded')
  await expect(booked).toHaveCount(0)
  await tab(page, 'Refunded Bookings').click()
  await expect(booked.getByText('₦25,080')).toHaveCount(2)

  await page.goto('/dashboard/cube-booking-logs/cubes')
  await quartz.getByRole('button', { name: 'Delete Quartz Cube' }).click()
  await dialog(page, 'Delete the cube Quartz Cube?').getByRole('button', { name: 'Delete' }).click()
  await expect(quartz).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(quartz).toBeVisible()
  await quartz.getByRole('button', { name: 'Delete Quartz Cube' }).click()
  await dialog(page, 'Delete the cube Quartz Cube?').getByRole('button', { name: 'Delete' }).click()
  await expectMessage(page, 'Deleted successfully')
  await page.goto('/dashboard/cube-booking-logs?tab=refunded')
  await choose(page, 'Cube', /Quartz Cube.*\(deleted\)/)
  await expect(booked).toBeVisible()
  await expect(page.getByText('Deleted: it can no longer be booked.')).toBeVisible()
  await page.getByRole('button', { name: 'CUBE BOOKING' }).click()
  await dialog(page, 'Cube Booking').getByLabel('Select a Cube').first().click()
  await expect(page.getByRole('option', { name: /Ruby Cube/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /Quartz Cube/ })).toHaveCount(0)
})
// Clauses: operations 122-123, 129-133, 142, 144, 251, 255-256, 313
test('Cube bookings: rescheduled with the fee shown first, and approved; redeemed, and taken back', async ({
  page,
}) => {
  await openRuby(page)
  await bookRuby(page, 'Kwame', 9, '₦43,000')
  await actOn(row(page, 'Kwame Quartey'), ACTS, 'Reschedule')
  const moving = dialog(page, 'Reschedule Booking')
  await expect(moving.getByRole('status').getByText('₦4,300', { exact: true })).toBeVisible()
  await expect(moving.getByText('10% of what was paid')).toBeVisible()
  await moving.getByRole('button', { name: 'PROCEED' }).click()
  await expect(moving.getByText('Field is empty')).toHaveCount(2)
  await choose(dialog(page, 'Reschedule Booking'), 'Anticipated Date', 5)
  await choose(dialog(page, 'Reschedule Booking'), 'Start Time', 0)
  await choose(moving, 'Paid by', 'Bank transfer')
  await moving.getByRole('button', { name: 'PROCEED' }).click()
  await expectMessage(page, 'Reschedule requested: it waits for approval')

  await tab(page, 'Rescheduled Bookings').click()
  await expect(page.getByRole('table').locator('th').filter({ hasText: /Date$/ })).toHaveText([
    'Current Date',
    'Rescheduled Date',
  ])
  const moved = row(page, 'Kwame Quartey')
  await moved.getByRole('button', { name: ACTS }).click()
  await expect(page.getByRole('menuitem')).toContainText(['View Details', 'Redeem', 'Edit', 'Cancel'])
  await page.keyboard.press('Escape')
  await moved.getByRole('button', { name: /^Decline/ }).click()
  const declining = dialog(page, 'Decline Cube Booking Rescheduling')
  await declining.getByRole('button', { name: 'YES, DECLINE' }).click()
  await expect(declining.getByText('Field is empty')).toBeVisible()
  await declining.getByLabel('Reason').fill('The hour is needed')
  await declining.getByRole('button', { name: 'YES, DECLINE' }).click()
  await expectMessage(page, 'Reschedule declined')
  await expect(moved).toHaveCount(0)

  await tab(page, 'Paid Bookings').click()
  await actOn(moved, ACTS, 'Reschedule')
  await expect(moving.getByText('less ₦4,300 paid for the one declined')).toBeVisible()
  await choose(dialog(page, 'Reschedule Booking'), 'Anticipated Date', 5)
  await choose(dialog(page, 'Reschedule Booking'), 'Start Time', 0)
  await expect(moving.getByRole('combobox', { name: 'Paid by' })).toHaveCount(0)
  await moving.getByRole('button', { name: 'PROCEED' }).click()
  await expect(moving).toBeHidden()
  await tab(page, 'Rescheduled Bookings').click()
  await moved.getByRole('button', { name: /^Approve/ }).click()
  const approving = dialog(page, 'Approve Cube Booking Rescheduling')
  await approving.getByLabel('Reason').fill('There is room')
  await approving.getByRole('button', { name: 'YES, RESCHEDULE' }).click()
  await expectMessage(page, 'Reschedule approved')
  await expect(moved.getByText('Rescheduled', { exact: true })).toBeVisible()

  await tab(page, 'Paid Bookings').click()
  await page.getByRole('button', { name: ACTS }).first().click()
  await expect(page.getByRole('menuitem', { name: 'Redeem' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  // Those of the past stand first: one of yesterday waits to be redeemed.
  await page.goto(`${page.url()}&sort=date`)
  const first = page.getByRole('button', { name: ACTS }).first()
  const name = (await first.getAttribute('aria-label'))!
  const button = page.getByRole('button', { name, exact: true })
  const redeem = async () => {
    await button.click()
    await page.getByRole('menuitem', { name: 'Redeem' }).click()
    await dialog(page, 'Cube Booking Redemption').getByRole('button', { name: 'YES, REDEEM' }).click()
    await expectMessage(page, 'Booking redeemed')
    await expect(button).toHaveCount(0)
  }
  await redeem()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectMessage(page, 'Redemption undone')
  await expect(button).toBeVisible()
  await redeem()
  await tab(page, 'Redeemed Bookings').click()
  await button.click()
  await expect(page.getByRole('menuitem')).toHaveText(['View Details'])
  await page.getByRole('menuitem').click()
  const details = dialog(page, 'Cube Booking Details')
  await expect(details.getByText(/@mail\.example$/)).toBeVisible()
})

// Clauses: operations 138
test(
  'the week of a cube: a free hour is booked, a taken one tells whose it is',
  { tag: '@phone' },
  async ({ page }) => {
    await openRuby(page)
    await tab(page, 'Week calendar').click()
    await expect(page).toHaveURL(/tab=week/)
    const free = page.getByRole('button', { name: /^Book .* at 9:00 PM$/ }).last()
    const at = (await free.getAttribute('aria-label'))!
    await free.click()
    const booking = dialog(page, 'Cube Booking')
    const day = at.replace(/^Book (\S+) at .*/, '$1')
    await expect(booking.getByLabel('Anticipated Date')).toHaveValue(new RegExp(`${day}$`))
    await expect(booking.getByLabel('Start Time')).toHaveValue('9:00 PM')
    await choose(dialog(page, 'Cube Booking'), 'Select a movie', 0)
    const find = booking.getByRole('combobox', { name: 'Find a guest' })
    await find.fill('adebayo')
    await page.getByRole('option').first().click()
    await expect(booking.getByLabel('Last Name')).not.toHaveValue('')
    await expect(booking.getByLabel('Email')).toHaveValue(/@/)
    await booking.getByLabel('First Name').fill('Abena')
    await booking.getByLabel('Last Name').fill('Quartey')
    await booking.getByLabel('Email').fill('abena@mail.example')
    await booking.getByLabel('Phone number').fill('0803 123 4567')
    await booking.getByLabel('Number of Guests').fill('8')
    await expect(booking.getByRole('status').getByText('₦40,000', { exact: true })).toBeVisible()
    await booking.getByRole('button', { name: 'PROCEED' }).click()
    await expect(booking.getByText('Field is empty')).toBeVisible()
    await choose(booking, 'Paid by', 'Cash')
    await booking.getByRole('button', { name: 'PROCEED' }).click()
    await expectMessage(page, 'Successful')

    await page.getByRole('button', { name: /^Abena Quartey 9:00 PM/ }).click()
    const details = dialog(page, 'Cube Booking Details')
    await expect(details.getByText('9:00 PM', { exact: true })).toBeVisible()
    await details.getByRole('button', { name: 'CLOSE', exact: true }).click()
    await expect(page).not.toHaveURL(/open=/)
    await page.getByRole('button', { name: 'Seven days later' }).click()
    await expect(page.getByRole('button', { name: /^Book / })).toHaveCount(0)
    await page.getByRole('button', { name: 'From today' }).click()
    await expect(page.getByRole('button', { name: /^Abena Quartey 9:00 PM/ })).toBeVisible()
  },
)
