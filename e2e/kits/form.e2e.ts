/** What every form does, on a real page, drawer and dialog: the form kit (src/web/form/). */
import type { Page, Route } from '@playwright/test'
import { asSignedIn, type Api } from '../api.ts'
import { expect, openScreen, signIn, signOut, test } from '../fixtures.ts'
import { dialog, goTo, row, toast } from '../helpers.ts'
import { expectMessage } from '../messages.ts'
import { DEVICES } from '../sizes.ts'

/** What is kept on this device of what was typed. */
const drafts = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('marquee:draft:'))
      .flat()
      .join(),
  )

const expectDrafts = (page: Page) => expect.poll(() => drafts(page), { intervals: [100] })

const offer = (page: Page) => page.getByText(/^You have unsaved changes from/)

/** The browser asks before a page goes that holds typing. */
async function reload(page: Page) {
  page.once('dialog', (prompt) => void prompt.accept())
  await page.reload()
}

async function keepsEditing(page: Page, title: string) {
  await dialog(page, title).getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog(page, title)).toBeHidden()
}

/** A customer without a card. */
async function newCustomer({ get, post }: Api, name: string): Promise<number> {
  const [plan] = await get<{ product_id: number }[]>('/subscriptions')
  const { userId } = await post<{ userId: number }>('/admin/create-customer', {
    first_name: name,
    last_name: 'Form',
    email: `${name.toLowerCase()}.form@tour.example`,
    mobile: '0809 555 0100',
    dateOfBirth: '1991-03-04',
    password: 'eight-or-more',
    subscriptionId: plan!.product_id,
    numberOfMonths: 2,
    paymentType: 'CASH',
  })
  return userId
}

const PHONE = '0809 555 0123'

/** The form of a customer in Edit Profile. */
async function editProfile(page: Page, id: number) {
  await openScreen(page, `/dashboard/users/${id}`)
  await page.getByRole('button', { name: 'EDIT PROFILE' }).click()
  const editing = dialog(page, 'Edit Profile')
  await expect(editing.getByLabel('Phone')).toHaveValue(/\d/)
  return editing
}

test('a page says what lacks at its fields and begins at the first; it asks before it is left, and offers typing again, which is gone once discarded', async ({
  page,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/promotions')
  await page.getByRole('button', { name: 'ADD PROMOTION' }).click()
  const name = page.getByRole('textbox', { name: /^Name/ })
  const add = page.getByRole('button', { name: 'ADD', exact: true })
  await add.click()
  for (const message of ['Name is empty', 'Description is empty', 'Primary CTA is empty', 'Primary CTA URL is empty'])
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  await expect(name).toBeFocused()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toHaveAccessibleDescription(/Name is empty/)
  await name.fill('Half a name')
  await expect(page.getByText('Name is empty')).toBeHidden()
  await add.click()
  await expect(page.getByRole('textbox', { name: 'Description' })).toBeFocused()
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()
  await expectDrafts(page).toContain('Half a name')

  await page.goBack()
  await keepsEditing(page, 'Leave without saving?')
  await goTo(page, 'Categories')
  await keepsEditing(page, 'Leave without saving?')
  const prompt = page.waitForEvent('dialog')
  await page.evaluate(() => void setTimeout(() => location.reload()))
  await (await prompt).dismiss()
  await expect(name).toHaveValue('Half a name')

  await reload(page)
  await expect(offer(page)).toBeVisible()
  await expect(name).toHaveValue('')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(offer(page)).toBeHidden()
  expect(await drafts(page)).toBe('')
  await name.fill('Another name')
  await expectDrafts(page).toContain('Another name')
  // What was typed and undone again is nothing to keep, nor to ask about.
  await name.fill('')
  await expectDrafts(page).toBe('')
  await name.fill('A last name')
  await goTo(page, 'Categories')
  await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { name: 'Categories' })).toBeVisible()
  expect(await drafts(page)).toBe('')
  await page.goBack()
  await expect(name).toHaveValue('')
  await expect(offer(page)).toBeHidden()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Promotions' })).toBeVisible()
})

for (const [device, options] of Object.entries(DEVICES))
  test.describe(device, () => {
    test.use(options)
    const made = `Duet ${device}`

    test('a drawer shows what is missing and what the server refuses at its fields, asks before it closes, and a delete is undone', async ({
      page,
    }) => {
      await signIn(page)
      await openScreen(page, '/dashboard/tiers')
      await page.getByRole('button', { name: 'New tier' }).click()
      const making = dialog(page, 'New tier')
      await expect(making.getByLabel('Subscription Name')).toBeFocused()
      // It says why it cannot be pressed, and pressed all the same it shows what is missing.
      const create = making.getByRole('button', { name: 'Create tier' })
      await expect(create).toHaveAttribute('aria-disabled', 'true')
      await create.press('Enter')
      for (const message of [
        'Subscription name is required',
        'Subscription fee is required',
        'Tickets a month are required',
      ])
        await expect(making.getByText(message)).toBeVisible()
      await making.getByLabel('Subscription Name').fill('solo')
      await making.getByLabel('Subscription Fee').fill('12,500.50')
      await making.getByLabel('Tickets a month').fill('6')
      await create.click()
      const name = making.getByLabel('Subscription Name')
      await expect(name).toHaveAccessibleDescription(/Tier with this name already exists/)
      await expect(name).toHaveAttribute('aria-invalid', 'true')
      await name.fill(made)
      await expect(making.getByText('Tier with this name already exists')).toBeHidden()

      const title = 'Close without saving?'
      await page.keyboard.press('Escape')
      await keepsEditing(page, title)
      await making.getByRole('button', { name: 'Cancel' }).click()
      await keepsEditing(page, title)
      await page.goBack()
      await keepsEditing(page, title)
      await create.click()
      await expectMessage(page, 'Tier created successfully')
      await expect(making).toBeHidden()
      expect(await drafts(page)).toBe('')

      await page.getByRole('button', { name: `Edit ${made}` }).click()
      await expect(dialog(page, `Edit ${made}`).getByLabel('Subscription Fee')).toHaveValue('12,500.50')
      // Nothing was typed: it closes unasked.
      await page.keyboard.press('Escape')
      await expect(dialog(page, `Edit ${made}`)).toBeHidden()

      await page.getByRole('button', { name: `Delete ${made}` }).click()
      await dialog(page, `Delete ${made}?`).getByRole('button', { name: 'Delete' }).click()
      const deleted = toast(page, 'Deleted successfully')
      await expect(row(page, made)).toBeHidden()
      await deleted.getByRole('button', { name: 'Undo' }).click()
      await expectMessage(page, 'Tier restored')
      await expect(row(page, made)).toBeVisible()
    })
  })

test('typing is kept without its secrets, restored, and gone once discarded, erased or signed out', async ({
  page,
}) => {
  await signIn(page)
  const api = await asSignedIn(page)
  const id = await newCustomer(api, 'Nkem')
  const editing = await editProfile(page, id)
  const first = editing.getByLabel('First name')
  const pin = editing.getByLabel('PIN', { exact: true })
  await editing.getByLabel('Card number').fill(`6001-${id}`)
  await pin.fill('4321')
  await first.fill('Nkemdilim')
  await expectDrafts(page).toContain('Nkemdilim')
  expect(await drafts(page)).not.toContain('4321')
  // The drawer comes back with the address.
  await reload(page)
  await editing.getByRole('button', { name: 'Restore' }).click()
  await expect(offer(page)).toBeHidden()
  await expect(first).toHaveValue('Nkemdilim')
  await expect(pin).toHaveValue('')
  // What is typed goes on being kept.
  await first.fill('Nkemakonam')
  await expectDrafts(page).toContain('Nkemakonam')

  await page.keyboard.press('Escape')
  await dialog(page, 'Close without saving?').getByRole('button', { name: 'Discard' }).click()
  await expect(editing).toBeHidden()
  expect(await drafts(page)).toBe('')
  await page.getByRole('button', { name: 'EDIT PROFILE' }).click()
  await expect(first).toHaveValue('Nkem')
  await expect(offer(page)).toBeHidden()

  await first.fill('Erased')
  await expectDrafts(page).toContain('Erased')

  page.once('dialog', (prompt) => void prompt.accept())
  await openScreen(page, `/dashboard/users/${id}/data`)
  await page.getByRole('button', { name: 'Erase…' }).click()
  const erasing = dialog(page, 'Erase Nkem Form?')
  await erasing.getByLabel('Reason').fill('Asked by letter')
  await erasing.getByLabel('Type the email of the customer').fill('nkem.form@tour.example')
  await erasing.getByRole('button', { name: 'Erase permanently' }).click()
  await expect(page.getByRole('heading', { name: "This customer's data was erased" })).toBeVisible()
  expect(await drafts(page)).not.toContain('Erased')

  // Another form and another person's draft, on the same computer.
  await page.evaluate(() =>
    localStorage.setItem(
      'marquee:draft:999:customer:5',
      JSON.stringify({ values: { first_name: 'Somebody' }, at: new Date() }),
    ),
  )
  await signOut(page)
  await expectDrafts(page).toBe('')
})

test('a save that came too late is sorted out field by field, also when it was typed before a reload', async ({
  page,
}) => {
  await signIn(page)
  const api = await asSignedIn(page)
  const id = await newCustomer(api, 'Uche')
  type Read = { userSubscriptionHistory: { active_subscription: { subStartDate: string; subEndDate: string } } }
  const { userSubscriptionHistory: had } = await api.get<Read>(`/admin/customers/${id}`)
  const { subStartDate, subEndDate } = had.active_subscription
  const stored = { last_name: 'Form', email: 'uche.form@tour.example', subStartDate, subEndDate }
  /** Somebody else saves the same customer. */
  const others = (change: object) => api.put(`/admin/edit-profile/${id}`, { ...stored, ...change })
  const editing = await editProfile(page, id)
  await editing.getByLabel('First name').fill('Uchechi')
  await editing.getByLabel('Phone').fill(PHONE)
  await editing.getByLabel('Card number').fill(`7001-${id}`)
  await editing.getByLabel('PIN', { exact: true }).fill('2468')
  await others({
    first_name: 'Uchenna',
    mobile: '0809 555 0100',
    dateOfBirth: '1990-01-02',
    preferredBillingCycle: 'Quarterly',
  })
  const save = editing.getByRole('button', { name: 'Save Profile' })
  await save.click()
  const sorting = dialog(page, 'Someone else changed this while you were editing')
  const region = (name: string) => sorting.getByRole('region', { name })
  await expect(region('Preferred billing cycle')).toContainText('Quarterly')
  await expect(region('Phone')).toContainText(PHONE)
  await expect(region('Phone')).not.toContainText('you both changed this')
  await expect(region('First name')).toContainText('you both changed this')
  await expect(region('First name').getByRole('radio', { name: 'Yours' })).toBeChecked()
  await expect(sorting.getByText('2468')).toBeHidden()
  await sorting.getByRole('button', { name: 'Back to the form' }).click()
  await expect(editing.getByLabel('First name')).toHaveValue('Uchechi')
  await reload(page)
  await expect(editing.getByText(/^Someone else saved this record after that/)).toBeVisible()
  await editing.getByRole('button', { name: 'Restore' }).click()
  await editing.getByLabel('PIN', { exact: true }).fill('2468')
  await save.click()
  await expect(region('Date of birth')).toContainText('02/01/1990')
  await region('First name').getByText('Theirs').click()
  await sorting.getByRole('button', { name: 'Save changes' }).click()
  await expectMessage(page, 'Profile saved')
  await expect(sorting).toBeHidden()
  await expect(editing).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Uchenna Form', level: 1 })).toBeVisible()
  const field = (label: string) => page.locator('dl > div').filter({ hasText: label }).locator('dd')
  await expect(field('Preferred billing cycle')).toHaveText('Quarterly')
  await expect(field('Phone')).toHaveText(PHONE)
  await expect(field('Card number')).toHaveText(`7001-${id}`)
  await expect(field('Date of birth')).toHaveText('02/01/1990')
})

// Clauses: operations 51, 248, 289, 464-465, 479
test('an answer that comes late closes no other form, and says what came of it; one without words is said, too', async ({
  page,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/tiers')
  const delay = async (answer: (route: Route) => Promise<void>) => {
    let release = () => {}
    const waiting = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/subscriptions/*', async (route) => {
      if (route.request().method() === 'PATCH') await waiting
      await answer(route)
    })
    return release
  }
  let release = await delay((route) => route.continue())
  await page.getByRole('button', { name: 'Edit Squad', exact: true }).click()
  await page.getByLabel('Concession discount').fill('9')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await expect(save).toHaveAttribute('data-loading', 'true')
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Edit Squad')).toBeHidden()
  await page.getByRole('button', { name: 'Edit Duo', exact: true }).click()
  const duo = dialog(page, 'Edit Duo')
  await duo.getByLabel('Subscription Fee').fill('9100')
  release()
  await expectMessage(page, 'Tier updated successfully')
  await expect(duo.getByLabel('Subscription Fee')).toHaveValue('9100')
  release = await delay((route) =>
    route.fulfill({ status: 409, json: { status: 409, message: 'Not today', data: {} } }),
  )
  await duo.getByRole('button', { name: 'Save', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(duo).toBeHidden()
  release()
  await expectMessage(page, 'Not today')

  // The smallest form: a dialog of one field.
  await goTo(page, 'Categories')
  await page.getByRole('button', { name: 'Add category' }).click()
  const adding = dialog(page, 'Add category')
  const add = adding.getByRole('button', { name: 'Add', exact: true })
  const name = adding.getByLabel('Name')
  await expect(name).toBeFocused()
  await add.click()
  await expect(adding.getByText('Field is empty')).toBeVisible()
  await name.fill('film FESTIVAL')
  await name.press('Enter')
  await expect(name).toHaveAccessibleDescription(/A category with this name already exists/)
  await expectMessage(page, 'A category with this name already exists')
  const fails = '**/api/categories'
  await page.route(fails, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  )
  await name.fill('Opera')
  await add.click()
  await expectMessage(page, 'Something went wrong :I')
  await expect(name).toHaveValue('Opera')
  await page.unroute(fails)
  await add.click()
  await expectMessage(page, 'Category added')
  await expect(adding).toBeHidden()
  // The errors have lost their cause with the save that followed.
  await expect(page.getByRole('alert').filter({ hasText: 'A category with this name already exists' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Edit Opera' }).click()
  const editing = dialog(page, 'Edit category')
  await editing.getByLabel('Name').fill('Opera on screen')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expectMessage(page, 'Category updated')
  await page.getByRole('button', { name: 'Delete Opera on screen' }).click()
  await dialog(page, 'Delete the category Opera on screen?').getByRole('button', { name: 'Delete' }).click()
  await expectMessage(page, 'Deleted successfully')
  await expect(row(page, 'Opera on screen')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Opera on screen')).toBeVisible()
})
