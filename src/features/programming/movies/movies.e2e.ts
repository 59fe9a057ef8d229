import type { Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { today } from '../../../../e2e/day.ts'
import { drop } from '../../../../e2e/drop.ts'
import { expect, openScreen, signIn, test } from '../../../../e2e/fixtures.ts'
import { expectMessage } from '../../../../e2e/messages.ts'
import { dialog, goTo, openRow, row } from '../../../../e2e/helpers.ts'
import { ON_PHONE } from '../../../../e2e/sizes.ts'

const picture = (color: string, width = 600, height = 900) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .jpeg()
    .toBuffer()

/** Takes the first result for the title as the form has it, which is the point of sale's. */
async function takeFromDatabase(page: Page) {
  await page.getByRole('button', { name: 'Movie DB Update' }).click()
  const found = dialog(page, 'Movies in DB')
  await found.getByRole('listitem').getByRole('button').first().click()
  await expect.poll(() => found.getByRole('checkbox', { checked: true }).count()).toBeGreaterThanOrEqual(8)
  await found.getByRole('button', { name: /^Overwrite/ }).click()
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

test.describe('on a phone', () => {
  test.use(ON_PHONE)

  // Clauses: core 63, 69-71, 74-75, 104, 114, 136-137, 171, 198; operations 472
  test('a movie is enriched from the database, given cast and poster, approved with a showtime, and found', async ({
    page,
  }) => {
    await signIn(page)
    const days = `start_date=${today()}&end_date=${today(7)}`
    await openScreen(page, `/dashboard/movies?${days}&database=missing`)
    const first = page.getByRole('table').getByRole('row').nth(1)
    const name = (await first.getByRole('link').innerText()).trim()
    await openRow(first)
    await expect(page.getByText('Movie not Approved for display')).toBeVisible()
    const missing = page.getByRole('list', { name: 'Still missing' })
    await expect(missing).toContainText('Description')
    await missing.getByRole('button', { name: 'Small poster' }).press('Enter')
    await expect(page.getByLabel('Upload Small poster')).toBeFocused()

    await takeFromDatabase(page)
    await expect(missing).not.toContainText('Description')

    const members = page.getByRole('heading', { name: /^Cast · / })
    const memberCount = Number(/\d+/.exec(await members.innerText())![0])
    await page.getByRole('button', { name: 'Add cast' }).click()
    const cast = dialog(page, 'Add cast member')
    await cast.getByLabel('First name').fill('Genevieve')
    await cast.getByLabel('Last name').fill('Okoro')
    await cast.getByLabel('Character').fill('The landlady')
    await drop(cast.getByRole('group', { name: 'Image' }), { name: 'face.jpg', buffer: await picture('#7c5cf0') })
    await expectMessage(page, 'Uploaded image')
    await cast.getByRole('button', { name: 'Submit' }).click()
    await expect(members).toHaveText(`Cast · ${memberCount + 1}`)

    // The list opens where its field is: on a small screen, at the page's end, nothing jumps.
    const top = () => page.evaluate(() => scrollY)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const before = await top()
    await page.getByRole('combobox', { name: 'Censor rating' }).click()
    const rating = page.getByRole('option', { name: '15' })
    await rating.waitFor()
    expect(await top()).toBe(before)
    await rating.click()

    await approval(page).click()
    await expect(page.getByText('Movie Approved for display')).toBeVisible()
    await page.getByRole('button', { name: 'Submit' }).click()
    await expectMessage(page, 'Movie updated successfully')

    await openScreen(page, `/dashboard/movies?${days}&search=${encodeURIComponent(name)}`)
    await expect(row(page, name).filter({ hasText: 'Approved' })).toBeVisible()
  })
})

// Clauses: core 24, 66, 68, 70, 72-73, 76, 96, 104, 106-111, 116-118, 128, 132, 137, 198, 211
test('Coming Soon leads to the form; without a showtime approval asks first and goes out with Submit; off is always allowed; the form says what is wrong under its field, takes digits only, and offers the rating, the whole cast and what was saved', async ({
  page,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/movies')
  const title = (name: string) => page.getByRole('heading', { name, exact: true })
  await expect(page.getByText(/^Schedule as of/)).toBeVisible()
  const { y } = (await title('All Movies').boundingBox())!
  await goTo(page, 'Coming Soon')
  // A page with a line under its title has it no higher than one without.
  expect((await title('Coming Soon').boundingBox())!.y).toBe(y)
  const table = page.getByRole('table')
  const first = table.getByRole('row').nth(1)
  await expect(first.getByText(/^\d\d\/\d\d\/\d{4}$/)).toBeVisible()
  await expect(first.getByText(/^(Not approved|Approved)$/)).toBeVisible()
  // Pictures are in the size of their place.
  const poster = table.locator('img').first()
  await expect(poster).toHaveAttribute('src', /\/api\/files\/[\w-]+\.jpg\?place=poster$/)
  await expect
    .poll(() => poster.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([60, 84])

  // One about which enough was entered to be approved.
  await openScreen(page, '/dashboard/movies/coming-soon?status=not-approved&database=linked&sort=-is_coming_soon_date')
  await openRow(row(table, 'Linked').first())
  const trail = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link')
  await expect(trail).toHaveText(['Movies', 'Coming Soon'])

  await expect(page.getByText('no showtime available')).toBeVisible()
  await approval(page).click()
  const question = dialog(page, 'No showtime available')
  await expect(page.getByRole('switch', { name: 'Approved for display', includeHidden: true })).toBeDisabled()
  await question.getByRole('button', { name: 'CANCEL' }).click()
  await expect(page.getByText('Movie not Approved for display')).toBeVisible()
  await expectPane(page, 'red')
  await approval(page).click()
  await question.getByRole('button', { name: 'Continue' }).click()
  await expectPane(page, 'green')
  const saving = page.waitForResponse('**/api/movie/create')
  await page.getByRole('button', { name: 'Submit' }).click()
  expect((await saving).request().postDataJSON()).toMatchObject({ is_available_for_display: true })
  await expectMessage(page, 'Movie updated successfully')

  await approval(page).click()
  await expect(page.getByText('Movie not Approved for display')).toBeVisible()
  await expect(question).toHaveCount(0)

  await test.step('the form says what is wrong under its field, takes digits only, and offers the rating, the whole cast and what was saved', async () => {
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
    await openScreen(page, '/dashboard/movies?database=linked')
    await openRow(page.getByRole('table').getByRole('row').nth(1))
    await page.getByRole('button', { name: 'Use 12A' }).click()
    await expect(page.getByRole('combobox', { name: 'Censor rating' })).toHaveValue('12A')
    await expect(page.getByRole('button', { name: 'Use 12A' })).toBeHidden()

    const players = page.getByRole('button', { name: /^Remove Player/ })
    await expect(players).toHaveCount(8)
    await page.getByRole('button', { name: 'Show 3 more' }).click()
    await expect(players).toHaveCount(11)
    await page.getByRole('button', { name: 'Remove Player 3', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Cast · 10' })).toBeVisible()
    await page.getByRole('button', { name: 'Show the first 8' }).click()
    await expect(players).toHaveCount(8)

    const description = page.getByLabel('Description')
    const stored = await description.inputValue()
    await description.fill('')
    await page.getByLabel('Release year').fill('0')
    const submit = page.getByRole('button', { name: 'Submit' })
    await expect(submit).toHaveAttribute('aria-disabled', 'true')
    await submit.press('Enter')
    await expect(page.getByText('Description is empty', { exact: true })).toBeVisible()
    await page.getByLabel('Release year').pressSequentially('x19')
    await expect(page.getByLabel('Release year')).toHaveValue('019')
    await page.getByRole('button', { name: 'Restore saved description' }).click()
    await expect(description).toHaveValue(stored)

    await page.getByRole('radiogroup', { name: 'Upcoming' }).getByText('Yes').click()
    const opening = page.getByLabel('Opening date', { exact: true })
    // A day that can be read either way is said in words.
    await opening.fill('03-04-2026')
    await opening.blur()
    await expect(page.getByText('Wednesday 4 March 2026')).toBeVisible()
    await page.getByRole('button', { name: 'Clear the opening date' }).click()
    await expect(opening).toHaveValue('')

    // An image by its address, which cannot be had.
    const url = 'https://images.example/poster.jpg'
    await page.route('**/api/aws/s3/uploadWithUrl', (route) =>
      route.fulfill({ status: 422, json: { status: 422, message: 'The address responded with 404' } }),
    )
    const poster = page.getByRole('group', { name: 'Poster', exact: true })
    await poster.getByRole('button', { name: 'Use image URL' }).click()
    await poster.getByLabel('Address of Poster').fill(url)
    const copying = page.waitForRequest('**/api/aws/s3/uploadWithUrl')
    await poster.getByRole('button', { name: 'Use this address for Poster' }).click()
    expect((await copying).postDataJSON()).toEqual({ url, type: 'movieImage' })
    await expectMessage(page, 'The address responded with 404')
  })
})

// Clauses: core 68, 73, 77, 112-113, 195, 197, 210
test('the form waits for its movie and its save, and keeps what is typed meanwhile; reviews are read beside it; an unknown movie says so', async ({
  page,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/movies?status=approved')
  const edit = (await page.getByRole('table').getByRole('link').first().getAttribute('href'))!
  let release = () => {}
  const delay = async (address: string, answer: (route: Route) => Promise<void>) => {
    const waiting = new Promise<void>((resolve) => (release = resolve))
    await page.route(address, async (route) => {
      await waiting
      await answer(route)
    })
  }
  await delay('**/api/movie/fetch-movie/*', (route) => route.fallback())
  await page.goto(edit)
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  const submit = page.getByRole('button', { name: 'Submit' })
  await expect(submit).toHaveCount(0)
  release()

  const request = page.waitForRequest(/\/movie-ratings\/[^?]+\?pageNo=1&pageSize=50$/)
  await page.getByRole('button', { name: 'View Reviews' }).click()
  await request
  const reviews = dialog(page, 'Reviews')
  await expect(reviews.locator('dt')).toHaveText(['Likes', 'Dislikes', 'Reviews'])
  await expect(reviews.getByRole('listitem').first()).toBeVisible()
  await page.keyboard.press('Escape')

  await delay('**/api/movie/create', (route) =>
    route.fulfill({ status: 409, json: { status: 409, message: 'Not today' } }),
  )
  await page.getByLabel('Title', { exact: true }).fill('Kept')
  await submit.click()
  await expect(submit).toBeDisabled()
  release()
  await expectMessage(page, 'Not today')
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Kept')

  // What is typed while it is being saved stays, and is unsaved.
  await delay('**/api/movie/create', (route) => route.continue())
  await submit.click()
  await page.getByLabel('Release year').fill('2001')
  release()
  await expectMessage(page, 'Movie updated successfully')
  await expect(page.getByLabel('Release year')).toHaveValue('2001')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Discard' }).click()

  await openScreen(page, '/dashboard/movies/edit-entry/99999999')
  await expect(page.getByText('Movie not found')).toBeVisible()
})
