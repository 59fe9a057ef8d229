import { showDay } from '#contract/time.ts'
import { today } from '../../../e2e/day.ts'
import { expect, openScreen, signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import { openRow, row } from '../../../e2e/helpers.ts'

test('a price change is planned, shows what it does and what it overlaps; Margin marks what loses money, by movie too', async ({
  page,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/concessions/price-changes')
  await expect(
    page.getByText('Not sent to the till: Vista Connect has no call for prices. Print the list.'),
  ).toBeVisible()
  await expect(row(page, 'Puff-puff and chin chin days').getByText('Running')).toBeVisible()
  await expect(row(page, 'New soft drink prices').getByText('Planned', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'PRICE CHANGE' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Hot days')
  await page.getByRole('button', { name: 'Add all of Hot food' }).click()
  await page.getByRole('button', { name: 'Add all of Sweets' }).click()
  await page.getByRole('button', { name: 'All cinemas' }).click()
  await page.getByRole('textbox', { name: 'Percent' }).fill('-20')
  for (const [name, day] of [
    ['Last day', 3],
    ['First day', 1],
  ] as const) {
    await page.getByRole('textbox', { name }).fill(showDay(today(day)))
    await page.getByRole('textbox', { name }).press('Tab')
  }
  await expect(page.getByText(/“Puff-puff and chin chin days” .* changes Chin chin at .* on these days/)).toBeVisible()
  await expect(page.getByText(/^\d+ prices, \d+ down/)).toBeVisible()
  await expect(row(page, 'Suya platter').first().getByText('₦4,800')).toBeVisible()
  await expect(row(page, 'Matinee combo').first()).toContainText('more than its parts')
  page.once('dialog', (asked) => void asked.accept())
  await openScreen(page, '/dashboard/concessions/price-changes')
  await openRow(row(page, 'Puff-puff and chin chin days'))
  await expect(row(page, 'Chin chin').first()).toContainText('₦')
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()

  await openScreen(page, '/dashboard/margin')
  await expect(row(page, 'Zobo').getByText('Loses money')).toBeVisible()
  await page.getByRole('radiogroup', { name: 'By' }).getByText('Movie').click()
  await expect(page.getByText('What was bought together with tickets of one movie.')).toBeVisible()
  await expect(row(page, /₦.*\d%/).first()).toBeVisible()
  await openScreen(page, '/dashboard/fandb?search=energy')
  await page.getByText('Energy drink').first().click()
  await expect(page.getByText('No cost yet: its margin is not known.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Cost', exact: true }).fill('600')
  await page.getByRole('button', { name: 'Save cost' }).click()
  await expectMessage(page, 'Cost saved')
  await expect(page.getByRole('list', { name: 'Costs of Energy drink' }).getByText('₦600')).toBeVisible()
})
