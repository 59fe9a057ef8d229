import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { showDay } from '#contract/time.ts'
import { today } from '../../../../e2e/day.ts'
import { drop } from '../../../../e2e/drop.ts'
import { expect, openScreen, signIn, test } from '../../../../e2e/fixtures.ts'
import { expectMessage } from '../../../../e2e/messages.ts'
import { choose, dialog, goTo, row } from '../../../../e2e/helpers.ts'

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
}
const searchBox = (page: Page) => page.getByRole('searchbox')

test.describe('in a browser of another zone', () => {
  test.use({ timezoneId: 'America/New_York' })

  // Clauses: operations 152, 155-156, 160-161, 521, 527
  test('the list says times as they were typed and is searched by the server, two seconds after the last letter', async ({
    page,
  }) => {
    await signIn(page)
    await openScreen(page, '/dashboard/event-cinema')
    const [comedy, highlife] = ['Laugh Lekki live', 'Highlife under the stars'].map((name) =>
      row(page, name).getByRole('cell'),
    )
    const when = `${showDay(today(4))} 20:00`
    const actions = 'EditDuplicateDelete'
    await expect(comedy!).toHaveText([
      '',
      /^Laugh Lekki live/,
      'Marquee Lekki',
      when,
      'Available',
      'Not available',
      actions,
    ])
    await expect(highlife!.filter({ hasText: /^Not available$/ })).toHaveCount(2)
    await searchBox(page).pressSequentially('frights')
    const typed = Date.now()
    const request = await page.waitForRequest((one) => one.url().includes('/events/admin?'))
    // From the last letter, which is a little before this is known here.
    expect(Date.now() - typed).toBeGreaterThan(1500)
    expect(new URL(request.url()).searchParams.get('search')).toBe('frights')
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(row(page, 'Night of frights').getByText(`${showDay(today(5))} 21:00`)).toBeVisible()
    await page.getByRole('link', { name: 'Edit Night of frights' }).click()
    await expect(page.getByRole('textbox', { name: 'Date' })).toHaveValue(showDay(today(5)))
    await expect(page.getByRole('spinbutton', { name: 'Hours' })).toHaveValue('21')
    await expect(movies(page)).toHaveCount(2)
  })
})

// Clauses: operations 153, 157, 166-168, 170, 172-174, 261, 263-264, 315, 319-320, 322
test('an event is created from its first message on, and listed; it begins with its first showtime, unless somebody said when', async ({
  page,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/event-cinema')
  await page.getByRole('button', { name: 'ADD EVENT' }).click()
  const submit = page.getByRole('button', { name: 'SAVE EVENT' })
  await submit.click()
  await expectMessage(page, 'Please fill the form')
  await expect(page.getByText(/^(Event Name is empty|Upload an image|Add a movie|Description is empty)$/)).toHaveCount(
    4,
  )

  await page.getByRole('textbox', { name: 'Event Name' }).fill('Afrobeats matinee')
  await page.getByRole('combobox', { name: 'Category' }).fill('live')
  await page.getByRole('option', { name: 'Live concert' }).click()
  await upload(page)
  await typeDay(page, 5)

  await page.getByRole('button', { name: 'ADD MOVIE' }).click()
  const adding = dialog(page, 'Add Movie')
  const add = adding.getByRole('button', { name: 'ADD MOVIE' })
  await add.press('Enter')
  await expect(adding.locator('[id$=-error]')).toHaveText(['Select a movie', 'Select a showtime', 'Select a ticket'])
  const option = page.getByRole('option').first()
  await adding.getByRole('combobox', { name: 'Movie' }).click()
  await option.click()
  await adding.getByRole('combobox', { name: 'Showtime' }).click()
  await expect(option).toHaveText(/^\d\d:\d\d, Screen \d+, [1-9]\d* seats$/)
  await option.click()
  await adding.getByRole('combobox', { name: 'Ticket' }).click()
  await option.click()
  await add.click()
  const [, hours] = /(\d\d):(\d\d)/.exec(await movies(page).first().innerText())!
  const begins = page.getByRole('spinbutton', { name: 'Hours' })
  await expect(begins).toHaveValue(hours!)
  // No showtime that is offered is later.
  await begins.fill('23')
  await page.getByRole('spinbutton', { name: 'Minutes' }).fill('00')
  await expect(page.getByText(/^The first showtime, \d\d:\d\d, is before the event starts, 23:00$/)).toBeVisible()
  await addMovie(page, 1)
  await expect(movies(page)).toHaveCount(2)
  await expect(begins).toHaveValue('23')
  await begins.fill('14')

  await page.getByRole('textbox', { name: 'Description' }).fill('A band, a film, and lunch.')
  await page.getByRole('textbox', { name: 'Ticket Price' }).fill('7500')
  const popcorn = page.getByRole('group', { name: 'Quantity of Popcorn, large' })
  await popcorn.getByRole('button', { name: 'One more' }).dblclick()
  await popcorn.getByRole('button', { name: 'One less' }).click()

  const saving = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/events'))
  await submit.click()
  expect((await saving).postDataJSON()).toMatchObject({
    date: `${today(5)}T14:00:00.000Z`,
    price: 7500,
    event_category: 'Live concert',
    concession_quantities: '1',
  })
  await expect(row(page, 'Afrobeats matinee').getByText(`${showDay(today(5))} 14:00`)).toBeVisible()
})

// Clauses: operations 154, 162-165, 169-171, 173, 247, 258, 259-260, 320, 454
test('another location or date clears what is of the old one, and asks first; a delete is taken back, and the list is read from page 1; a save that is answered late leads nowhere', async ({
  page,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/event-cinema')
  await page.getByRole('link', { name: 'Edit Nollywood night' }).click()
  await page
    .getByRole('button', { name: /^Remove .* at / })
    .first()
    .click()
  await choose(page, 'Location', 'Marquee Jabi')
  const asking = dialog(page, 'Change the location?')
  await expect(asking).toContainText('The movies, concessions and price chosen for this location will be cleared')
  await asking.getByRole('button', { name: 'Keep the location' }).click()
  await expect(movies(page)).toHaveCount(2)

  await typeDay(page, 7)
  await dialog(page, 'Change the date?').getByRole('button', { name: 'Change' }).click()
  await expect(movies(page)).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Date' })).toBeFocused()
  const popcorn = page.getByRole('group', { name: 'Quantity of Popcorn, large' })
  await expect(popcorn.getByRole('status')).toHaveText('120')

  await choose(page, 'Location', 'Marquee Jabi')
  await dialog(page, 'Change the location?').getByRole('button', { name: 'Change' }).click()
  await expect(page.getByRole('textbox', { name: 'Ticket Price' })).toHaveValue('')
  await expect(popcorn.getByRole('status')).toHaveText('0')

  await typeDay(page, 90)
  await page.getByRole('button', { name: 'ADD MOVIE' }).click()
  await expect(dialog(page, 'Add Movie').getByText(`No showtime with seats on ${showDay(today(90))}`)).toBeVisible()

  await test.step('a delete is taken back, and the list is read from page 1; a save that is answered late leads nowhere', async () => {
    page.once('dialog', (request) => void request.accept())
    await openScreen(page, '/dashboard/event-cinema?page=2')
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click()
    await dialog(page, 'Delete event').getByRole('button', { name: 'Delete' }).click()
    await expectMessage(page, 'Event deleted')
    await expect(page).not.toHaveURL(/page=/)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectMessage(page, 'Event restored')

    // Answered after its form was left, a save leads nowhere.
    const answer = await saving(page, '8600')
    await expect(page.getByRole('button', { name: 'CANCEL' })).toBeDisabled()
    await goTo(page, 'Points')
    await expect(page.getByRole('heading', { name: 'Points', exact: true })).toBeVisible()
    answer()
    await expectMessage(page, 'Event updated')
    await expect(page.getByRole('heading', { name: 'Points', exact: true })).toBeVisible()
  })
})

/** Saves another price, of which the answer waits. @returns lets it come */
async function saving(page: Page, price: string) {
  await openScreen(page, '/dashboard/event-cinema')
  await page.getByRole('link', { name: 'Edit Night of frights' }).click()
  await page.getByRole('textbox', { name: 'Ticket Price' }).fill(price)
  const { promise: blocked, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/events/*', async (route) => {
    if (route.request().method() === 'PUT') await blocked
    await route.continue()
  })
  await page.getByRole('button', { name: 'EDIT EVENT' }).click()
  await expect(page.getByRole('button', { name: 'EDITING' })).toBeDisabled()
  return answer
}
