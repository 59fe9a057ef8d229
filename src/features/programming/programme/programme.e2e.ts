import type { Page } from '@playwright/test'
import { cinemaWeek } from '#contract/cinema-week.ts'
import { addDays, showDay } from '#contract/time.ts'
import { today } from '../../../../e2e/day.ts'
import { expect, openScreen, settled, signIn, test } from '../../../../e2e/fixtures.ts'
import { dialog, row } from '../../../../e2e/helpers.ts'

const list = (page: Page) => page.getByRole('table', { name: 'Programme' })

test('Programme: what opens and plays in a cinema week; a missing part leads to its field, and films are filled in one after the other; Schedule: a day of all cinemas, a week of one, seats sold and free; a cinema manager sees their own', async ({
  page,
}) => {
  await signIn(page)
  const next = cinemaWeek(today(7), 'friday').from
  await openScreen(page, '/dashboard/programme?status=not-approved')
  await expect(list(page).getByText('Not approved', { exact: true }).first()).toBeVisible()
  await expect(list(page).getByText('Approved', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Next week' }).click()
  await expect(page).toHaveURL(new RegExp(`week=${next}`))
  await page.getByRole('button', { name: 'Remove the filter Status' }).click()
  await expect(row(list(page), showDay(next)).first()).toBeVisible()
  await page.getByRole('button', { name: 'This week' }).click()
  await expect(page).not.toHaveURL(/week=/)
  await settled(page)
  await list(page)
    .getByRole('link', { name: /^(Rating of|Not entered yet:) / })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeVisible()

  await openScreen(page, '/dashboard/programme')
  await page.getByRole('button', { name: /^Fill in \d+ films?$/ }).click()
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible()
  const first = page.url()
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(page.getByText(/^2 of \d+$/)).toBeVisible()
  await page.goBack()
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible()

  // As a till writes it, with its marks.
  await page.getByRole('button', { name: 'Movie DB Update' }).click()
  const found = dialog(page, 'Movies in DB')
  const jaws = found.getByRole('button', { name: /^Jaws/ }).first()
  await found.getByLabel('Search the movie database').fill('JAWS (2D)')
  await found.getByRole('button', { name: 'Search', exact: true }).click()
  await jaws.click()
  await found.getByRole('button', { name: /^Overwrite [1-9]/ }).click()
  await page.getByRole('button', { name: 'Submit and next' }).click()
  await expect(page.getByText(/^2 of \d+$/)).toBeVisible()

  // What was taken is the same now, and is not ticked again.
  await page.goto(first.replace(/\?.*$/, '?at=cast'))
  await expect(page.getByRole('button', { name: 'Add cast' })).toBeFocused()
  await page.getByRole('button', { name: 'Movie DB Update' }).click()
  await jaws.click()
  await expect(found.getByRole('button', { name: 'Overwrite 0 fields' })).toBeDisabled()
  await expect(found.getByRole('checkbox', { checked: true })).toHaveCount(0)

  await test.step('Schedule: a day of all cinemas, a week of one, seats sold and free; a cinema manager sees their own', () =>
    walkSchedule(page))
})

async function walkSchedule(page: Page) {
  await openScreen(page, '/dashboard/schedule')
  await expect(page.getByText(/since yesterday/)).toBeVisible()
  const lekki = page.getByRole('region', { name: 'Marquee Lekki' })
  await page.getByRole('button', { name: 'Next day' }).click()
  await expect(page).toHaveURL(new RegExp(`day=${today(1)}`))
  await expect(lekki).toContainText(/\d+ showings · [\d,]+ of [\d,]+ seats sold/)
  await expect(page.getByRole('region', { name: 'Marquee Ikeja' })).toBeVisible()

  await page.getByRole('combobox', { name: 'Cinemas' }).click()
  await page.getByRole('option', { name: 'Marquee Lekki' }).click()
  await expect(page.getByRole('button', { name: 'Next week' })).toBeVisible()
  const onSaturday = page.getByRole('region', { name: /^Saturday / }).getByRole('link')
  await expect(onSaturday.first()).toHaveAttribute('title', /\d+ sold, \d+ free/)
  await openScreen(page, `/dashboard/schedule?day=${addDays(today(), 200)}`)
  await expect(page.getByText('Nothing is scheduled')).toBeVisible()

  await signIn(page, 'lekki')
  await openScreen(page, `/dashboard/schedule?day=${today(1)}`)
  await expect(page.getByRole('region', { name: /^Saturday / })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Cinemas' })).toHaveCount(0)
}
