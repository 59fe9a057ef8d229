import { asSignedIn } from '../../../../e2e/api.ts'
import { expect, openScreen, signIn, test } from '../../../../e2e/fixtures.ts'
import { chooseAction, choose, dialog, row } from '../../../../e2e/helpers.ts'

// Clauses: operations 38, 41, 486
test('Kids Klub: a missing consent is recorded; a customer is added, removed and put back', async ({ page }) => {
  await signIn(page)
  await openScreen(page, '/dashboard/kids-klub?consent=missing')
  await expect(page.getByRole('heading', { name: 'Kids Klub' })).toBeVisible()
  await expect(page.getByText(/^\d+ members, \d+ without guardian consent$/)).toBeVisible()
  const first = page.getByRole('row').nth(1)
  await expect(first.getByText('Missing', { exact: true })).toBeVisible()
  const name = (await first.getByRole('link').innerText()).trim()

  await chooseAction(first, name, 'Edit guardian and consent')
  const editing = dialog(page, 'Guardian and consent')
  await editing.getByLabel("Guardian's name").fill('Ronke Adeleke')
  await editing.getByLabel('Date of the consent').fill('01/02/2026')
  await choose(editing, 'Source of the consent', 'At the counter')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, name)).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove the filter Consent' }).click()
  await expect(page.getByText(/^1–10 of [\d,]+$/)).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search for a member' })
  await search.fill(name)
  await search.press('Enter')
  await expect(page).toHaveURL(/search_query=/)
  await expect(row(page, name)).toHaveText(/Ronke Adeleke.*01\/02\/2026, At the counter/)

  type Listed = { users: { firstName: string; lastName: string }[] }
  const api = await asSignedIn(page)
  const { users } = await api.get<Listed>('/subscriptions/user-type?type=ACTIVE&perPage=1')
  const customer = `${users[0]!.firstName} ${users[0]!.lastName}`
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await page.getByRole('button', { name: 'Add member' }).click()
  const adding = dialog(page, 'Add to the kids club')
  await adding.getByLabel('Customer').fill(customer)
  const option = page.getByRole('option', { name: customer }).first()
  const age = Number(/(\d+) years? old/.exec(await option.innerText())?.[1] ?? 0)
  await option.click()
  await expect(adding.getByText(/years old, and the kids club is for children/)).toHaveCount(age >= 18 ? 1 : 0)
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  // Who joined last comes first.
  const added = page.getByRole('row').nth(1)
  await expect(added.getByRole('link', { name: customer })).toBeVisible()
  await chooseAction(added, customer, 'Remove from the club')
  await dialog(page, `Remove ${customer} from the kids club?`).getByRole('button', { name: 'Remove' }).click()
  await expect(added.getByRole('link', { name: customer })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await added.getByRole('link', { name: customer }).click()
  await expect(page.getByText(/^Member since \d\d\/\d\d\/\d{4}. Guardian: unknown, consent missing.$/)).toBeVisible()
})
