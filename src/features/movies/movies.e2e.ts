import type { Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { today } from '../../../e2e/day.ts'
import { drop } from '../../../e2e/drop.ts'
import { expect, settled, signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import { dialog, filterBy, goTo, openRow, row } from '../../../e2e/helpers.ts'

const picture = (color: string, width = 600, height = 900) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .jpeg()
    .toBuffer()

/** Opens the first movie of the list that its filter leaves, and answers its name. */
async function openFirst(page: Page, filter: [string, string]) {
  await filterBy(page, ...filter)
  await expect(page.getByRole('button', { name: `Remove the filter ${filter[0]}` })).toBeVisible()
  await settled(page)
  const first = page.getByRole('table').getByRole('row').nth(1)
  const name = (await first.getByRole('link').innerText()).trim()
  await openRow(first)
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible()
  return name
}

/** Takes the first result for the title as the form has it, which is the point of sale's, or for another. */
async function takeFromDatabase(page: Page, other?: string) {
  await page.getByRole('button', { name: 'Movie DB Update' }).click()
  const found = dialog(page, 'Movies in DB')
  if (other) {
    await found.getByLabel('Search the movie database').fill(other)
    await found.getByRole('button', { name: 'Search', exact: true }).click()
  }
  await found
    .getByRole('listitem')
    .getByRole('button', { name: other ? new RegExp(other, 'i') : /./ })
    .first()
    .click()
  await expect.poll(() => found.getByRole('checkbox', { checked: true }).count()).toBeGreaterThanOrEqual(8)
  await found.getByRole('button', { name: /^Overwrite/ }).click()
  await expect(found).toBeHidden()
}

/** The switch that one sees; the control itself lies hidden behind it. */
const approval = (page: Page) => page.getByRole('region', { name: 'Approval' }).locator('label')
/** Which colour the banner's border has more of; its style is in transition for a moment, even under reduced motion. */
const expectPane = (page: Page, colour: 'green' | 'red') =>
  expect
    .poll(async () => {
      const border = await page
        .getByRole('region', { name: 'Approval' })
        .evaluate((banner) => getComputedStyle(banner).borderTopColor)
      const [red, green] = border.match(/[\d.]+/g)!.map(Number)
      return green! > red! ? 'green' : 'red'
    })
    .toBe(colour)

// Clauses: core 63, 69-71, 74-75, 104, 114, 133, 136-137, 171, 198
test(
  'a movie is enriched from the database, given cast and poster, approved with a showtime, and found',
  { tag: '@both' },
  async ({ page }) => {
    await signIn(page)
    await page.goto(`/dashboard/movies?start_date=${today()}&end_date=${today(7)}`)
    const name = await openFirst(page, ['Database', 'Missing'])
    await expect(page.getByText('Movie not Approved for display')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Still missing' })).toContainText('Description')
    await expect(page.getByRole('button', { name: 'Submit' })).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('button', { name: 'Submit' }).press('Enter')
    await expect(page.getByText('Description is empty')).toBeVisible()
    const missing = page.getByRole('list', { name: 'Still missing' })
    for (const field of ['Trailer URL', 'Description']) {
      await missing.getByRole('button', { name: field }).press('Enter')
      await expect(page.getByLabel(field, { exact: true })).toBeFocused()
    }
    await missing.getByRole('button', { name: 'Small poster' }).press('Enter')
    await expect(page.getByLabel('Upload Small poster')).toBeFocused()

    await takeFromDatabase(page)
    await expect(page.getByLabel('Description')).not.toBeEmpty()
    await expect(page.getByRole('list', { name: 'Still missing' })).not.toContainText('Description')

    const castCount = async () =>
      Number(/\d+/.exec(await page.getByRole('heading', { name: /^Cast · / }).innerText())![0])
    const taken = await castCount()
    expect(taken).toBeGreaterThanOrEqual(8)
    await page.getByRole('button', { name: 'Add cast' }).click()
    const cast = dialog(page, 'Add cast member')
    await cast.getByRole('button', { name: 'Submit' }).click()
    for (const message of [
      'Firstname is empty',
      'Lastname is empty',
      'Character is empty',
      'Invalid URL (*must end with jpg|jpeg|png|gif)',
    ])
      await expect(cast.getByText(message)).toBeVisible()
    await cast.getByLabel('First name').fill('Genevieve')
    await cast.getByLabel('Last name').fill('Okoro')
    await cast.getByLabel('Character').fill('The landlady')
    await drop(cast.getByRole('group', { name: 'Image' }), { name: 'face.jpg', buffer: await picture('#7c5cf0') })
    await expectMessage(page, 'Uploaded image')
    await cast.getByRole('button', { name: 'Submit' }).click()
    await expect(cast).toBeHidden()
    expect(await castCount()).toBe(taken + 1)

    await drop(page.getByLabel('Upload Poster', { exact: true }), { name: 'p.png', buffer: await picture('#2cc7b4') })
    await expectMessage(page, 'Uploaded image')
    // The list opens where its field is: on a small screen, at the page's end, nothing jumps.
    const top = () => page.evaluate(() => scrollY)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const before = await top()
    await page.getByRole('combobox', { name: 'Censor rating' }).click()
    await expect(page.getByRole('option', { name: '15' })).toBeVisible()
    expect(await top()).toBe(before)
    await page.getByRole('option', { name: '15' }).click()

    await approval(page).click()
    await expect(page.getByText('Movie Approved for display')).toBeVisible()
    await page.getByRole('button', { name: 'Submit' }).click()
    await expectMessage(page, 'Movie updated successfully')

    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await page.getByRole('button', { name: 'Remove the filter Database' }).click()
    await page.getByRole('searchbox', { name: 'Search by title or ID' }).fill(name)
    await expect(row(page, name).filter({ hasText: 'Approved' })).toBeVisible()
  },
)

// Clauses: core 24, 65-66, 68, 76, 104, 106-111
test('Coming Soon leads to the form; without a showtime approval asks first and goes out with Submit; off is always allowed', async ({
  page,
}) => {
  await signIn(page)
  await goTo(page, 'Movies')
  const title = (name: string) => page.getByRole('heading', { name, exact: true })
  await expect(page.getByText(/^Schedule as of/)).toBeVisible()
  const { y } = (await title('All Movies').boundingBox())!
  await goTo(page, 'Coming Soon')
  await expect(page).toHaveURL(/\/dashboard\/movies\/coming-soon$/)
  // A page with a line under its title has it no higher than one without.
  expect((await title('Coming Soon').boundingBox())!.y).toBe(y)
  const table = page.getByRole('table')
  await expect(table.locator('th')).toHaveText(['', 'Movie Title', 'Genre', 'Release Date', 'ID', 'Status', 'Database'])
  const first = table.getByRole('row').nth(1)
  await expect(first.getByText(/^\d\d\/\d\d\/\d{4}$/)).toBeVisible()
  await expect(first.getByText(/^(Not approved|Approved)$/)).toBeVisible()
  // Pictures are in the size of their place.
  const poster = table.locator('img').first()
  await expect(poster).toHaveAttribute('src', /\/api\/files\/[\w-]+\.jpg\?place=poster$/)
  await expect
    .poll(() => poster.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([60, 84])

  await page.goto('/dashboard/movies/coming-soon?status=not-approved&sort=-is_coming_soon_date&perPage=2')
  await expect(table.getByRole('link')).toHaveCount(2)
  await page.goto('/dashboard/movies/coming-soon?status=not-approved&sort=-is_coming_soon_date&perPage=100')
  // One about which enough was entered to be approved.
  await openRow(row(page, 'Linked').first())
  await expect(page).toHaveURL(/\/dashboard\/movies\/edit-entry\/.+/)
  const trail = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link')
  await expect(trail).toHaveText(['Movies', 'Coming Soon'])

  await expect(page.getByText('no showtime available')).toBeVisible()
  await approval(page).click()
  const question = dialog(page, 'No showtime available')
  await expect(question).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Approved for display', includeHidden: true })).toBeDisabled()
  await question.getByRole('button', { name: 'CANCEL' }).click()
  await expect(page.getByText('Movie not Approved for display')).toBeVisible()
  await expectPane(page, 'red')
  await approval(page).click()
  await question.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Movie Approved for display')).toBeVisible()
  await expectPane(page, 'green')
  const submit = page.getByRole('button', { name: 'Submit' })
  let saving = page.waitForResponse('**/api/movie/create')
  await submit.click()
  expect((await saving).request().postDataJSON()).toMatchObject({ is_available_for_display: true })
  await expectMessage(page, 'Movie updated successfully')

  await approval(page).click()
  await expect(page.getByText('Movie not Approved for display')).toBeVisible()
  await expect(question).toHaveCount(0)
  saving = page.waitForResponse('**/api/movie/create')
  await submit.click()
  expect((await saving).request().postDataJSON()).toMatchObject({ is_available_for_display: false })
})

// Clauses: core 70, 72-73, 96, 116-118, 128-129, 132, 137, 198, 211
test('the form says what is wrong under its field, takes digits only, and offers the rating, the whole cast and what was saved', async ({
  page,
}) => {
  await page.route('**/api/movie/fetch-movie/*', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    answer.data.rating = '12A'
    answer.data.movie_details_from_db.censorship_rating = 'PG'
    answer.data.movie_details_from_db.movie_cast_list = Array.from({ length: 11 }, (_, at) => ({
      id: at + 1,
      image: '',
      original_name: `Player ${at + 1}`,
      character_name: 'In the crowd',
    }))
    await route.fulfill({ response, json: answer })
  })
  await signIn(page)
  await page.goto('/dashboard/movies?database=linked')
  await openRow(page.getByRole('table').getByRole('row').nth(1))
  await expect(page.getByText('Point of sale: 12A')).toBeVisible()
  await page.getByRole('button', { name: 'Use 12A' }).click()
  await expect(page.getByRole('combobox', { name: 'Censor rating' })).toHaveValue('12A')
  await expect(page.getByRole('button', { name: 'Use 12A' })).toBeHidden()
  await expect(page.getByText('Unsaved changes')).toBeVisible()

  await expect(page.getByRole('heading', { name: 'Cast · 11' })).toBeVisible()
  const players = page.getByRole('button', { name: /^Remove Player/ })
  await expect(players).toHaveCount(8)
  await expect(players.last()).toHaveAccessibleName('Remove Player 8')
  await page.getByRole('button', { name: 'Show 3 more' }).click()
  await expect(players).toHaveCount(11)
  await page.getByRole('button', { name: 'Remove Player 3', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Cast · 10' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove Player 3', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Show the first 8' }).click()
  await expect(players).toHaveCount(8)

  const description = page.getByLabel('Description')
  const stored = await description.inputValue()
  for (const [label, message] of [
    ['Title', 'Title is empty'],
    ['Description', 'Description is empty'],
    ['Trailer URL', 'URL is empty'],
    ['Release year', 'Release year is empty'],
    ['Runtime', 'Runtime is empty'],
  ] as const) {
    await page.getByLabel(label, { exact: label !== 'Description' }).fill('')
    await page.getByLabel(label, { exact: label !== 'Description' }).blur()
    await expect(page.getByText(message)).toBeVisible()
  }
  await page.getByLabel('Release year').fill('0')
  await page.getByLabel('Release year').blur()
  await expect(page.getByText('Release year cannot be 0')).toBeVisible()
  await page.getByLabel('Release year').pressSequentially('x19')
  await expect(page.getByLabel('Release year')).toHaveValue('019')
  const restore = page.getByRole('button', { name: 'Restore saved description' })
  await restore.click()
  await expect(description).toHaveValue(stored)
  await expect(restore).toHaveCount(0)

  await expect(page.getByLabel('Opening date')).toBeHidden()
  await page.getByRole('radiogroup', { name: 'Upcoming' }).getByText('Yes').click()
  const opening = page.getByLabel('Opening date', { exact: true })
  // Half a date is none.
  await opening.fill('1')
  await opening.blur()
  await expect(opening).toHaveValue('')
  // A day that can be read either way is said in words.
  await opening.fill('03-04-2026')
  await opening.blur()
  await expect(page.getByText('Wednesday 4 March 2026')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the opening date' }).click()
  await expect(opening).toHaveValue('')

  // An image by its address, which cannot be had.
  for (const image of ['Poster', 'Small poster', 'Background', 'Small background'])
    await expect(page.getByLabel(`Upload ${image}`, { exact: true })).toBeAttached()
  const url = 'https://images.example/poster.jpg'
  await page.route('**/api/aws/s3/uploadWithUrl', (route) =>
    route.fulfill({ status: 422, json: { status: 422, message: 'The address answered 404' } }),
  )
  const poster = page.getByRole('group', { name: 'Poster', exact: true })
  await poster.getByRole('button', { name: 'Use image URL' }).click()
  await poster.getByLabel('Address of Poster').fill(url)
  const copying = page.waitForRequest('**/api/aws/s3/uploadWithUrl')
  await poster.getByRole('button', { name: 'Take Poster from this address' }).click()
  expect((await copying).postDataJSON()).toEqual({ url, type: 'movieImage' })
  await expectMessage(page, 'The address answered 404')
})

// Clauses: core 68, 73, 77, 112-113, 195, 197, 210
test('the form waits for its movie and its save, and keeps what is typed meanwhile; reviews are read beside it; an unknown movie says so', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/dashboard/movies?status=approved')
  const edit = (await page.getByRole('table').getByRole('link').first().getAttribute('href'))!
  let letGo = () => {}
  const hold = async (address: string, answer: (route: Route) => Promise<void>) => {
    const waiting = new Promise<void>((resolve) => (letGo = resolve))
    await page.route(address, async (route) => {
      await waiting
      await answer(route)
    })
  }
  await hold('**/api/movie/fetch-movie/*', (route) => route.fallback())
  await page.goto(edit)
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  const submit = page.getByRole('button', { name: 'Submit' })
  await expect(submit).toHaveCount(0)
  letGo()
  await expect(submit).toBeVisible()

  const asked = page.waitForRequest(/\/movie-ratings\/[^?]+\?pageNo=1&pageSize=50$/)
  await page.getByRole('button', { name: 'View Reviews' }).click()
  await asked
  const reviews = dialog(page, 'Reviews')
  await expect(reviews.locator('dt')).toHaveText(['Likes', 'Dislikes', 'Reviews'])
  await expect(reviews.getByRole('listitem').first()).toBeVisible()
  await page.keyboard.press('Escape')

  await hold('**/api/movie/create', (route) =>
    route.fulfill({ status: 409, json: { status: 409, message: 'Not today' } }),
  )
  await page.getByLabel('Title', { exact: true }).fill('Kept')
  await submit.click()
  await expect(submit).toBeDisabled()
  letGo()
  await expectMessage(page, 'Not today')
  await expect(submit).toBeEnabled()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Kept')

  // What is typed while it is being saved stays, and is unsaved.
  await hold('**/api/movie/create', (route) => route.continue())
  await submit.click()
  await expect(submit).toBeDisabled()
  await page.getByLabel('Release year').fill('2001')
  letGo()
  await expectMessage(page, 'Movie updated successfully')
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Kept')
  await expect(page.getByLabel('Release year')).toHaveValue('2001')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Discard' }).click()

  await page.goto('/dashboard/movies/edit-entry/99999999')
  await expect(page.getByText('There is no such movie')).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'All Movies' })).toBeVisible()
})
