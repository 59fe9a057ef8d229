import { readFile } from 'node:fs/promises'
import { showDay } from '#contract/time.ts'
import { today } from '../../../e2e/day.ts'
import { expect, signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import { dialog, row } from '../../../e2e/helpers.ts'

test('a price change is planned, shows what it does and overlaps, and is taken back; Margin marks what loses money, by combo and movie', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/dashboard/concessions/price-changes')
  await expect(
    page.getByText('Not sent to the till: Vista Connect has no call for prices. Print the list.'),
  ).toBeVisible()
  await expect(row(page, 'Puff-puff and chin chin days').getByText('Running')).toBeVisible()
  await expect(row(page, 'New soft drink prices').getByText('Planned', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'PRICE CHANGE' }).click()
  await expect(page.getByRole('heading', { name: 'New price change' })).toBeVisible()
  await page.getByRole('button', { name: 'SAVE' }).click()
  await expect(page.getByText('Choose at least one product')).toBeVisible()
  await expect(page.getByText('Choose the first day')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Hot days')
  await page.getByRole('button', { name: 'Add all of Hot food' }).click()
  await page.getByRole('button', { name: 'All cinemas' }).click()
  await page.getByRole('textbox', { name: 'Percent' }).fill('-20')
  await page.getByRole('textbox', { name: 'First day' }).fill(showDay(today(40)))
  await page.getByRole('textbox', { name: 'First day' }).press('Tab')
  await page.getByRole('textbox', { name: 'Last day' }).fill(showDay(today(46)))
  const wholePlan = page.waitForResponse((response) => {
    const request = response.request()
    return request.url().endsWith('/preview') && request.postDataJSON()?.until_day !== null
  })
  await page.getByRole('textbox', { name: 'Last day' }).press('Tab')
  await wholePlan
  await expect(page.getByText(/^\d+ prices, \d+ down/)).toBeVisible()
  await expect(row(page, 'Suya platter').first().getByText('₦4,800')).toBeVisible()
  await expect(
    row(page, 'Matinee combo')
      .first()
      .getByText(/more than its parts/),
  ).toBeVisible()
  await page.getByRole('button', { name: 'SAVE' }).click()
  await expectMessage(page, 'Price change saved')

  await expect(page.getByRole('heading', { name: 'Hot days' })).toBeVisible()
  await expect(page.getByText('−20%, rounded to ₦50')).toBeVisible()
  await expect(row(page, 'Suya platter').getByText('₦4,800')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toContain('Cinema,Product ID,Product,Category,Old price,New price,First day,Last day')
  expect(lines.find((line) => line.includes('Suya platter'))).toContain(',6000.00,4800.00,')

  await page.getByRole('button', { name: 'Take back' }).click()
  await dialog(page, 'Take back Hot days?').getByRole('button', { name: 'Take back' }).click()
  await expectMessage(page, 'Price change taken back')
  await expect(page.getByText('Taken back', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take back' })).toHaveCount(0)

  await page.goto('/dashboard/concessions/price-changes/new')
  await page.getByRole('button', { name: 'Add all of Sweets' }).click()
  await page.getByRole('button', { name: 'All cinemas' }).click()
  await page.getByRole('textbox', { name: 'Percent' }).fill('5')
  await page.getByRole('textbox', { name: 'First day' }).fill(showDay(today(1)))
  await page.getByRole('textbox', { name: 'First day' }).press('Tab')
  await page.getByRole('textbox', { name: 'Last day' }).fill(showDay(today(3)))
  await page.getByRole('textbox', { name: 'Last day' }).press('Tab')
  await expect(page.getByText(/“Puff-puff and chin chin days” .* changes Chin chin at .* on these days/)).toBeVisible()

  await page.goto('/dashboard/margin?by=combo')
  await expect(row(page, 'Combo for two')).toContainText(/\d%/)
  await page.getByRole('radiogroup', { name: 'By' }).getByText('Movie').click()
  await expect(page.getByText('What was bought together with tickets of one movie.')).toBeVisible()
  await expect(row(page, /₦.*\d%/).first()).toBeVisible()
  await page.goto('/dashboard/margin')
  await expect(row(page, 'Zobo').getByText('Loses money')).toBeVisible()

  await page.goto('/dashboard/concessions/combo-deals?cinema_id=0004')
  await expect(row(page, 'Matinee combo').getByText(/^Loses money: costs ₦[\d,]+$/)).toBeVisible()
  await page.goto('/dashboard/fandb?search=energy')
  await page.getByText('Energy drink').first().click()
  await expect(page.getByText('No cost yet: its margin is not known.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Cost', exact: true }).fill('600')
  await page.getByRole('button', { name: 'Save cost' }).click()
  await expectMessage(page, 'Cost saved')
  await expect(page.getByRole('list', { name: 'Costs of Energy drink' }).getByText('₦600')).toBeVisible()
})
