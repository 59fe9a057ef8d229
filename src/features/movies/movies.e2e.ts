import { readFile } from 'node:fs/promises'
import type { Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { showDay } from '#contract/time.ts'
import { cellsOf } from '#server/test/sheet.ts'
import { unzipped } from '#server/test/unzip.ts'
import { today } from '../../../e2e/day.ts'
import { drop } from '../../../e2e/drop.ts'
import { expect, settled, signIn, test } from '../../../e2e/fixtures.ts'
import { DESK } from '../../../e2e/sizes.ts'
import { expectMessage, recordMessages } from '../../../e2e/messages.ts'
import { choose, dialog, filterBy, goTo, openRow, row } from '../../../e2e/helpers.ts'

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

/** On a small laptop and a tablet the whole list is in its frame, and a movie's name is its widest column. */
async function expectTitleToHaveRoom(page: Page) {
  const table = page.getByRole('table')
  for (const [width, yielding] of [
    [1280, ['Likes', 'Dislikes']],
    [1024, ['Likes', 'Dislikes', 'Genre', 'Reviews']],
  ] as const) {
    await page.setViewportSize({ width, height: 720 })
    for (const name of yielding) await expect(table.getByRole('columnheader', { name, exact: true })).toBeHidden()
    await expect(table.getByRole('columnheader', { name: 'Status' })).toBeVisible()
    const widths = await table.locator('th').evaluateAll((all) => all.map((th) => th.getBoundingClientRect().width))
    expect(Math.max(...widths)).toBe(widths[3])
    expect(await table.evaluate(({ parentElement: frame }) => frame!.scrollWidth <= frame!.clientWidth)).toBe(true)
  }
  await page.setViewportSize(DESK)
}

// Clauses: core 61-62, 99, 201, 204
test(
  'All Movies: the default cinema and range, filters, search, sort, paging, columns, and the whole list as a file',
  { tag: '@both' },
  async ({ page, isMobile }) => {
    await signIn(page)
    await goTo(page, 'Movies')
    await expect(page).toHaveURL(/\/dashboard\/movies$/)
    await expect(page.getByRole('heading', { name: 'All Movies' })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('Lagos')
    await expect(page.getByRole('combobox', { name: 'Cinema' })).toHaveValue(/Lekki/)
    await expect(page.getByRole('button', { name: /^Start and end date: / })).toHaveText(
      new RegExp(`${showDay(today())}$`),
    )
    await expect(page.getByText(/^Schedule as of/)).toBeVisible()
    await expect(page.getByText(/^1–15 of \d+$/)).toBeVisible()
    await expect(page.getByRole('table').locator('th')).toHaveText([
      '',
      'ID',
      'Database Title',
      'Rosetta Title',
      'Genre',
      'Database',
      'Likes',
      'Dislikes',
      'Reviews',
      'Status',
    ])
    if (!isMobile) await expectTitleToHaveRoom(page)

    await page.getByRole('button', { name: 'Choose columns' }).click()
    const genre = page.getByRole('menuitemcheckbox', { name: 'Genre' })
    await expect(genre).toBeChecked()
    await genre.click()
    await expect(genre).not.toBeChecked()
    await expect(page.getByRole('columnheader', { name: 'Genre' })).toBeHidden()
    await genre.click()
    await page.keyboard.press('Escape')

    // What takes the pressed button away hands the focus on.
    const range = page.getByRole('button', { name: /^Start and end date: / })
    await range.click()
    await page.getByRole('button', { name: 'Next month' }).press('Escape')
    await expect(range).toBeFocused()

    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/page=2/)
    await settled(page)
    const wanted = (await page.getByRole('table').getByRole('link').first().innerText()).trim()
    const part = wanted.slice(0, -1)
    await page.getByRole('searchbox', { name: 'Search by title or ID' }).fill(part)
    await expect(page).toHaveURL((url) => url.searchParams.get('search') === part)
    await expect(page).not.toHaveURL(/page=2/)
    await expect(page.getByText(/^1–\d of \d$/)).toBeVisible()
    await expect(page.getByRole('table').getByRole('link', { name: wanted, exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await expect(page).not.toHaveURL(/search=/)
    await expect(page.getByRole('searchbox', { name: 'Search by title or ID' })).toBeFocused()

    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^movies_[a-z-]+_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv$/)
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines[0]).toMatch(/^\ufeffMovies; Marquee .+; \d\d\/\d\d\/\d{4} to \d\d\/\d\d\/\d{4}/)
    expect(lines[1]).toBe('ID,Database Title,Rosetta Title,Genre,Database,Likes,Dislikes,Reviews,Status')
    const total = Number(
      /of ([\d,]+)$/.exec(await page.getByText(/^\d+–\d+ of [\d,]+$/).innerText())![1]!.replace(',', ''),
    )
    expect(lines).toHaveLength(total + 2)
    await expect(page.getByRole('button', { name: 'Download CSV' })).toBeFocused()

    const downloadingWorkbook = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Choose the file format' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click()
    const workbook = await downloadingWorkbook
    expect(workbook.suggestedFilename()).toBe(download.suggestedFilename().replace('.csv', '.xlsx'))
    const rows = cellsOf(unzipped(await readFile(await workbook.path())).get('xl/worksheets/sheet1.xml')!)
    expect(rows).toHaveLength(total + 2)
    expect(rows[1]).toEqual(lines[1]!.split(','))

    // On a phone, where rows are cards, there are no headings to press.
    const order = page.getByRole('button', { name: 'Sort', exact: true })
    if (await order.isVisible()) {
      await order.click()
      await page.getByRole('menuitemradio', { name: 'Likes, descending', exact: true }).click()
    } else await page.getByRole('button', { name: 'Likes', exact: true }).click()
    await expect(page).toHaveURL(/sort=-likes/)
  },
)

// Clauses: core 64
test('an empty list says so, and another cinema has another one', async ({ page }) => {
  await signIn(page)
  await goTo(page, 'Movies')
  await page.getByRole('searchbox', { name: 'Search by title or ID' }).fill('no such movie at all')
  await expect(page.getByText('Empty Movie List')).toBeVisible()
  await expect(page.getByText('Please Filter for another movie')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await page.goto('/dashboard/movies?page=99')
  await expect(page.getByText('This page is past the end of the list')).toBeVisible()
  await page.getByRole('button', { name: 'Go to the first page' }).click()
  await choose(page, 'State', /Abuja/)
  await expect(page.getByRole('combobox', { name: 'Cinema' })).toHaveValue(/Gwarinpa/)
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
})

// Clauses: core 63, 69-71, 74-75, 104, 114, 133, 136-137, 171, 198
test(
  'a movie is enriched from the database, given cast and poster, approved with a showtime, found, and exported',
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
    // A filter in force is changed at its chip.
    const chip = page.getByRole('button', { name: /^Database (Missing|Linked)$/ })
    const chosen = await chip.innerText()
    const [from, to] = chosen.includes('Missing') ? ['Missing', 'Linked'] : ['Linked', 'Missing']
    await chip.click()
    for (const option of [to, from]) await page.getByRole('menuitemcheckbox', { name: option, exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(chip).not.toHaveText(chosen)
    await page.getByRole('button', { name: 'Remove the filter Database' }).click()
    await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused()
    await page.getByRole('searchbox', { name: 'Search by title or ID' }).fill(name)
    await expect(row(page, name).filter({ hasText: 'Approved' })).toBeVisible()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    expect(await readFile(await (await downloading).path(), 'utf8')).toContain(',Approved')
  },
)

// Clauses: core 68, 76, 106-111
test('without a showtime approval asks first; it goes out with Submit, and off is always allowed', async ({ page }) => {
  await signIn(page)
  await page.goto('/dashboard/movies/coming-soon?status=not-approved&sort=-is_coming_soon_date&perPage=100')
  await expect(page.getByRole('heading', { name: 'Coming Soon' })).toBeVisible()
  // One about which enough was entered to be approved.
  await row(page, 'Linked').first().getByRole('link').first().click()
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
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectMessage(page, 'Movie updated successfully')

  await approval(page).click()
  await expect(page.getByText('Movie not Approved for display')).toBeVisible()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectMessage(page, 'Movie updated successfully')
})

// Clauses: core 70, 72-73, 96, 118, 128-129, 137, 198
test('what is wrong stands under its field, digits only where numbers are meant, and the opening date only when upcoming', async ({
  page,
}) => {
  await signIn(page)
  await goTo(page, 'Movies')
  await openFirst(page, ['Database', 'Linked'])
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
  for (const image of ['Poster', 'Small poster', 'Background', 'Small background'])
    await expect(page.getByLabel(`Upload ${image}`, { exact: true })).toBeAttached()
  await page.getByLabel('Release year').fill('0')
  await page.getByLabel('Release year').blur()
  await expect(page.getByText('Release year cannot be 0')).toBeVisible()
  await page.getByLabel('Release year').pressSequentially('x19')
  await expect(page.getByLabel('Release year')).toHaveValue('019')
  await page.getByRole('button', { name: /^Restore saved description/ }).click()
  await expect(page.getByLabel('Description')).not.toBeEmpty()
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

// Clauses: core 24, 65-66, 104
test('Coming Soon: its columns, its pages, and the way to the form', async ({ page }) => {
  await signIn(page)
  await goTo(page, 'Movies')
  const title = (name: string) => page.getByRole('heading', { name, exact: true })
  await expect(page.getByText(/^Schedule as of/)).toBeVisible()
  const { y } = (await title('All Movies').boundingBox())!
  await goTo(page, 'Coming Soon')
  await expect(page).toHaveURL(/\/dashboard\/movies\/coming-soon$/)
  await expect(title('Coming Soon')).toBeVisible()
  // A page with a line under its title has it no higher than one without.
  expect((await title('Coming Soon').boundingBox())!.y).toBe(y)
  const table = page.getByRole('table')
  await expect(table.locator('th')).toHaveText(['', 'Movie Title', 'Genre', 'Release Date', 'ID', 'Status', 'Database'])
  const first = table.getByRole('row').nth(1)
  await expect(first.getByText(/^\d\d\/\d\d\/\d{4}$/)).toBeVisible()
  await expect(first.getByText(/^(Not approved|Approved)$/)).toBeVisible()

  // The demo announces few movies: in pages of two there are several.
  await page.goto('/dashboard/movies/coming-soon?perPage=2')
  const links = table.getByRole('link')
  await expect(links).toHaveCount(2)
  const name = await links.first().innerText()
  // Pictures are in the size of their place, and the next page is read before its button is pressed.
  const poster = table.locator('img').first()
  await expect(poster).toHaveAttribute('src', /\/api\/files\/[\w-]+\.jpg\?place=poster$/)
  await expect
    .poll(() => poster.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([60, 84])
  const next = page.getByRole('button', { name: 'Next page' })
  const isOfPage2 = (answer: { url: () => string }) => /coming-soon-movies\?.*page=2/.test(answer.url())
  const answered = page.waitForResponse(isOfPage2)
  await next.hover()
  await (await answered).finished()
  await page.route('**/coming-soon-movies?*page=2*', (route) => route.abort())
  await next.click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByText(/^3–\d+ of \d+$/)).toBeVisible()
  await expect(row(page, name)).toHaveCount(0)
  await openRow(first)
  await expect(page).toHaveURL(/\/dashboard\/movies\/edit-entry\/.+/)
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link')).toHaveText([
    'Movies',
    'Coming Soon',
  ])
})

test('the rating of the point of sale is taken by one click, where the form says another', async ({ page }) => {
  await page.route('**/api/movie/fetch-movie/*', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    answer.data.rating = '12A'
    answer.data.movie_details_from_db.censorship_rating = 'PG'
    await route.fulfill({ response, json: answer })
  })
  await signIn(page)
  await goTo(page, 'Movies')
  await openFirst(page, ['Database', 'Linked'])
  await expect(page.getByText('Point of sale: 12A')).toBeVisible()
  await page.getByRole('button', { name: 'Use 12A' }).click()
  await expect(page.getByRole('combobox', { name: 'Censor rating' })).toHaveValue('12A')
  await expect(page.getByRole('button', { name: 'Use 12A' })).toBeHidden()
  await expect(page.getByText('Unsaved changes')).toBeVisible()
})

// Clauses: core 116-117, 211
test('of a long cast the first eight are shown until all are asked for', async ({ page }) => {
  await page.route('**/api/movie/fetch-movie/*', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    answer.data.movie_details_from_db.movie_cast_list = Array.from({ length: 11 }, (_, at) => ({
      id: at + 1,
      image: '',
      original_name: `Player ${at + 1}`,
      character_name: 'In the crowd',
    }))
    await route.fulfill({ response, json: answer })
  })
  await signIn(page)
  await goTo(page, 'Movies')
  await openFirst(page, ['Database', 'Linked'])
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
})

// Clauses: core 132
test('the description is reset to what is stored', async ({ page }) => {
  await signIn(page)
  await goTo(page, 'Movies')
  await openFirst(page, ['Database', 'Linked'])
  const description = page.getByLabel('Description')
  await expect(description).not.toBeEmpty()
  const stored = await description.inputValue()
  const reset = page.getByRole('button', { name: 'Restore saved description' })
  await expect(reset).toHaveCount(0)
  await description.fill('Something else')
  await reset.click()
  await expect(description).toHaveValue(stored)
  await expect(reset).toHaveCount(0)
})

// Clauses: core 73, 112-113, 195
test('the form waits for its movie and for its save, and a save that fails says why', async ({ page }) => {
  await signIn(page)
  await goTo(page, 'Movies')
  await openFirst(page, ['Status', 'Approved'])
  let letGo = () => {}
  const hold = async (address: string, answer: (route: Route) => Promise<void>) => {
    const waiting = new Promise<void>((resolve) => (letGo = resolve))
    await page.route(address, async (route) => {
      await waiting
      await answer(route)
    })
  }
  await hold('**/api/movie/fetch-movie/*', (route) => route.fallback())
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  const submit = page.getByRole('button', { name: 'Submit' })
  await expect(submit).toHaveCount(0)
  letGo()
  await expect(submit).toBeVisible()

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
})

test('typing is not lost: leaving asks, and a reload offers it again', async ({ page }) => {
  await signIn(page)
  await goTo(page, 'Movies')
  const name = await openFirst(page, ['Database', 'Linked'])
  await page.getByLabel('Title', { exact: true }).fill('Half typed')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Half typed')

  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('marquee:draft:'))))
    .toBe(true)
  page.once('dialog', (asked) => void asked.accept())
  await page.clock.install()
  await page.reload()
  await expect(page.getByText(/You have unsaved changes from/)).toBeVisible()
  // What is typed beside the offer takes nothing from it.
  await page.getByLabel('Runtime').fill('7')
  await page.clock.runFor(1000)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).toContain('Half typed')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Half typed')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { name: 'All Movies' })).toBeVisible()
  await expect(row(page, name).first()).toBeVisible()
})

test('two people at one movie: the later save chooses field by field, and neither loses', async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await browser.newPage({ baseURL: baseURL! })
  await recordMessages(other.context())
  await signIn(page, 'superadmin')
  await goTo(page, 'Movies')
  await signIn(other, 'admin')
  await openFirst(page, ['Status', 'Approved'])
  await other.goto(page.url())
  await other.getByLabel('Release year').fill('1999')
  await other.getByRole('button', { name: 'Submit' }).click()
  await expectMessage(other, 'Movie updated successfully')

  await page.getByLabel('Title', { exact: true }).fill('My title')
  await page.getByRole('button', { name: 'Submit' }).click()
  const choice = dialog(page, 'Somebody else changed this in the meantime')
  await expect(choice.getByRole('region', { name: 'Release year' })).toContainText('1999')
  await expect(choice.getByRole('region', { name: 'Title' })).toContainText('My title')

  // Again too late: what only they changed since is theirs.
  await other.getByLabel('Runtime').fill('88')
  const saved = other.waitForResponse('**/api/movie/create')
  await other.getByRole('button', { name: 'Submit' }).click()
  await saved
  await choice.getByRole('button', { name: 'Save this' }).click()
  await expect(choice.getByRole('region', { name: 'Runtime' })).toContainText('88')
  await choice.getByRole('button', { name: 'Save this' }).click()
  await expectMessage(page, 'Movie updated successfully')
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('My title')
  await expect(page.getByLabel('Release year')).toHaveValue('1999')
  await expect(page.getByLabel('Runtime')).toHaveValue('88')
  await other.close()
})

test('unsaved typing that is taken up again later does not overwrite what somebody saved meanwhile', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'superadmin')
  await goTo(page, 'Movies')
  await openFirst(page, ['Status', 'Approved'])
  await page.getByLabel('Title', { exact: true }).fill('Typed before')
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('marquee:draft:'))))
    .toBe(true)

  const other = await browser.newPage({ baseURL: baseURL! })
  await recordMessages(other.context())
  await signIn(other, 'admin')
  await other.goto(page.url())
  await other.getByLabel('Runtime').fill('77')
  await other.getByRole('button', { name: 'Submit' }).click()
  await expectMessage(other, 'Movie updated successfully')
  await other.close()

  page.once('dialog', (asked) => void asked.accept())
  await page.reload()
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  const choice = dialog(page, 'Somebody else changed this in the meantime')
  await expect(choice.getByRole('region', { name: 'Runtime' })).toContainText('77')
  await choice.getByRole('button', { name: 'Save this' }).click()
  await expectMessage(page, 'Movie updated successfully')
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Typed before')
  await expect(page.getByLabel('Runtime')).toHaveValue('77')
})

// Clauses: core 74, 115, 196
test('a movie database that fails says why, and finds again when it is back', async ({ page }) => {
  await signIn(page)
  await goTo(page, 'Movies')
  await openFirst(page, ['Database', 'Linked'])
  await page.getByLabel('Title', { exact: true }).fill('moviedb down')
  await page.getByRole('button', { name: 'Movie DB Update' }).click()
  const found = dialog(page, 'Movies in DB')
  await expect(found.getByRole('button', { name: 'Retry' })).toBeVisible()
  await found.getByLabel('Search the movie database').fill('Citation')
  await found.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(found.getByRole('button', { name: /Citation/ })).toBeVisible()
  await found.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('moviedb down')

  // Images that cannot be had stay as they were; the words are taken.
  await page.route('**/api/movie/format-images', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    for (const image of answer.data.images) image.url = null
    await route.fulfill({ response, json: answer })
  })
  const poster = page.getByRole('group', { name: 'Poster', exact: true }).locator('img')
  const before = await poster.getAttribute('src')
  await takeFromDatabase(page, 'Citation')
  await expectMessage(page, /images could not be fetched; the old ones were kept$/)
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Citation')
  await expect(poster).toHaveAttribute('src', before!)
})

// Clauses: core 68, 77, 210
test('reviews: counts, what people wrote, and no violation', async ({ page }) => {
  await signIn(page)
  await goTo(page, 'Movies')
  await openFirst(page, ['Status', 'Approved'])
  const asked = page.waitForRequest(/\/movie-ratings\/[^?]+\?pageNo=1&pageSize=50$/)
  await page.getByRole('button', { name: 'View Reviews' }).click()
  await asked
  const reviews = dialog(page, 'Reviews')
  await expect(reviews.locator('dt')).toHaveText(['Likes', 'Dislikes', 'Reviews'])
  await expect(reviews.getByRole('listitem').first()).toBeVisible()
})

// Clauses: core 197
test('an unknown movie says so, with a way back', async ({ page }) => {
  await signIn(page)
  await page.goto('/dashboard/movies/edit-entry/99999999')
  await expect(page.getByText('There is no such movie')).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'All Movies' })).toBeVisible()
})
