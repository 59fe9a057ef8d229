import type { Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { showDay } from '#contract/time.ts'
import { today } from '../../../e2e/day.ts'
import { drop } from '../../../e2e/drop.ts'
import { expect, signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import { choose, dialog, filterBy, goTo, row } from '../../../e2e/helpers.ts'

const COLUMNS = ['Event Name', 'Location', 'Event Time & Date', 'Concession', 'Merchandise']

const upload = async (page: Page) => {
  const buffer = await sharp({ create: { width: 1280, height: 720, channels: 3, background: '#7c5cf0' } })
    .jpeg()
    .toBuffer()
  await drop(page.getByLabel('Upload Event image', { exact: true }), { name: 'picture.jpg', buffer })
  await expect(page.getByRole('button', { name: 'Remove Event image' })).toBeVisible()
}
const movies = (page: Page) => page.getByRole('list', { name: 'Movies' }).getByRole('listitem')
const typeDay = async (page: Page, days: number) => {
  const date = page.getByRole('textbox', { name: 'Date' })
  await date.fill(showDay(today(days)))
  await date.press('Enter')
}
/** Chooses the nth movie, its first showtime and first ticket. */
async function addMovie(page: Page, nth: number) {
  await page.getByRole('button', { name: 'ADD MOVIE' }).click()
  const adding = dialog(page, 'Add Movie')
  for (const [label, at] of [
    ['Movie', nth],
    ['Showtime', 0],
    ['Ticket', 0],
  ] as const) {
    await adding.getByRole('combobox', { name: label }).click()
    await page.getByRole('option').nth(at).click()
  }
  await adding.getByRole('button', { name: 'ADD MOVIE' }).click()
  await expect(adding).toBeHidden()
}
const searchBox = (page: Page) => page.getByRole('searchbox')

test.describe('in a browser of another zone', () => {
  test.use({ timezoneId: 'America/New_York' })

  // Clauses: operations 152, 155-156, 158-161, 521, 527, 533
  test('the list says times as they were typed and is searched by the server, two seconds after the last letter', async ({
    page,
  }) => {
    await signIn(page)
    await goTo(page, 'FH+ Event')
    await expect(page).toHaveURL(/\/dashboard\/event-cinema$/)
    const comedy = row(page, 'Laugh Lekki live')
    await expect(comedy.getByText('Marquee Lekki')).toBeVisible()
    await expect(comedy.getByText(`${showDay(today(4))} 20:00`)).toBeVisible()
    await expect(comedy.getByText('Available', { exact: true })).toBeVisible()
    await expect(comedy.getByText('Not available', { exact: true })).toBeVisible()
    await expect(row(page, 'Highlife under the stars').getByText('Not available', { exact: true })).toHaveCount(2)
    await expect(page.getByRole('columnheader')).toHaveText(['', ...COLUMNS, 'Actions'])

    await page.goto('/dashboard/event-cinema?when=past')
    await expect(row(page, 'Anniversary gala')).toBeVisible()
    await expect(comedy).toBeHidden()
    await page.getByRole('button', { name: 'Remove the filter When' }).click()
    await expect(comedy).toBeVisible()
    await filterBy(page, 'Location', 'Marquee Lekki')
    await expect(row(page, 'Highlife under the stars')).toBeHidden()
    await expect(comedy).toBeVisible()
    await page.getByRole('button', { name: 'Remove the filter Location' }).click()
    await expect(row(page, 'Highlife under the stars')).toBeVisible()
    await searchBox(page).pressSequentially('derby')
    const typed = Date.now()
    const asked = await page.waitForRequest((request) => request.url().includes('/events/admin?'))
    // From the last letter, which is a little before this is known here.
    expect(Date.now() - typed).toBeGreaterThan(1500)
    expect(new URL(asked.url()).searchParams.get('search')).toBe('derby')
    await expect(row(page, 'The derby on the big screen')).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(2)

    await page.goto('/dashboard/event-cinema')
    await expect(row(page, 'Night of frights').getByText(`${showDay(today(5))} 21:00`)).toBeVisible()
    await page.getByRole('link', { name: 'Edit Night of frights' }).click()
    await expect(page.getByRole('textbox', { name: 'Date' })).toHaveValue(showDay(today(5)))
    await expect(page.getByRole('spinbutton', { name: 'Hours' })).toHaveValue('21')
    await expect(movies(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'ADD MOVIE' }).click()
    await expect(dialog(page, 'Add Movie').getByRole('combobox', { name: 'Movie' })).toBeVisible()
  })
})

// Clauses: operations 153-154, 157, 162-163, 165-168, 170, 172-174, 261, 263-264, 315, 319-320, 322
test('an event is created, shown to the public, changed, deleted and taken back', async ({ page }) => {
  // Every part of the form, and all that becomes of it.
  test.slow()
  await signIn(page)
  await page.goto('/dashboard/event-cinema')
  await page.getByRole('button', { name: 'ADD EVENT' }).click()
  await expect(page.getByRole('heading', { name: 'Create an Event' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('Marquee Lekki')
  await expect(page.getByRole('textbox', { name: 'Date' })).toHaveValue(showDay(today(0)))
  await expect(page.getByRole('spinbutton', { name: 'Hours' })).toHaveValue('00')
  await expect(page.getByRole('spinbutton', { name: 'Minutes' })).toHaveValue('00')

  const submit = page.getByRole('button', { name: 'SAVE EVENT' })
  await submit.click()
  await expectMessage(page, 'Please fill the form')
  for (const message of ['Event Name is empty', 'Upload an image', 'Add a movie', 'Description is empty'])
    await expect(page.getByText(message, { exact: true })).toBeVisible()

  await page.getByRole('textbox', { name: 'Event Name' }).fill('Afrobeats matinee')
  await page.getByRole('combobox', { name: 'Category' }).fill('live')
  await page.getByRole('option', { name: 'Live concert' }).click()
  await upload(page)
  await typeDay(page, 5)
  await page.getByRole('spinbutton', { name: 'Hours' }).fill('14')
  await page.getByRole('spinbutton', { name: 'Minutes' }).fill('30')

  await page.getByRole('button', { name: 'ADD MOVIE' }).click()
  const adding = dialog(page, 'Add Movie')
  const add = adding.getByRole('button', { name: 'ADD MOVIE' })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await add.press('Enter')
  for (const message of ['Select a movie', 'Select a showtime', 'Select a ticket'])
    await expect(adding.getByText(message, { exact: true })).toBeVisible()
  await adding.getByRole('combobox', { name: 'Movie' }).click()
  await page.getByRole('option').first().click()
  await adding.getByRole('combobox', { name: 'Showtime' }).click()
  await expect(page.getByRole('option').first()).toHaveText(/^\d\d:\d\d, Screen \d+, [1-9]\d* seats$/)
  await page.getByRole('option').first().click()
  await adding.getByRole('combobox', { name: 'Ticket' }).click()
  await expect(page.getByRole('option').first()).toHaveText(/^Adult ₦\d,\d{3}\.00$/)
  await page.getByRole('option').first().click()
  await add.click()
  await expect(adding).toBeHidden()
  await expect(movies(page)).toHaveCount(1)
  await addMovie(page, 1)
  await expect(movies(page)).toHaveCount(2)
  // No showtime of the demo is after 23:30.
  const late = page.getByText(/^The first showtime, \d\d:\d\d, is before the event begins, 23:59\.$/)
  await expect(late).toBeHidden()
  await page.getByRole('spinbutton', { name: 'Hours' }).fill('23')
  await page.getByRole('spinbutton', { name: 'Minutes' }).fill('59')
  await expect(late).toBeVisible()
  await page.getByRole('spinbutton', { name: 'Hours' }).fill('14')
  await page.getByRole('spinbutton', { name: 'Minutes' }).fill('30')

  await page.getByRole('textbox', { name: 'Description' }).fill('A band, a film, and lunch.')
  await page.getByRole('textbox', { name: 'Ticket Price' }).fill('7500')
  const popcorn = page.getByRole('group', { name: 'Quantity of Popcorn, large' })
  for (let at = 0; at < 3; at++) await popcorn.getByRole('button', { name: 'One more' }).click()
  await popcorn.getByRole('button', { name: 'One less' }).click()
  await expect(popcorn.getByRole('status')).toHaveText('2')
  const water = page.getByRole('group', { name: 'Quantity of Bottled water' })
  await expect(water.getByRole('button', { name: 'One less' })).toHaveAttribute('aria-disabled', 'true')
  await water.getByRole('button', { name: 'One less' }).press('Enter')
  await expect(water.getByRole('status')).toHaveText('0')

  const saving = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/events'))
  await submit.click()
  const sent = (await saving).postDataJSON()
  expect(sent).toMatchObject({
    date: `${today(5)}T14:30:00.000Z`,
    price: 7500,
    event_category: 'Live concert',
    concession_quantities: '2',
  })
  for (const ids of [sent.movie_ids, sent.showtime_ids, sent.ticket_ids]) expect(ids.split(',')).toHaveLength(2)
  await expectMessage(page, 'Event added')
  await expect(page).toHaveURL(/\/dashboard\/event-cinema$/)
  const event = row(page, 'Afrobeats matinee')
  await expect(event.getByText(`${showDay(today(5))} 14:30`)).toBeVisible()
  const published = (await (await page.request.get('/api/public/events')).json()).data.events as { name: string }[]
  expect(published.map(({ name }) => name)).toContain('Afrobeats matinee')
  expect(published.map(({ name }) => name)).not.toContain('Harvest concert')

  await expect(event.getByRole('cell').last().locator('a, button')).toHaveText(['Edit', 'Duplicate', 'Delete'])
  await event.getByRole('link', { name: 'Duplicate Afrobeats matinee' }).click()
  await expect(page.getByRole('textbox', { name: 'Event Name' })).toHaveValue('Afrobeats matinee')
  await expect(page.getByRole('textbox', { name: 'Date' })).toHaveValue('')
  await expect(popcorn.getByRole('status')).toHaveText('2')
  await expect(page.getByText('No movies yet.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'CANCEL' }).click()
  await event.getByRole('link', { name: 'Edit Afrobeats matinee' }).click()
  await expect(page.getByRole('heading', { name: 'Edit an Event' })).toBeVisible()
  await expect(page.getByRole('spinbutton', { name: 'Hours' })).toHaveValue('14')
  await expect(popcorn.getByRole('status')).toHaveText('2')
  await page
    .getByRole('button', { name: /^Remove .* at / })
    .first()
    .click()
  for (let at = 0; at < 2; at++) await popcorn.getByRole('button', { name: 'One less' }).click()
  await page.getByRole('button', { name: 'EDIT EVENT' }).click()
  await expectMessage(page, 'Event updated')
  await expect(event.getByText('Not available', { exact: true })).toHaveCount(2)

  await event.getByRole('button', { name: 'Delete Afrobeats matinee' }).click()
  await dialog(page, 'Delete event').getByRole('button', { name: 'Delete' }).click()
  await expectMessage(page, 'Event deleted')
  await expect(event).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectMessage(page, 'Event restored')
  await expect(event).toBeVisible()
})

// Clauses: operations 169, 173, 259-260, 320
test('an event begins with its first showtime, unless somebody said when; another location or date clears what is of the old one, and asks first', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/dashboard/event-cinema/create')
  await typeDay(page, 2)
  await addMovie(page, 0)
  const [, hours, minutes] = /(\d\d):(\d\d)/.exec(await movies(page).first().innerText())!
  await expect(page.getByRole('spinbutton', { name: 'Hours' })).toHaveValue(hours!)
  await expect(page.getByRole('spinbutton', { name: 'Minutes' })).toHaveValue(minutes!)
  await page.getByRole('spinbutton', { name: 'Hours' }).fill('09')
  await addMovie(page, 1)
  await expect(page.getByRole('spinbutton', { name: 'Hours' })).toHaveValue('09')
  page.once('dialog', (asked) => void asked.accept())

  await page.goto('/dashboard/event-cinema')
  await page.getByRole('link', { name: 'Edit Nollywood night' }).click()
  await expect(movies(page)).toHaveCount(3)
  await choose(page, 'Location', 'Marquee Jabi')
  const asking = dialog(page, 'Change the location?')
  await expect(
    asking.getByText('The movies, concessions and price chosen for this location will be cleared.'),
  ).toBeVisible()
  await asking.getByRole('button', { name: 'Keep the location' }).click()
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('Marquee Lekki')
  await expect(movies(page)).toHaveCount(3)

  await typeDay(page, 7)
  await dialog(page, 'Change the date?').getByRole('button', { name: 'Change' }).click()
  await expect(movies(page)).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Date' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Next month' })).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Ticket Price' })).toHaveValue('15000')
  const popcorn = page.getByRole('group', { name: 'Quantity of Popcorn, large' })
  await expect(popcorn.getByRole('status')).toHaveText('120')

  await choose(page, 'Location', 'Marquee Jabi')
  await dialog(page, 'Change the location?').getByRole('button', { name: 'Change' }).click()
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('Marquee Jabi')
  await expect(page.getByRole('textbox', { name: 'Ticket Price' })).toHaveValue('')
  await expect(popcorn.getByRole('status')).toHaveText('0')

  await typeDay(page, 90)
  await page.getByRole('button', { name: 'ADD MOVIE' }).click()
  await expect(dialog(page, 'Add Movie').getByText(`No showtime with seats on ${showDay(today(90))}`)).toBeVisible()
  await dialog(page, 'Add Movie').getByRole('button', { name: 'CLOSE', exact: true }).click()

  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).toContain('marquee:draft:')
  page.once('dialog', (asked) => void asked.accept())
  await page.reload()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('Marquee Jabi')
})

/** Saves another price, of which the answer waits. @returns lets it come */
async function saving(page: Page, price: string) {
  await page.goto('/dashboard/event-cinema')
  await page.getByRole('link', { name: 'Edit Night of frights' }).click()
  await page.getByRole('textbox', { name: 'Ticket Price' }).fill(price)
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/events/*', async (route) => {
    if (route.request().method() === 'PUT') await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'EDIT EVENT' }).click()
  await expect(page.getByRole('button', { name: 'EDITING' })).toBeDisabled()
  return answer
}

// Clauses: operations 164, 171, 247, 258, 454, 461
test('a save says what it does and is not lost when it fails or is answered late; after a delete the list is read from page 1', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/dashboard/event-cinema/999999')
  await expect(page.getByText('There is no such event')).toBeVisible()
  const list = (url: URL) => url.pathname === '/api/events/admin'
  await page.route(list, (route) => route.fulfill({ status: 503, json: { status: 503, message: 'Not today' } }))
  await page.goto('/dashboard/event-cinema?page=2')
  await expect(page.getByRole('alert').filter({ hasText: 'Not today' })).toBeVisible()
  await page.unroute(list)
  await page.getByRole('button', { name: 'Retry' }).click()

  const failing = (route: Route) =>
    ['GET', 'OPTIONS'].includes(route.request().method())
      ? route.fallback()
      : route.fulfill({ status: 409, json: { status: 409, message: `No ${route.request().method()} today` } })
  await page.route('**/api/events/*', failing)
  const last = page.getByRole('button', { name: /^Delete / }).first()
  const name = (await last.getAttribute('aria-label'))!.replace('Delete ', '')
  const asked = dialog(page, 'Delete event')
  await last.click()
  await asked.getByRole('button', { name: 'Delete' }).click()
  await expectMessage(page, 'No DELETE today')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('link', { name: `Edit ${name}` }).click()
  await page.getByRole('textbox', { name: 'Ticket Price' }).fill('4321')
  await page.getByRole('button', { name: 'EDIT EVENT' }).click()
  await expectMessage(page, 'No PUT today')
  await expect(page.getByRole('textbox', { name: 'Ticket Price' })).toHaveValue('4321')

  await page.unroute('**/api/events/*', failing)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('button', { name: 'CANCEL' }).click()
  await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Discard' }).click()
  await page.goto('/dashboard/event-cinema?page=2')
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await asked.getByRole('button', { name: 'Delete' }).click()
  await expectMessage(page, 'Event deleted')
  await expect(page).not.toHaveURL(/page=/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectMessage(page, 'Event restored')

  const first = await saving(page, '8500')
  await expect(page.getByRole('button', { name: 'CANCEL' })).toBeDisabled()
  first()
  await expectMessage(page, 'Event updated')
  await expect(page.getByRole('button', { name: 'EDITING' })).toBeHidden()
  await page.unroute('**/api/events/*')

  // Answered after its form was left, it leads nowhere.
  const second = await saving(page, '8600')
  await goTo(page, 'Points')
  await expect(page.getByRole('heading', { name: 'Points', exact: true })).toBeVisible()
  second()
  await expectMessage(page, 'Event updated')
  await expect(page.getByRole('heading', { name: 'Points', exact: true })).toBeVisible()
})
