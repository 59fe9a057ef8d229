import type { Page } from '@playwright/test'
import { asSignedIn } from '../../../../e2e/api.ts'
import { expect, openScreen, settled, signIn, test } from '../../../../e2e/fixtures.ts'
import { dialog, row, toast } from '../../../../e2e/helpers.ts'
import { expectMessage } from '../../../../e2e/messages.ts'

/** Tells of people as a shop of its own does. */
async function report(page: Page, people: object[]) {
  const { post, as } = await asSignedIn(page)
  const key = { name: 'tour of privacy', source: 'twins', record_types: ['customers'] }
  const { secret } = await post<{ secret: string }>('/feed-keys', key)
  const lines = people.map((person) => ({ registered_at: '2026-11-01T10:00:00+01:00', ...person }))
  expect(await as(secret).post('/feed/customers', lines)).toMatchObject({ accepted: people.length })
}

const born = { birth_date: '1988-08-08', phone: '0809 555 1234' }

test('two records become one and are two again; personal data is exported, and erased by typing who it is', async ({
  page,
}) => {
  const twin = 'Twin'
  await signIn(page)
  const email = 'ireti.gone@mail.example'
  await report(page, [
    { id: 'a', ...born, first_name: 'Kemi', last_name: twin, email: 'kemi.twin@mail.example' },
    {
      id: 'b',
      ...born,
      first_name: 'Aderonke',
      last_name: twin,
      email: 'aderonke.twin@mail.example',
      gender: 'Female',
    },
    { id: 'c', ...born, first_name: 'Bola', last_name: twin, email: 'bola.twin@mail.example' },
    { id: 'd', first_name: 'Ireti', last_name: 'Gone', email, phone: '0809 555 4321' },
  ])
  await openScreen(page, '/dashboard/possible-duplicates')
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
  await toast(page, 'Marked as different people').getByRole('button', { name: 'Undo' }).click()
  await expect(other).toBeVisible()

  await pair.getByRole('link', { name: 'Compare and merge' }).click()
  await expect(page.getByRole('radiogroup', { name: 'Gender' }).getByLabel('Female')).toBeChecked()
  await page.getByRole('radiogroup', { name: 'Name' }).getByLabel(`Aderonke ${twin}`).check()
  await page.getByRole('button', { name: 'Merge' }).click()
  await dialog(page, /^Merge .* into /)
    .getByRole('button', { name: 'Merge' })
    .click()
  await expectMessage(page, 'Accounts merged')
  await expect(page.getByText('kemi.twin@mail.example').first()).toBeVisible()
  await expect(page.getByText(`Aderonke ${twin}`).first()).toBeVisible()
  // What the timeline hears of the merge moves the link: a press by the mouse could end beside it.
  await page.getByRole('link', { name: 'Export, erase, duplicates' }).press('Enter')
  await page.getByRole('button', { name: 'Undo merge' }).click()
  await dialog(page, /^Undo the merge of customer \d+\?$/)
    .getByRole('button', { name: 'Undo merge' })
    .click()
  await page.getByRole('link', { name: /^Customer \d+$/ }).click()
  await expect(page.getByText('aderonke.twin@mail.example').first()).toBeVisible()

  await openScreen(page, `/dashboard/users/unsubscribers?search_query=${email}`)
  await row(page, email).getByRole('link').first().click()
  await expect(page.getByText('No purchases made yet')).toHaveCount(2)
  await settled(page)
  await page.getByRole('link', { name: 'Export, erase, duplicates' }).press('Enter')
  await expect(page.getByText('No other record has the same phone, or the same name and date of birth')).toBeVisible()

  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export data' }).click()
  expect((await downloaded).suggestedFilename()).toMatch(/^customer-\d+-\d{4}-\d\d-\d\d\.zip$/)

  await page.getByRole('button', { name: 'Erase…' }).click()
  const erasing = dialog(page, 'Erase Ireti Gone?')
  await erasing.getByLabel('Reason').fill('Asked by letter')
  await erasing.getByLabel('Type the email of the customer').fill(email)
  await erasing.getByRole('button', { name: 'Erase permanently' }).click()
  await expect(page.getByRole('heading', { name: "This customer's data was erased" })).toBeVisible()
  await page.goto(page.url().replace(/\/data$/, ''))
  await expect(page.getByRole('alert')).toHaveText("This customer's data was erased")
})

test('a guest is noted about, exported and erased on their own page', async ({ page }) => {
  const email = 'omolara.guest@mail.example'
  await signIn(page)
  const { post, as } = await asSignedIn(page)
  const key = { name: 'tour of guests', source: 'guest-shop', record_types: ['purchases'] }
  const { secret } = await post<{ secret: string }>('/feed-keys', key)
  const lines = [{ kind: 'concession', product: 'Popcorn', amount: 1500 }]
  const sold = { id: 'g', at: '2026-11-01T10:00:00+01:00', channel: 'web', name: 'Omolara Guest', email, lines }
  expect(await as(secret).post('/feed/purchases', [sold])).toMatchObject({ accepted: 1 })

  await openScreen(page, `/dashboard/users/guests/${encodeURIComponent(email)}`)
  await page.getByRole('button', { name: 'Add note' }).click()
  const noting = dialog(page, 'Add note')
  await noting.getByLabel('Note').fill('Prefers the morning')
  await noting.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('Prefers the morning')).toBeVisible()
  await settled(page)
  await page.getByRole('link', { name: 'Export, erase' }).click()

  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export data' }).click()
  expect((await downloaded).suggestedFilename()).toMatch(/^guest-[0-9a-f]{12}-\d{4}-\d\d-\d\d\.zip$/)
  await page.getByRole('button', { name: 'Erase…' }).click()
  const erasing = dialog(page, 'Erase Omolara Guest?')
  await erasing.getByLabel('Reason').fill('Asked by letter')
  await erasing.getByLabel('Type the email of the guest').fill(email)
  await erasing.getByRole('button', { name: 'Erase permanently' }).click()
  await expect(page.getByRole('heading', { name: "This guest's data was erased" })).toBeVisible()
  await expect(page.getByText('Their identity is no longer stored')).toBeVisible()
})
