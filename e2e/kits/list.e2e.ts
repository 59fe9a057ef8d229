/** What every list does, shown once, on the lists that do most of it. A feature's tours show what is its own. */
import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { showDay } from '#contract/time.ts'
import { cellsOf } from '#server/test/sheet.ts'
import { unzipped } from '#server/test/unzip.ts'
import { today } from '../day.ts'
import { expect, openScreen, settled, signIn, test } from '../fixtures.ts'
import { choose, dialog, filterBy, openRow, row } from '../helpers.ts'
import { DESK } from '../sizes.ts'
import { ON_PHONE } from '../sizes.ts'

const linesOf = async (file: Download) => (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')

async function downloaded(page: Page, press: () => Promise<void>): Promise<Download> {
  const downloading = page.waitForEvent('download')
  await press()
  return downloading
}

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
test('All Movies: its cinema and range, columns, search, order and filters stand in the address, also past its end, and the whole list is a file', async ({
  page,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/movies')
  await expect(page.getByRole('heading', { name: 'All Movies' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('Lagos')
  await expect(page.getByRole('combobox', { name: 'Cinema' })).toHaveValue(/Lekki/)
  const range = page.getByRole('button', { name: /^Start and end date: / })
  await expect(range).toHaveText(new RegExp(`${showDay(today())}$`))
  await expect(page.getByText(/^Schedule as of/)).toBeVisible()
  await expect(page.getByText(/^1–15 of \d+$/)).toBeVisible()
  const headings = page.getByRole('table').locator('th')
  const titles = ['Database Title', 'Rosetta Title', 'Genre', 'Database', 'Likes', 'Dislikes', 'Reviews', 'Status']
  await expect(headings).toHaveText(['', 'ID', ...titles])
  await expectTitleToHaveRoom(page)

  // What takes the pressed button away hands the focus on.
  await range.click()
  await page.getByRole('button', { name: 'Next month' }).press('Escape')
  await expect(range).toBeFocused()

  // Who comes to the button of the next page finds it read. A search begins at page 1.
  const next = page.getByRole('button', { name: 'Next page' })
  const answered = page.waitForResponse((answer) => /[?&]page=2/.test(answer.url()))
  await next.hover()
  await (await answered).finished()
  await next.click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByText(/^16–\d+ of \d+$/)).toBeVisible()
  await settled(page)
  const wanted = (await page.getByRole('table').getByRole('link').first().innerText()).trim()
  const part = wanted.slice(0, -1)
  const search = page.getByRole('searchbox', { name: 'Search by title or ID' })
  await search.fill(part)
  await expect(page).toHaveURL((url) => url.searchParams.get('search') === part)
  await expect(page).not.toHaveURL(/page=2/)
  await expect(page.getByText(/^1–\d of \d$/)).toBeVisible()
  await expect(page.getByRole('table').getByRole('link', { name: wanted, exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(page).not.toHaveURL(/search=/)
  await expect(search).toBeFocused()

  // A heading that is pressed twice at once turns the order around.
  const likes = page.getByRole('columnheader', { name: 'Likes', exact: true })
  await likes.getByRole('button').dblclick()
  await expect(likes).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(/sort=likes/)

  // A filter in force is changed at its chip; taken away, it hands the focus to where it can be put back.
  await filterBy(page, 'Status', 'Approved')
  await expect(page).toHaveURL(/status=approved(&|$)/)
  const chip = page.getByRole('button', { name: /^Status / })
  await expect(chip).toHaveText('Status Approved')
  await chip.click()
  await page.getByRole('menuitemcheckbox', { name: 'Not approved', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(chip).toHaveText('Status Approved, Not approved')
  await expect(page).toHaveURL(/status=approved%2Cnot-approved/)
  await page.getByRole('button', { name: 'Remove the filter Status' }).click()
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused()
  await expect(page).not.toHaveURL(/status=/)

  await settled(page)
  const total = Number(/of (\d+)$/.exec(await page.getByText(/^\d+–\d+ of \d+$/).innerText())![1])
  // A column that is put away is in no file, and stays away.
  await page.getByRole('button', { name: 'Choose columns' }).click()
  const genre = page.getByRole('menuitemcheckbox', { name: 'Genre' })
  await expect(genre).toBeChecked()
  await genre.click()
  await expect(genre).not.toBeChecked()
  await page.keyboard.press('Escape')
  const expectedHeadings = ['ID', ...titles.filter((title) => title !== 'Genre')]
  await expect(headings).toHaveText(['', ...expectedHeadings])
  const workbook = await downloaded(page, async () => {
    await page.getByRole('button', { name: 'Choose the file format' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click()
  })
  expect(workbook.suggestedFilename()).toMatch(/^movies_[a-z-]+_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.xlsx$/)
  const rows = cellsOf(unzipped(await readFile(await workbook.path())).get('xl/worksheets/sheet1.xml')!)
  expect(rows).toHaveLength(total + 2)
  expect(rows[0]![0]).toMatch(/^Movies; Marquee .+; \d\d\/\d\d\/\d{4} to \d\d\/\d\d\/\d{4}/)
  expect(rows[1]).toEqual(expectedHeadings)

  // Past the end is the last page, and Back does not lead past it again.
  const lastPage = String(Math.ceil(total / 15))
  await openScreen(page, '/dashboard/movies')
  await openScreen(page, '/dashboard/movies?page=99')
  await expect(page).toHaveURL((url) => url.searchParams.get('page') === lastPage)
  await expect(page.getByText(new RegExp(`–${total} of ${total}$`))).toBeVisible()
  await expect(page.getByText(`Page ${lastPage} of ${lastPage}`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Last page' })).toBeDisabled()
  await expect(headings).toHaveText(['', ...expectedHeadings])
  await page.goBack()
  await expect(page).toHaveURL((url) => !url.searchParams.has('page'))
})

test('a filter that asks for what does not exist says so in place of the rows, and is changed or removed there', async ({
  page,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/payment-logs?status=nonsense&amount=much')
  const note = page.getByText('Status “nonsense” does not exist. Amount “much” is not an amount')
  await expect(note).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Status nonsense' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove the filter Amount' }).click()
  await expect(page.getByText('Status “nonsense” does not exist', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Remove the filter', exact: true }).click()
  await expect(note).toHaveCount(0)
  await expect(page).not.toHaveURL(/status=/)
  await expect(page.getByText(/^1–\d+ of [\d,]+$/)).toBeVisible()
})

// Clauses: operations 100-102, 498, 531
test('the Tickets Log is paged, searched and narrowed by amounts, choices, days and movies; a row opens and closes with the address', async ({
  page,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/purchased-tickets')
  const rows = page.getByRole('table', { name: 'Tickets' }).getByRole('row')
  await expect(rows).toHaveCount(16)
  const titles = ['Date Purchased', 'Name', 'Email', 'Ticket Type', 'Movie Title', 'Transaction ID', 'Cinema']
  await expect(page.getByRole('table', { name: 'Tickets' }).locator('th')).toHaveText(titles)
  const footer = page.getByRole('navigation', { name: 'Pages of Tickets' })
  await expect(footer.getByText(/^1–15 of [\d,]+$/)).toBeVisible()
  await expect(footer.getByRole('button', { name: 'Previous page' })).toBeDisabled()
  await footer.getByRole('button', { name: 'Last page' }).click()
  await expect(page).toHaveURL(/page=\d+/)
  await expect(footer.getByText(/^[\d,]+–([\d,]+) of \1$/)).toBeVisible()
  await expect(footer.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await footer.getByRole('button', { name: 'First page' }).click()
  await expect(page).not.toHaveURL(/page=[2-9]/)

  // Too short a term is not searched for, and the box says why.
  const transaction = (await rows.nth(1).getByRole('cell').nth(5).textContent())!.trim()
  const box = page.getByRole('searchbox')
  await box.fill('ad')
  await expect(box).toHaveAccessibleDescription('Search for at least 3 characters')
  await expect(footer.getByText(/^1–15 of [\d,]+$/)).toBeVisible()
  await box.fill(transaction)
  await expect(box).toHaveAccessibleDescription('')
  await expect(footer.getByText(/^1–\d of \d$/)).toBeVisible()
  await expect(rows.nth(1)).toContainText(transaction)
  const button = page.getByRole('button', { name: 'Download CSV' })
  const file = await downloaded(page, () => button.click())
  await expect(button).toBeFocused()
  expect(file.suggestedFilename()).toBe('ticket-logs.csv')
  const lines = await linesOf(file)
  expect(lines[0]).toBe(
    '\ufeffDate Purchased,Name,Email,Ticket Type,Movie Title,Transaction ID,Cinema,Tickets,Amount,Show,Channel,Refund',
  )
  expect(lines[1]).toContain(transaction)
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(rows).toHaveCount(16)

  // An amount from here on, typed wrong at first, and several choices of one filter.
  const add = page.getByRole('button', { name: 'Filter', exact: true })
  await add.click()
  await page.getByRole('menuitem', { name: 'Amount' }).click()
  const amount = dialog(page, 'Amount')
  const from = amount.getByLabel('From', { exact: true })
  await expect(from).toBeFocused()
  await from.fill('much')
  await from.press('Enter')
  await expect(amount.getByRole('alert')).toHaveText('Enter amounts, such as 5,000 or 12,500.50')
  await expect(from).toHaveAttribute('aria-invalid', 'true')
  await from.fill('1,000')
  await amount.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/amount=1000../)
  await expect(page.getByRole('button', { name: 'Amount ₦1,000 or more' })).toBeVisible()
  await filterBy(page, 'Refund', 'Partly refunded', 'Refunded')
  await expect(page).toHaveURL(/refund=part%2Cfull/)
  await page.getByRole('button', { name: 'Remove the filter Refund' }).click()

  // A filter that nothing is chosen of goes when it is left.
  await add.click()
  await page.getByRole('menuitem', { name: 'Channel' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Remove the filter Channel' })).toHaveCount(0)
  await expect(add).toBeFocused()

  await add.click()
  await page.getByRole('menuitem', { name: 'Movie' }).click()
  const movies = dialog(page, 'Movie')
  for (const [term, title] of [
    ['jaws', /^Jaws/],
    ['star wars', /^Star Wars/],
  ] as const) {
    await movies.getByLabel('Search by title or ID').fill(term)
    await movies.getByRole('checkbox', { name: title }).click()
  }
  await expect(page).toHaveURL(/movie_id=\d+%2C\d+/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Movie (Jaws.*, Star Wars|Star Wars, Jaws)/ })).toBeVisible()

  // An address names what was chosen, and what it opens.
  await openScreen(page, `${page.url()}&show_start_date=2020-01-01&show_end_date=2020-01-02`)
  await expect(page.getByRole('button', { name: 'Date of show: 01/01/2020 – 02/01/2020' })).toBeVisible()
  await expect(page.getByText('No results').first()).toBeVisible()
  await page.getByRole('button', { name: /^Movie .*Jaws/ }).click()
  await expect(movies.getByRole('checkbox', { name: /^Jaws/ })).toBeChecked()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(page).not.toHaveURL(/movie_id|amount/)
  await openScreen(page, '/dashboard/purchased-tickets')
  await openRow(rows.nth(1))
  await expect(dialog(page, 'Purchase').getByText('Transaction ID', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/purchase=\d+/)
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Purchase')).toBeHidden()
  await expect(page).not.toHaveURL(/purchase=/)
})

// Clauses: core 64; operations 457, 460-461
test('a list without rows or that fails says so and leads back; another cinema has another list', async ({ page }) => {
  await signIn(page)
  const isDown = { now: true }
  await page.route(/\/api\/movie\/all\?|\/api\/movies?(\/[\w-]+)*\?/, (route) =>
    isDown.now ? route.fulfill({ status: 500, json: { status: 500, message: 'Out of order' } }) : route.fallback(),
  )
  await openScreen(page, '/dashboard/movies')
  await expect(page.getByText('Out of order').first()).toBeVisible()
  isDown.now = false
  await page.getByRole('button', { name: 'Retry' }).click()
  const links = page.getByRole('table').getByRole('link')
  await expect(links).toHaveCount(15)

  await page.getByRole('searchbox', { name: 'Search by title or ID' }).fill('no such movie at all')
  await expect(page.getByText('Empty Movie List')).toBeVisible()
  await expect(page.getByText('Please Filter for another movie')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(links).toHaveCount(15)
  await choose(page, 'State', /Abuja/)
  await expect(page.getByRole('combobox', { name: 'Cinema' })).toHaveValue(/Gwarinpa/)
  await expect(links.first()).toBeVisible()
})

test('rows are selected one by one, in a row, over pages, or all that match; ranges of figures and days are asked for together', async ({
  page,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/movies?sort=-likes')
  const box = (n: number) => page.getByRole('checkbox', { name: `Select row ${n}`, exact: true })
  const selected = (count: string) => page.getByRole('status').filter({ hasText: `${count} selected` })
  await box(2).focus()
  await page.keyboard.press('Space')
  await box(4).focus()
  await page.keyboard.press('Shift+Space')
  await expect(selected('3')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await settled(page)
  await box(1).click()
  await expect(selected('4')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select the rows of this page' }).click()
  const all = page.getByRole('button', { name: /^Select all [\d,]+$/ })
  const total = /\d+/.exec(await all.innerText())![0]
  await all.click()
  await expect(selected(total)).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter')
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)

  // Two filters at once, one of them taken away again.
  await openScreen(page, '/dashboard/referral-links')
  const add = page.getByRole('button', { name: 'Filter', exact: true })
  const askFor = async (filter: string, from: string, to: string) => {
    await add.click()
    await page.getByRole('menuitem', { name: filter, exact: true }).click()
    const asking = dialog(page, filter)
    await asking.getByLabel('From', { exact: true }).fill(from)
    await asking.getByLabel('To', { exact: true }).fill(to)
    await asking.getByLabel('To', { exact: true }).press('Enter')
    await expect(asking).toHaveCount(0)
  }
  await askFor('Clicks', '1,000', '4000')
  await expect(page.getByRole('button', { name: 'Clicks 1,000 – 4,000' })).toBeVisible()
  await askFor('Date created', '01/01/2020', '02/01/2020')
  await expect(page).toHaveURL(/clicks=1000..4000&created=2020-01-01..2020-01-02/)
  await expect(page.getByText('No results').first()).toBeVisible()
  await settled(page)

  await page.getByRole('button', { name: 'Remove the filter Date created' }).click()
  await expect(add).toBeFocused()
  await expect(page).toHaveURL(/clicks=1000..4000$/)
  await expect(row(page, 'Kehinde Kamson')).toBeVisible()
  // More clicks than that.
  await expect(row(page, 'Grace Edozie')).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use(ON_PHONE)

  // Clauses: core 62
  test('on a phone rows are cards, which open; the order has a menu; filters, pages and selection work as at a desk', async ({
    page,
  }) => {
    await signIn(page)
    await openScreen(page, '/dashboard/movies')
    const cards = page
      .getByRole('table')
      .getByRole('row')
      .filter({ has: page.getByRole('link') })
    await expect(cards).toHaveCount(15)
    // A card is as wide as the list and stands on more than one line.
    const { width, height } = (await cards.first().boundingBox())!
    expect(width).toBeGreaterThan(300)
    expect(height).toBeGreaterThan(60)

    await page.getByRole('button', { name: 'Sort', exact: true }).click()
    await page.getByRole('menuitemradio', { name: 'Likes, descending', exact: true }).click()
    await expect(page).toHaveURL(/sort=-likes/)
    await page.getByRole('button', { name: 'Filter', exact: true }).tap()
    await page.getByRole('menuitem', { name: 'Likes', exact: true }).tap()
    const asking = dialog(page, 'Likes')
    await asking.getByLabel('From', { exact: true }).fill('1')
    await asking.getByRole('button', { name: 'Apply' }).tap()
    await expect(page).toHaveURL(/likes=1\.\./)
    await page.getByRole('button', { name: 'Next page' }).tap()
    await expect(page).toHaveURL(/page=2/)
    await settled(page)
    await page.getByRole('checkbox', { name: 'Select row 1', exact: true }).tap()
    await expect(page.getByRole('status').filter({ hasText: '1 selected' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear', exact: true }).tap()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
    const name = (await cards.first().getByRole('link').innerText()).trim()
    await openRow(row(page, name).first())
    await expect(page).toHaveURL(/\/dashboard\/movies\/edit-entry\/.+/)
    await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL(/sort=-likes/)
    await expect(page).toHaveURL(/likes=1\.\./)
  })
})
