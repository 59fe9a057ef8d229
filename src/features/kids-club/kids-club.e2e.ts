import { asSignedIn } from '../../../e2e/api.ts'
import { expect, signIn, test } from '../../../e2e/fixtures.ts'
import { actOn, choose, dialog, filterBy, goTo, row } from '../../../e2e/helpers.ts'
import { expectMessage } from '../../../e2e/messages.ts'

// Clauses: operations 38-39, 41, 43, 486, 520
test('Kids Klub: a missing consent is recorded beside what somebody else saved; a customer is added, removed and put back', async ({
  page,
}) => {
  await signIn(page)
  await goTo(page, 'Kids Klub')
  await expect(page.getByRole('heading', { name: 'Kids Klub' })).toBeVisible()
  await expect(page.getByText(/^\d+ members, \d+ without a guardian's consent$/)).toBeVisible()
  const columns = ['ID', 'Name', 'Email', 'Phone Number', 'Date Added', 'Age', 'Guardian', 'Consent', 'Actions']
  await expect(page.getByRole('table').locator('th')).toHaveText(['', ...columns])
  await expect(page.getByText(/^1–10 of [\d,]+$/)).toBeVisible()
  await filterBy(page, 'Consent', 'Missing')
  await expect(page).toHaveURL(/consent=missing/)
  await expect(page.getByRole('table').getByText('Given')).toHaveCount(0)
  const first = page.getByRole('row').nth(1)
  await expect(first.getByText('Missing', { exact: true })).toBeVisible()
  const name = (await first.getByRole('link').innerText()).trim()
  const id = /\d+$/.exec((await first.getByRole('link').getAttribute('href'))!)![0]

  await actOn(first, name, 'Edit guardian and consent')
  const editing = dialog(page, 'Guardian and consent')
  await editing.getByLabel("Guardian's name").fill('')
  await editing.getByLabel('Date of the consent').fill('01/02/2026')
  await editing.getByLabel("Guardian's name").click()
  await editing.getByRole('button', { name: 'Save' }).click()
  for (const message of [
    "Guardian's name is required with a consent",
    'Source of the consent is required with its date',
  ])
    await expect(editing.getByText(message)).toBeVisible()
  await editing.getByLabel("Guardian's name").fill('Ronke Adeleke')
  await choose(editing, 'Source of the consent', 'At the counter')
  const none = { guardianName: 'The aunt', consentDate: null, consentSource: null }
  await (await asSignedIn(page)).put(`/kids-club/${id}`, none)
  await editing.getByRole('button', { name: 'Save' }).click()
  const sorting = dialog(page, 'Somebody else changed this in the meantime')
  await expect(sorting.getByText('The aunt')).toBeVisible()
  await sorting.getByRole('button', { name: 'Save this' }).click()
  await expectMessage(page, 'Kids club member saved')
  await expect(row(page, name)).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove the filter Consent' }).click()
  const typed = Date.now()
  await page.getByRole('searchbox', { name: 'Search for a member' }).fill(name)
  await expect(page).toHaveURL(/search_query=/)
  expect(Date.now() - typed).toBeGreaterThanOrEqual(2000)
  await expect(row(page, name).getByText('Ronke Adeleke')).toBeVisible()
  await expect(row(page, name).getByText('01/02/2026, At the counter')).toBeVisible()

  await page.goto('/dashboard/users')
  const customer = (await page.getByRole('row').nth(1).getByRole('link').innerText()).trim()
  await page.goto('/dashboard/kids-klub')
  await page.getByRole('button', { name: 'Add member' }).click()
  const adding = dialog(page, 'Add to the kids club')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(adding.getByText('Choose a customer')).toBeVisible()
  await adding.getByLabel('Customer').fill(customer)
  const option = page.getByRole('option', { name: customer }).first()
  const age = Number(/(\d+) years? old/.exec(await option.innerText())?.[1] ?? 0)
  await option.click()
  await expect(adding.getByText(/years old, and the kids club is for children/)).toHaveCount(age >= 18 ? 1 : 0)
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expectMessage(page, 'Added to the kids club')
  // Who joined last comes first.
  const added = page.getByRole('row').nth(1)
  await expect(added.getByRole('link', { name: customer })).toBeVisible()
  await expect(added.getByText('Missing')).toBeVisible()
  await actOn(added, customer, 'Remove from the club')
  await dialog(page, `Remove ${customer} from the kids club?`).getByRole('button', { name: 'Remove' }).click()
  await expectMessage(page, 'Removed from the kids club')
  await expect(added.getByRole('link', { name: customer })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectMessage(page, 'Put back into the kids club')
  await added.getByRole('link', { name: customer }).click()
  await expect(page.getByText(/^Member since \d\d\/\d\d\/\d{4}. Guardian: not known. Consent missing.$/)).toBeVisible()
})
