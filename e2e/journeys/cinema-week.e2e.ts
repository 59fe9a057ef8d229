/** A chain whose programme changes on Thursdays: every screen that speaks of the cinema week means Thursday to Wednesday. */
import type { Page } from '@playwright/test'
import { cinemaWeek } from '#contract/cinema-week.ts'
import { addDays, showDay, type Day } from '#contract/time.ts'
import { today } from '../day.ts'
import { expect, openScreen, signIn, test } from '../fixtures.ts'

test.use({ settings: { CINEMA_WEEK_BEGINS: 'thursday' } })

const WEEKDAYS = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed']
const weekOf = (day: Day) => cinemaWeek(day, 'thursday')
/** "26 November – 2 December 2026", "19 – 25 November 2026" */
const spanOf = ({ from, until }: { from: Day; until: Day }) => {
  const [a, b] = [from, until].map((day) => Number(day.slice(8)))
  return new RegExp(`^${a}( \\S+)?( \\d{4})? – ${b} \\S+ \\d{4}$`)
}

const figure = (page: Page, label: string) => page.getByRole('group', { name: label, exact: true })

test('a cinema week from Thursday: the dashboard, the figures by cinema and the programme agree on it', async ({
  page,
}) => {
  const week = weekOf(today())
  const before = weekOf(addDays(week.from, -7))
  const next = weekOf(addDays(week.from, 7))
  await signIn(page)
  await openScreen(page, '/dashboard/analytics')
  for (const label of ['Revenue this cinema week', 'Tickets this cinema week'])
    await expect(figure(page, label)).toContainText(new RegExp(`vs (Thu )?${showDay(before.from).slice(0, 5)}`))
  const waiting = page.getByRole('link', { name: /showings? next week\) (is|are) not approved/ })
  await expect(waiting).toHaveAttribute('href', new RegExp(`week=${next.from}`))

  await page.getByRole('region', { name: 'Biggest drops this cinema week' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/tab=cinemas/)
  await expect(page.getByText(spanOf(week))).toBeVisible()
  await page.getByRole('button', { name: 'Earlier' }).click()
  await expect(page).toHaveURL(new RegExp(`day=${before.from}`))
  await expect(page.getByText(spanOf(before))).toBeVisible()
  await page.getByRole('heading', { level: 2 }).last().scrollIntoViewIfNeeded()
  const weekdays = page.getByRole('region', { name: 'Revenue by weekday', exact: true })
  await weekdays.getByRole('button', { name: 'Table' }).click()
  await expect(weekdays.getByRole('rowheader')).toHaveText(WEEKDAYS)

  await openScreen(page, '/dashboard/programme')
  await expect(page.getByText('Thursday to Wednesday', { exact: true })).toBeVisible()
  const chosen = page.getByRole('group', { name: 'Choose the week' })
  await expect(chosen.getByText(spanOf(week))).toBeVisible()
  await page.getByRole('button', { name: 'Next week' }).click()
  await expect(page).toHaveURL(new RegExp(`week=${next.from}`))
  await expect(chosen.getByText(spanOf(next))).toBeVisible()
})
