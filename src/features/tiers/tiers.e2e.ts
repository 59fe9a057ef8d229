import { readFile } from 'node:fs/promises'
import type { Route } from '@playwright/test'
import { expect, signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import { choose, dialog, goTo, row } from '../../../e2e/helpers.ts'

// Clauses: operations 35-37, 530
test(
  'Membership Tiers: what is sold, a new tier, its place, another price, deleted and undone',
  { tag: '@both' },
  async ({ page }) => {
    await signIn(page)
    await goTo(page, 'Membership Tiers')
    await expect(page.getByRole('heading', { name: 'Membership Tiers' })).toBeVisible()
    const rows = page.getByRole('table', { name: 'Membership tiers' }).getByRole('row')
    const names = () => rows.evaluateAll((all) => all.map((one) => one.textContent).filter((text) => /₦/.test(text)))
    await expect(row(page, 'Duo')).toContainText('₦9,000')
    await expect(row(page, 'Squad')).toContainText('Multi user')

    await page.getByRole('button', { name: 'New tier' }).click()
    const making = dialog(page, 'New tier')
    // It says why it cannot be pressed, and pressed all the same it shows what is missing.
    await making.getByRole('button', { name: 'Create tier' }).press('Enter')
    for (const message of [
      'Subscription name is required',
      'Subscription fee is required',
      'Tickets a month are required',
    ])
      await expect(making.getByText(message)).toBeVisible()
    await making.getByLabel('Subscription Name').fill('solo')
    await making.getByLabel('Subscription Fee').fill('12,500.50')
    await making.getByLabel('Tickets a month').fill('6')
    await making.getByLabel('Concession discount').fill('12')
    await choose(making, 'Place in the list', /^After Solo$/)
    await making.getByRole('button', { name: 'Create tier' }).click()
    await expect(making.getByText('There is a tier of this name already')).toBeVisible()
    await making.getByLabel('Subscription Name').fill('Family')
    await making.getByRole('checkbox', { name: 'Multi User Plan' }).check()
    await making.getByRole('button', { name: 'Create tier' }).click()
    await expectMessage(page, 'Tier created successfully')
    await expect(row(page, 'Family')).toContainText('₦12,500.50')
    await expect.poll(async () => (await names()).findIndex((text) => text!.startsWith('Family'))).toBe(1)

    await row(page, 'Family').getByRole('button', { name: 'Move Family up' }).click()
    await expect.poll(async () => (await names()).findIndex((text) => text!.startsWith('Family'))).toBe(0)
    await expect(row(page, 'Family').getByRole('button', { name: 'Move Family up' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )

    await row(page, 'Family').getByRole('button', { name: 'Edit Family' }).click()
    const editing = dialog(page, 'Edit Family')
    await expect(
      editing.getByText('Running subscriptions keep the fee and tickets that they were sold at'),
    ).toBeVisible()
    await editing.getByLabel('Subscription Fee').fill('13000')
    await page.keyboard.press('Escape')
    await dialog(page, 'Close without saving?').getByRole('button', { name: 'Keep editing' }).click()
    await page.goBack()
    await dialog(page, 'Close without saving?').getByRole('button', { name: 'Keep editing' }).click()
    await editing.getByRole('button', { name: 'Save' }).click()
    await expectMessage(page, 'Tier updated successfully')
    await expect(row(page, 'Family')).toContainText('₦13,000')

    await row(page, 'Family').getByRole('button', { name: 'Delete Family' }).click()
    const asking = dialog(page, 'Delete Family?')
    await expect(asking.getByText('Nobody has it now')).toBeVisible()
    await asking.getByRole('button', { name: 'Delete' }).click()
    await expectMessage(page, 'Deleted successfully')
    await expect(row(page, 'Family')).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectMessage(page, 'Tier restored')
    await expect(row(page, 'Family')).toBeVisible()

    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('subscription-tiers.csv')
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
    expect(lines[0]).toBe(
      '\uFEFFSubscription Name,Subscription Fee,Subscription ID,Tickets a month,Concession discount (%),Subscribers',
    )
    expect(lines[1]).toMatch(/^Family,13000\.00,4\d\d,6,12,0$/)
  },
)

test('a change that comes too late is sorted out field by field, and typing comes back after a reload', async ({
  page,
  context,
}) => {
  await signIn(page)
  const other = await context.newPage()
  for (const one of [page, other]) {
    await one.goto('/dashboard/tiers')
    await one.getByRole('button', { name: 'Edit Solo', exact: true }).click()
  }
  await other.getByLabel('Tickets a month').fill('3')
  await other.getByRole('button', { name: 'Save' }).click()
  await expectMessage(other, 'Tier updated successfully')
  await page.getByLabel('Concession discount').fill('7')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const sorting = dialog(page, 'Somebody else changed this in the meantime')
  await expect(sorting.getByRole('region', { name: 'Tickets a month' })).toBeVisible()
  await sorting.getByRole('button', { name: 'Save this' }).click()
  await expectMessage(page, 'Tier updated successfully')
  await expect(row(page, 'Solo').first()).toContainText('7%')

  await page.getByRole('button', { name: 'Edit Solo', exact: true }).click()
  await expect(page.getByLabel('Tickets a month')).toHaveValue('3')
  await page.getByLabel('Subscription Fee').fill('5555')
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage).includes('5555'))).toBe(true)
  const asked = page.waitForEvent('dialog')
  const reloading = page.reload()
  await (await asked).accept()
  await reloading
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Subscription Fee')).toHaveValue('5555')
})

test('a save that is answered after its drawer was closed closes no other, and says what came of it', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/dashboard/tiers')
  const hold = async (answer: (route: Route) => Promise<void>) => {
    let letGo = () => {}
    const waiting = new Promise<void>((resolve) => (letGo = resolve))
    await page.route('**/api/subscriptions/*', async (route) => {
      if (route.request().method() === 'PATCH') await waiting
      await answer(route)
    })
    return letGo
  }
  let letGo = await hold((route) => route.continue())
  await page.getByRole('button', { name: 'Edit Squad', exact: true }).click()
  await page.getByLabel('Concession discount').fill('9')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Edit Squad')).toBeHidden()
  await page.getByRole('button', { name: 'Edit Duo', exact: true }).click()
  const duo = dialog(page, 'Edit Duo')
  await duo.getByLabel('Subscription Fee').fill('9100')
  letGo()
  await expectMessage(page, 'Tier updated successfully')
  await expect(duo.getByLabel('Subscription Fee')).toHaveValue('9100')

  letGo = await hold((route) => route.fulfill({ status: 409, json: { status: 409, message: 'Not today', data: {} } }))
  await duo.getByRole('button', { name: 'Save', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(duo).toBeHidden()
  letGo()
  await expectMessage(page, 'Not today')
})

test('a tier that customers have says what becomes of them', async ({ page }) => {
  await signIn(page)
  await page.goto('/dashboard/tiers')
  await expect(row(page, 'Duo').getByRole('cell').nth(5)).toHaveText(/^[1-9]\d*$/)
  await page.getByRole('button', { name: 'Delete Duo' }).click()
  await expect(
    dialog(page, 'Delete Duo?').getByText(/customers who have it keep it to the end of what is paid/),
  ).toBeVisible()
  await dialog(page, 'Delete Duo?').getByRole('button', { name: 'Cancel' }).click()
  await expect(row(page, 'Duo')).toBeVisible()
})
