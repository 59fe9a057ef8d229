import { expect, openScreen, signIn, test } from '../../../../e2e/fixtures.ts'
import { row, openRow } from '../../../../e2e/helpers.ts'

// Clauses: core 27
test('Movies Stats: what each movie did in a range of days, at all cinemas or one; a film: its weeks, cinemas, times of day and reviews', async ({
  page,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/movies/stats')
  const list = page.getByRole('table', { name: 'Movies stats' })
  await expect(list.getByRole('row').nth(1)).toContainText('₦')
  const sold = page.getByRole('group', { name: 'Tickets sold' })
  // The second line, below its name; what it is compared with comes later, and goes on with the clock.
  const value = sold.getByRole('paragraph').nth(1)
  await expect(value).toHaveText(/^[\d,]+$/)
  const all = (await value.textContent())!

  await page.getByRole('combobox', { name: 'Cinemas' }).click()
  await page.getByRole('option', { name: 'Marquee Lekki' }).click()
  await expect(value).not.toHaveText(all)

  await page.getByRole('button', { name: /^Start and end date/ }).click()
  await page.getByRole('button', { name: 'Last cinema week' }).click()
  await expect(page).toHaveURL(/start_date=friday-14/)
  const change = /[+−]?[\d,.]+%\s*vs \d\d\/\d\d/
  const figures = page.getByRole('group', { name: /^(Tickets sold|Revenue|Average occupancy)$/ })
  await expect(figures).toContainText([change, change, /vs /])
  // Of some movies, chosen by their figures, nothing is compared.
  await openScreen(page, '/dashboard/movies/stats?tickets_sold=5..&sort=-tickets_sold')
  await expect(sold).toContainText(/\d/)
  await expect(sold).not.toContainText('vs')

  const first = list.getByRole('row').nth(1)
  const [id] = /\d{8}/.exec((await first.getByRole('link').textContent())!)!
  await openRow(first)
  await expect(page.getByText(new RegExp(`^${id} · opened`))).toBeVisible()
  const weeks = page.getByRole('table', { name: 'Weeks on show' })
  await expect(row(weeks, /^Week \d+/).first()).toContainText('₦')
  const cards = page.getByRole('group', { name: 'Chosen week' })
  await expect(cards.getByText(/^Week \d+$/)).toHaveCount(2)
  const cinemas = page.getByRole('table', { name: 'Cinemas' })
  await expect(row(cinemas, 'Marquee Lekki')).toContainText(/showings?/)
  await expect(page.getByRole('region', { name: 'Time of day' })).toContainText('17:00 to 21:00')
  const reviews = page.getByRole('region', { name: 'Reviews' })
  await expect(reviews.getByRole('radio', { name: 'Lowest rated first' })).toBeChecked()
  await expect(reviews.getByRole('listitem').first().getByLabel('Disliked')).toBeVisible()

  await weeks.getByRole('button').last().click()
  await expect(page).toHaveURL(/week=\d{4}-\d\d-\d\d/)
  await page.getByRole('combobox', { name: 'Cinemas' }).click()
  await page.getByRole('option', { name: 'Marquee Lekki' }).click()
  await expect(row(cinemas, 'Marquee')).toHaveCount(1)
})
