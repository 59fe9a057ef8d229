import type { Page } from '@playwright/test'
import { cinemaWeek } from '#contract/cinema-week.ts'
import { addDays } from '#contract/time.ts'
import { today } from '../../../e2e/day.ts'
import { expect, settled, signIn, test } from '../../../e2e/fixtures.ts'
import { dialog, filterBy, goTo, row } from '../../../e2e/helpers.ts'

const list = (page: Page) => page.getByRole('table', { name: 'Programme' })
const box = (page: Page, n: number) => page.getByRole('checkbox', { name: `Select row ${n}`, exact: true })

test('Programme: what opens and plays in a cinema week; a missing part leads to its field, and films are filled in one after the other', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/dashboard/analytics')
  // Late on its last day this week has nothing to wait for any more.
  const waiting = page
    .getByRole('link', { name: /titles? with [\d,]+ showings? (this|next) week (is|are) not approved/ })
    .first()
  const words = (await waiting.textContent())!
  const titles = Number(/^\d+/.exec(words)![0])
  await waiting.click()
  await expect(page.getByRole('heading', { name: 'Programme', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/status=not-approved/)
  await settled(page)
  // Those that only open in this week have no showings to wait for.
  expect(await list(page).getByRole('row').count()).toBeGreaterThan(titles)
  await expect(list(page).getByText('Approved', { exact: true })).toHaveCount(0)

  // Many are approved at once.
  await box(page, 1).click()
  await box(page, 2).click()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const asked = dialog(page, /^Approve \d movies?$/)
  await expect(asked.getByText(/^(Will change|Refused)$/).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()

  await page.getByRole('button', { name: 'Remove the filter Status' }).click()
  await expect(list(page).getByText('Approved', { exact: true }).first()).toBeVisible()
  const next = cinemaWeek(today(7), 'friday').from
  if (words.includes('this week')) await page.getByRole('button', { name: 'Next week' }).click()
  await expect(page).toHaveURL(new RegExp(`week=${next}`))
  await settled(page)
  const opening = next.split('-').reverse().join('/')
  await expect(row(list(page), opening).first()).toBeVisible()
  await page.getByRole('button', { name: 'This week' }).click()
  await expect(page).not.toHaveURL(/week=/)

  await filterBy(page, 'Missing', 'Rating')
  await settled(page)
  const lack = list(page)
    .getByRole('link', { name: /^Rating of / })
    .or(list(page).getByRole('link', { name: /^Not entered yet: / }))
    .first()
  await lack.click()
  await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeVisible()

  await page.goto('/dashboard/programme')
  await page.getByRole('button', { name: /^Fill in \d+ films?$/ }).click()
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible()
  const first = page.url()
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(page.getByText(/^2 of \d+$/)).toBeVisible()
  expect(page.url()).not.toBe(first)
  await page.goBack()
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible()

  // As a till writes it, with its marks.
  await page.getByRole('button', { name: 'Movie DB Update' }).click()
  const found = dialog(page, 'Movies in DB')
  const search = found.getByLabel('Search the movie database')
  await search.fill('JAWS (2D)')
  await found.getByRole('button', { name: 'Search', exact: true }).click()
  await found.getByRole('button', { name: /^Jaws/ }).first().click()
  await expect(found.getByRole('checkbox', { name: 'Cast', checked: true })).toBeVisible()
  await found.getByRole('button', { name: /^Overwrite/ }).click()
  await expect(found).toBeHidden()
  await page.getByRole('button', { name: 'Submit and next' }).click()
  await expect(page.getByText(/^2 of \d+$/)).toBeVisible()

  // What was taken is the same now, and is not ticked again.
  await page.goto(first)
  await page.getByRole('button', { name: 'Movie DB Update' }).click()
  await search.fill('Jaws')
  await found.getByRole('button', { name: 'Search', exact: true }).click()
  await found.getByRole('button', { name: /^Jaws/ }).first().click()
  await expect(found.getByRole('checkbox', { name: 'Title' })).not.toBeChecked()
  await expect(found.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await expect(found.getByRole('button', { name: 'Overwrite 0 fields' })).toBeDisabled()
  await found.getByRole('button', { name: 'Close' }).last().click()

  await page.goto(first.replace(/\?.*$/, '?at=cast'))
  await expect(page.getByRole('button', { name: 'Add cast' })).toBeFocused()
})

test('Schedule: a day of all cinemas, a week of one, seats sold and free; a cinema manager sees their own', async ({
  page,
}) => {
  await signIn(page)
  await goTo(page, 'Schedule')
  await expect(page.getByRole('heading', { name: 'Schedule', exact: true })).toBeVisible()
  await expect(page.getByText(/since yesterday/)).toBeVisible()
  const lekki = page.getByRole('region', { name: 'Marquee Lekki' })
  await page.getByRole('button', { name: 'Next day' }).click()
  await expect(page).toHaveURL(new RegExp(`day=${today(1)}`))
  await expect(lekki).toContainText(/\d+ showings · [\d,]+ of [\d,]+ seats sold/)
  await expect(page.getByRole('region', { name: 'Marquee Ikeja' })).toBeVisible()

  await page.getByRole('combobox', { name: 'Cinemas' }).click()
  await page.getByRole('option', { name: 'Marquee Lekki' }).click()
  await expect(page.getByRole('button', { name: 'Next week' })).toBeVisible()
  await expect(page.getByRole('region', { name: /^Friday / })).toBeVisible()
  const shown = page.getByRole('region', { name: /^Saturday / }).getByRole('link')
  await expect(shown.first()).toBeVisible()
  await expect(shown.first()).toHaveAttribute('title', /\d+ sold, \d+ free/)
  await page.goto(`/dashboard/schedule?day=${addDays(today(), 200)}`)
  await expect(page.getByText('Nothing is scheduled')).toBeVisible()

  await signIn(page, 'lekki')
  await page.goto(`/dashboard/schedule?day=${today(1)}`)
  await expect(page.getByRole('region', { name: /^Saturday / })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Cinemas' })).toHaveCount(0)
})
