import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import { dialog, goTo, row, toast } from '../../../e2e/helpers.ts'

/** Tells of people as a shop of its own does. */
async function tellOf(page: Page, name: string, people: object[]) {
  await page.goto('/dashboard/feed-keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Source').fill(name)
  await page.getByRole('checkbox', { name: 'Customers' }).check()
  await page.getByRole('button', { name: 'Create key' }).click()
  const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue()
  const told = await page.request.post('/api/feed/customers', {
    headers: { authorization: `Bearer ${secret}` },
    data: people.map((person) => ({ registered_at: '2026-11-01T10:00:00+01:00', ...person })),
  })
  expect((await told.json()).data).toMatchObject({ accepted: people.length })
  await page.getByRole('button', { name: 'Done' }).click()
  await dialog(page, 'Close without copying the secret?').getByRole('button', { name: 'Close anyway' }).click()
}

const born = { birth_date: '1988-08-08', phone: '0809 555 1234' }

test('Possible Duplicates: two records are compared and made one', async ({ page }, info) => {
  const twin = `twin-${info.project.name}`
  await signIn(page)
  await tellOf(page, twin, [
    { id: 'a', ...born, first_name: 'Kemi', last_name: twin, email: `kemi.${twin}@mail.example` },
    {
      id: 'b',
      ...born,
      first_name: 'Aderonke',
      last_name: twin,
      email: `aderonke.${twin}@mail.example`,
      gender: 'Female',
    },
    { id: 'c', ...born, first_name: 'Bola', last_name: twin, email: `bola.${twin}@mail.example` },
  ])
  await goTo(page, 'Possible Duplicates')
  const pair = page
    .getByRole('row')
    .filter({ hasText: `Kemi ${twin}` })
    .filter({ hasText: `Aderonke ${twin}` })
  await expect(pair.getByText('Phone', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: `Aderonke ${twin} and Bola ${twin} are not the same person` }).click()
  const other = page
    .getByRole('row')
    .filter({ hasText: `Aderonke ${twin}` })
    .filter({ hasText: `Bola ${twin}` })
  await expect(other).toBeHidden()
  await toast(page, 'Kept as two people').getByRole('button', { name: 'Undo' }).click()
  await expect(other).toBeVisible()

  await pair.getByRole('link', { name: 'Compare and merge' }).click()
  await expect(page.getByRole('heading', { name: 'Merge', level: 1 })).toBeVisible()
  await expect(page.getByRole('radiogroup', { name: 'Gender' }).getByLabel('Female')).toBeChecked()
  await page.getByRole('radiogroup', { name: 'Name' }).getByLabel(`Aderonke ${twin}`).check()
  await page.getByRole('button', { name: 'Merge' }).click()
  await dialog(page, /^Merge .* into /)
    .getByRole('button', { name: 'Merge' })
    .click()
  await expectMessage(page, 'Accounts merged')
  await expect(page).toHaveURL(/\/users\/\d+$/)
  await expect(page.getByText(`kemi.${twin}@mail.example`).first()).toBeVisible()
  await expect(page.getByText(`Aderonke ${twin}`).first()).toBeVisible()

  await page.getByRole('link', { name: 'Export, erase, duplicates' }).click()
  await page.getByRole('button', { name: 'Undo merge' }).click()
  await dialog(page, /^Undo the merge of customer \d+\?$/)
    .getByRole('button', { name: 'Undo merge' })
    .click()
  await expectMessage(page, 'Merge undone')
  await page.getByRole('link', { name: /^Customer \d+$/ }).click()
  await expect(page.getByText(`Aderonke ${twin}`).first()).toBeVisible()
  await expect(page.getByText(`aderonke.${twin}@mail.example`).first()).toBeVisible()
})

test('Personal data: exported, and erased by typing who it is', async ({ page }, info) => {
  const gone = `gone-${info.project.name}`
  const email = `ireti.${gone}@mail.example`
  await signIn(page)
  await tellOf(page, gone, [{ id: 'a', first_name: 'Ireti', last_name: gone, email, phone: '0809 555 4321' }])
  await page.goto(`/dashboard/users/unsubscribers?search_query=${email}`)
  await row(page, email).getByRole('link').first().click()
  await page.getByRole('link', { name: 'Export, erase, duplicates' }).click()
  await expect(page.getByRole('heading', { name: 'Personal data', level: 1 })).toBeVisible()
  await expect(page.getByText('No other record has the same phone, or the same name and date of birth.')).toBeVisible()

  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export data' }).click()
  expect((await downloaded).suggestedFilename()).toMatch(/^customer-\d+-\d{4}-\d\d-\d\d\.zip$/)

  await page.getByRole('button', { name: 'Erase…' }).click()
  const erasing = dialog(page, `Erase Ireti ${gone}?`)
  await expect(erasing.getByRole('button', { name: 'Erase for ever' })).toHaveAttribute('aria-disabled', 'true')
  await erasing.getByLabel('Type the email of the customer').fill(email)
  await erasing.getByRole('button', { name: 'Erase for ever' }).click()
  await expectMessage(page, 'Customer erased')
  await expect(page.getByRole('heading', { name: 'This customer was erased' })).toBeVisible()
  const erased = page.url()
  await page.goto(erased.replace(/\/data$/, ''))
  await expect(page.getByRole('alert')).toHaveText('This customer was erased')
  await page.goto(erased)
  await page.goto(`/dashboard/users/unsubscribers?search_query=${email}`)
  await expect(page.getByRole('row').filter({ hasText: gone })).toHaveCount(0)
})

test('Personal data is for superadmins', async ({ page }) => {
  await signIn(page, 'admin')
  for (const path of ['/dashboard/users/1/data', '/dashboard/possible-duplicates']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Permission denied' })).toBeVisible()
  }
})
