/** What a head of programming asks in a week, from the first screen: that it can be done, and in how many clicks. */
import type { Page } from '@playwright/test'
import { cinemaWeek } from '#contract/cinema-week.ts'
import { today } from '../day.ts'
import { expect, settled, signIn, test } from '../fixtures.ts'
import { dialog, openRow, row } from '../helpers.ts'
import { tasks } from './clicks.ts'

/** The first screen. */
const FIRST = '/dashboard/analytics'

const area = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

test('what a head of programming does takes no more clicks than it needs', async ({ page }) => {
  await signIn(page)
  const task = await tasks(page)
  await task('a press that is made twice, as its button moves away from under it, counts once', 1, FIRST, async () => {
    const refresh = page.getByRole('button', { name: 'Refresh' }).first()
    await refresh.evaluate((button) =>
      addEventListener('mousemove', () => (button.style.transform = 'translateY(200px)'), {
        once: true,
        capture: true,
      }),
    )
    await refresh.click()
  })

  await task('which cinema sells worst this week', 2, FIRST, async () => {
    await page.getByRole('link', { name: 'By cinema' }).click()
    const cinemas = page.getByRole('table', { name: 'Cinemas' })
    await cinemas.getByRole('button', { name: 'Revenue', exact: true }).click()
    await expect(cinemas.getByRole('columnheader', { name: 'Revenue' })).toHaveAttribute('aria-sort', 'ascending')
  })

  await task(
    'all that is not approved and plays in a cinema week is approved, with what is refused and why',
    4,
    FIRST,
    async () => {
      await page
        .getByRole('link', { name: /not approved$/ })
        .last()
        .click()
      await settled(page)
      await page.getByRole('checkbox', { name: 'Select the rows of this page' }).click()
      await page.getByRole('button', { name: 'Approve', exact: true }).click()
      const trying = dialog(page, /^Approve \d+ movies?$/)
      await trying.getByRole('button', { name: /^Approve \d+ movies?$/ }).click()
      await expect(trying.getByText('Done', { exact: true })).toBeVisible()
    },
  )

  await task('hold over or drop a film, by cinema, and read its bad reviews', 2, FIRST, async () => {
    await area(page, 'Movies stats').click()
    const films = page.getByRole('table', { name: 'Movies stats' })
    await openRow(films.getByRole('row').nth(1))
    const weeks = page.getByRole('table', { name: 'Weeks on show' })
    await expect(row(weeks, /^Week 2/)).toContainText(/[+−][\d.]+%/)
    await expect(row(page.getByRole('table', { name: 'Cinemas' }), /Hold over|Watch|Drop/).first()).toBeVisible()
  })

  await task('what plays at Ikeja tomorrow, at what time', 4, FIRST, async () => {
    await area(page, 'Schedule').click()
    await page.getByRole('button', { name: 'Next day' }).click()
    await page.getByRole('combobox', { name: 'Cinemas' }).click()
    await page.getByRole('option', { name: 'Marquee Ikeja' }).click()
    const weekday = new Date(`${today(1)}T12:00:00Z`).toLocaleDateString('en-GB', { weekday: 'long' })
    const tomorrow = page.getByRole('region', { name: new RegExp(`^${weekday} `) })
    await expect(tomorrow.getByRole('link').first()).toHaveAccessibleName(/\d\d:\d\d/)
  })

  await task('the figures of a cinema week for Monday’s meeting, as a file', 3, FIRST, async () => {
    await page.getByRole('link', { name: 'By cinema' }).click()
    await page.getByRole('button', { name: 'Earlier' }).click()
    const { from } = cinemaWeek(today(-7), 'friday')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    expect((await downloading).suggestedFilename()).toContain(from)
  })
})
