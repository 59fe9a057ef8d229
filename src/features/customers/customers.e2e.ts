import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { fold } from '#contract/fold.ts'
import { drop } from '../../../e2e/drop.ts'
import { expect, settled, signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage, recordMessages } from '../../../e2e/messages.ts'
import { actOn, choose, dialog, filterBy, goTo, openRow, row, toast } from '../../../e2e/helpers.ts'

const SEARCH = 'Name, email, phone or card'

/** Calls the API as the person who is signed in on the page. */
async function api(page: Page, method: 'get' | 'post' | 'put', path: string, data?: object) {
  const session = await page.evaluate(() => localStorage.getItem('marquee:session'))
  const { jwt } = JSON.parse(session!) as { jwt: string }
  const answer = await page.request[method](`/api${path}`, { headers: { authorization: `Bearer ${jwt}` }, data })
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true)
  return ((await answer.json()) as { data: never }).data
}

/** A customer with a subscription, made by a superadmin who is signed in on the page. */
async function newCustomer(page: Page, first_name: string, last_name: string): Promise<number> {
  const plans: { product_id: number }[] = await api(page, 'get', '/subscriptions')
  const created: { userId: number } = await api(page, 'post', '/admin/create-customer', {
    first_name,
    last_name,
    email: `${fold(first_name)}.${fold(last_name)}@tour.example`,
    mobile: '0809 555 0100',
    dateOfBirth: '1991-03-04',
    password: 'eight-or-more',
    subscriptionId: plans[0]!.product_id,
    numberOfMonths: 2,
    paymentType: 'CASH',
  })
  return created.userId
}

/** A field of the profile by its label. */
const field = (page: Page, label: string): Locator =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')

async function downloaded(page: Page) {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const download = await downloading
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  return { name: download.suggestedFilename(), lines }
}

/** Holds the answer to a call back until it is let go, to see what is shown meanwhile. */
async function held(page: Page, address: string) {
  let letGo = () => {}
  const waiting = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(address, async (route) => {
    await waiting
    await route.fallback()
  })
  return letGo
}

/** Of the footer: 1–10 of 1,204. */
const totalOf = async (page: Page) => {
  const words = await page.getByText(/^[\d,]+–[\d,]+ of [\d,]+$/).innerText()
  return Number(/of ([\d,]+)$/.exec(words)![1]!.replaceAll(',', ''))
}

// Clauses: operations 6, 8-9, 485
test('Active Users: paging, search by a phone as people write it, sort, filter, and the list as a file', async ({
  page,
}) => {
  await signIn(page)
  await goTo(page, 'Users')
  await expect(page).toHaveURL(/\/dashboard\/users$/)
  await expect(page.getByRole('heading', { name: 'Active Users' })).toBeVisible()
  await expect(page.getByRole('link').filter({ visible: true }).first()).toBeVisible()
  const rows = page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveCount(10)

  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await page.goto('/dashboard/users?sort=email')
  const person = rows.filter({ hasText: /0\d{3} \d{3} \d{4}/ }).first()
  const email = await person.getByRole('cell').nth(1).innerText()
  const phone = /0\d{3} \d{3} \d{4}/.exec(await person.innerText())![0]
  await page.getByRole('searchbox', { name: SEARCH }).fill(phone)
  await expect(page).toHaveURL(/search_query=/)
  await settled(page)
  await expect(row(page, email).first()).toContainText(phone)
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(page).not.toHaveURL(/search_query=/)
  await page.getByRole('searchbox', { name: SEARCH }).fill('nobody is called that')
  await expect(page.getByText('No active users')).toBeVisible()
  const {
    users: [lapsed],
  }: { users: { email: string; firstName: string; lastName: string }[] } = await api(
    page,
    'get',
    '/subscriptions/user-type?type=INACTIVE&had=before&perPage=1',
  )
  await page.getByRole('searchbox', { name: SEARCH }).fill(lapsed!.email)
  await page.getByRole('link', { name: `1 in Unsubscribed Users: ${lapsed!.firstName} ${lapsed!.lastName}` }).click()
  await expect(page.getByRole('searchbox', { name: SEARCH })).toHaveValue(lapsed!.email)
  await expect(rows).toHaveCount(1)
  await page.goto('/dashboard/users')

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Plan' }).click()
  const option = page.getByRole('menuitemcheckbox').first()
  const plan = await option.innerText()
  await option.click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Remove the filter Plan' })).toBeVisible()
  await settled(page)
  await expect(rows.filter({ hasText: plan })).toHaveCount(await rows.count())
  const { name, lines } = await downloaded(page)
  expect(name).toBe('users.csv')
  expect(lines[0]).toBe('\ufeffName,Email,Phone,Plan,Date created')
  expect(lines).toHaveLength((await totalOf(page)) + 1)
})

// Clauses: core 138; operations 7, 17, 26, 28-29, 33, 183, 235, 269-270, 272, 274-275, 327, 524
test('Create User: every message, the amount, and the profile it leads to', async ({ page }) => {
  await signIn(page)
  await page.goto('/dashboard/users')
  await page.getByRole('button', { name: 'Create User' }).click()
  const adding = dialog(page, 'Add Profile')
  await adding.getByRole('button', { name: 'Add Profile' }).click()
  for (const message of [
    'First name is required',
    'Last name is required',
    'email is invalid',
    'Phone number is required',
    'Date of birth is required',
    'password is required',
    'Number of months is required',
    'Payment type is Cash or Card',
  ])
    await expect(adding.getByText(message, { exact: true })).toBeVisible()

  await adding.getByLabel('First name').fill('Temitope')
  await adding.getByLabel('Last name').fill('Adeyinka')
  await adding.getByLabel('Email').fill('temitope@tour.example')
  await adding.getByLabel('Phone').fill('12')
  await adding.getByRole('textbox', { name: 'Date of birth' }).fill('5/11/1990')
  const password = adding.getByLabel('Password', { exact: true })
  await password.fill('eight-or-more')
  await expect(password).toHaveAttribute('type', 'password')
  await adding.getByRole('button', { name: 'Show what is typed' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  const plans: { product_name: string; product_price: number }[] = await api(page, 'get', '/subscriptions')
  const { product_name, product_price: price } = plans[1]!
  await choose(adding, 'Subscription plan', new RegExp(`^${product_name}, `))
  await adding.getByLabel('Number of months').fill('3')
  await adding.getByLabel('Card').check()
  await expect(adding.getByLabel('Amount')).toHaveText(`₦${(3 * price).toLocaleString('en-NG')}`)
  await adding.getByRole('button', { name: 'Add Profile' }).click()
  await expect(adding.getByText(/^Phone number is not valid/)).toBeVisible()
  const { users: known }: { users: { mobile: string | null }[] } = await api(page, 'get', '/admin/all-users?perPage=50')
  const other = known.find(({ mobile }) => mobile)!
  await adding.getByLabel('Phone').fill(other.mobile!)
  await expect(adding.getByText(/^Another customer has this phone/)).toBeVisible()
  await adding.getByLabel('Phone').fill('0809 555 0177')
  await expect(adding.getByText(/^Another customer has this phone/)).toBeHidden()
  await adding.getByRole('button', { name: 'Add Profile' }).click()
  const created = toast(page, 'Customer created')
  await expect(created).toBeVisible()
  await expect(adding).toBeHidden()
  await created.getByRole('button', { name: 'Open the profile' }).click()

  await expect(page.getByRole('heading', { name: 'Temitope Adeyinka', level: 1 })).toBeVisible()
  await expect(field(page, 'Phone')).toHaveText('0809 555 0177')
  await expect(field(page, 'Date of birth')).toHaveText('05/11/1990')
  await expect(field(page, 'Gender')).toHaveText('Nil')
  await expect(field(page, 'Status')).toHaveText('Active')
  await expect(page.locator('main dt')).toHaveText([
    'Customer number',
    'Status',
    'Subscription plan',
    'Points',
    'Total spend',
    'Default cinema',
    'Name',
    'Email',
    'Phone',
    'Gender',
    'Date of birth',
    'Card number',
    'Date created',
    'Preferred billing cycle',
    'Payment card',
    'Preferences',
    'Most visited cinema',
    'Trailers watched',
  ])
  await expect(
    row(page.getByRole('table', { name: 'Membership History' }), `₦${(3 * price).toLocaleString('en-NG')}`),
  ).toBeVisible()
  await expect(page.getByText('No tickets or concessions yet: only what is under Membership History')).toBeVisible()

  // One who never had a subscription has nothing in Membership History either.
  await page.route('**/api/admin/customers/*', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    answer.data.userSubscriptionHistory.all_subscriptions = []
    await route.fulfill({ response, json: answer })
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Membership History' })).toBeVisible()
  await expect(page.getByText('No purchases made yet')).toHaveCount(2)
})

// Clauses: operations 19, 33, 235
test(
  'Edit Profile: fields, messages, a draft that is kept without its PIN, and the question before leaving',
  { tag: '@both' },
  async ({ page }) => {
    await signIn(page)
    const id = await newCustomer(page, 'Ebun', 'Draft')
    await page.goto(`/dashboard/users/${id}`)
    await page.getByRole('button', { name: 'EDIT PROFILE' }).click()
    const editing = dialog(page, 'Edit Profile')
    await expect(editing.getByLabel('Phone')).toHaveValue('0809 555 0100')
    // Who was registered at the counter has no card, and needs none to be corrected.
    await editing.getByLabel('Phone').fill('0809 555 0101')
    await editing.getByRole('button', { name: 'Save Profile' }).click()
    await expectMessage(page, 'Profile saved')
    await expect(field(page, 'Phone')).toHaveText('0809 555 0101')
    await expect(field(page, 'Card number')).toHaveText('Nil')

    await page.getByRole('button', { name: 'EDIT PROFILE' }).click()
    await editing.getByLabel('PIN', { exact: true }).fill('12')
    await editing.getByRole('button', { name: 'Save Profile' }).click()
    await expect(editing.getByText('Card number is required')).toBeVisible()
    await editing.getByLabel('Card number').fill(`6001-${id}`)
    await editing.getByLabel('First name').fill('Ebunoluwa')
    await expect(editing.getByText('PIN is 4 to 8 digits')).toBeVisible()
    await editing.getByLabel('PIN', { exact: true }).fill('4321')
    const kept = () =>
      page.evaluate(() =>
        Object.entries(localStorage)
          .filter(([key]) => key.startsWith('marquee:draft:'))
          .map(([, value]) => value)
          .join(),
      )
    await expect.poll(kept).toContain('Ebunoluwa')
    expect(await kept()).not.toContain('4321')

    await page.keyboard.press('Escape')
    await dialog(page, 'Close without saving?').getByRole('button', { name: 'Keep editing' }).click()
    page.once('dialog', (asked) => void asked.accept())
    // The drawer comes back with the address.
    await page.reload()
    await editing.getByRole('button', { name: 'Restore' }).click()
    await expect(editing.getByLabel('First name')).toHaveValue('Ebunoluwa')
    await expect(editing.getByLabel('PIN', { exact: true })).toHaveValue('')
    await editing.getByLabel('PIN', { exact: true }).fill('4321')
    await choose(editing, 'Gender (optional)', 'Female')
    await choose(editing, 'Default cinema (optional)', /Lekki/)
    await editing.getByRole('button', { name: 'Save Profile' }).click()
    await expectMessage(page, 'Profile saved')
    await expect(editing).toBeHidden()
    await expect(field(page, 'Card number')).toHaveText(`6001-${id}`)
    await expect(field(page, 'Gender')).toHaveText('Female')
    await expect(field(page, 'Default cinema')).toHaveText(/Lekki/)

    // The PIN is kept now: it need not be typed again.
    await page.getByRole('button', { name: 'EDIT PROFILE' }).click()
    await expect(editing.getByLabel('PIN', { exact: true })).toHaveAttribute('placeholder', 'The PIN stays as it is')
    await editing.getByLabel('Last name').fill('Drafted')
    await editing.getByRole('button', { name: 'Save Profile' }).click()
    await expect(page.getByRole('heading', { name: 'Ebunoluwa Drafted', level: 1 })).toBeVisible()
  },
)

test('what was typed of a customer is gone when it is discarded, after signing out, and once they are erased', async ({
  page,
}) => {
  await signIn(page)
  const id = await newCustomer(page, 'Nkem', 'Private')
  const editing = dialog(page, 'Edit Profile')
  const onDevice = () => page.evaluate(() => JSON.stringify({ ...localStorage }))
  const type = async (name: string) => {
    await page.goto(`/dashboard/users/${id}`)
    await page.getByRole('button', { name: 'EDIT PROFILE' }).click()
    await editing.getByLabel('First name').fill(name)
    await expect.poll(onDevice).toContain(name)
  }
  const leaving = dialog(page, /without saving/)

  await type('Discarded')
  await page.keyboard.press('Escape')
  await leaving.getByRole('button', { name: 'Discard' }).click()
  await expect(editing).toBeHidden()
  expect(await onDevice()).not.toContain('Discarded')
  await page.getByRole('button', { name: 'EDIT PROFILE' }).click()
  await expect(editing.getByLabel('First name')).toHaveValue('Nkem')
  await expect(page.getByText(/You have unsaved changes from/)).toBeHidden()

  await type('Erased')
  page.once('dialog', (asked) => void asked.accept())
  await page.goto(`/dashboard/users/${id}/data`)
  await page.getByRole('button', { name: 'Erase…' }).click()
  const erasing = dialog(page, 'Erase Nkem Private?')
  await erasing.getByRole('textbox').fill('nkem.private@tour.example')
  await erasing.getByRole('button', { name: 'Erase for ever' }).click()
  await expect(page.getByRole('heading', { name: 'This customer was erased' })).toBeVisible()
  expect(await onDevice()).not.toContain('Erased')

  // Another form and another person's draft, on the same computer.
  await page.goto('/dashboard/users?open=new')
  await page.evaluate(() =>
    localStorage.setItem(
      'marquee:draft:999:customer:5',
      JSON.stringify({ values: { first_name: 'Somebody' }, at: new Date() }),
    ),
  )
  await page.goto('/sign-out')
  await expect(page).toHaveURL(/sign-in|login|\/$/)
  await expect.poll(onDevice).not.toContain('marquee:draft:')
})

test('a day that is none stays as it was typed, is said to be none, and is not saved; short and ISO days are understood', async ({
  page,
}) => {
  await signIn(page)
  const id = await newCustomer(page, 'Ikenna', 'Days')
  await page.goto(`/dashboard/users/${id}`)
  await page.getByRole('button', { name: 'EDIT PROFILE' }).click()
  const editing = dialog(page, 'Edit Profile')
  const born = editing.getByRole('textbox', { name: 'Date of birth' })
  await born.fill('31/02/2000')
  await born.press('Tab')
  await expect(born).toHaveValue('31/02/2000')
  await expect(editing.getByText('31/02/2000 is not a day')).toBeVisible()
  await editing.getByRole('button', { name: 'Save Profile' }).click()
  await expect(born).toHaveValue('31/02/2000')
  await expect(editing).toBeVisible()
  for (const [typed, shown] of [
    ['1990-02-01', '01/02/1990'],
    ['3.4.91', '03/04/1991'],
  ] as const) {
    await born.fill(typed)
    await born.press('Tab')
    await expect(born).toHaveValue(shown)
  }
  await expect(editing.getByText(/is not a day/)).toBeHidden()
  await editing.getByRole('button', { name: 'Save Profile' }).click()
  await expectMessage(page, 'Profile saved')
  await expect(field(page, 'Date of birth')).toHaveText('03/04/1991')
})

test('two people at one customer: the later save chooses field by field, and nothing is lost', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page)
  const id = await newCustomer(page, 'Uche', 'Twofold')
  const otherContext = await browser.newContext({ baseURL: baseURL! })
  await recordMessages(otherContext)
  const other = await otherContext.newPage()
  await signIn(other, 'admin')
  for (const one of [page, other]) {
    await one.goto(`/dashboard/users/${id}`)
    await one.getByRole('button', { name: 'EDIT PROFILE' }).click()
    await one.getByLabel('Card number').fill(`7001-${id}`)
    await one.getByLabel('PIN', { exact: true }).fill('2468')
  }
  await choose(other, 'Preferred billing cycle (optional)', 'Quarterly')
  await other.getByLabel('First name').fill('Uchenna')
  await other.getByRole('button', { name: 'Save Profile' }).click()
  await expectMessage(other, 'Profile saved')

  await page.getByLabel('First name').fill('Uchechi')
  await page.getByLabel('Phone').fill('0809 555 0123')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  const sorting = dialog(page, 'Somebody else changed this in the meantime')
  await expect(sorting.getByRole('region', { name: 'Preferred billing cycle' })).toContainText('Quarterly')
  await expect(sorting.getByRole('region', { name: 'Phone' })).toContainText('0809 555 0123')
  await expect(sorting.getByRole('region', { name: 'First name' })).toContainText('both changed it')
  await expect(sorting.getByText('2468')).toBeHidden()
  await sorting.getByRole('region', { name: 'First name' }).getByText('Theirs').click()
  await sorting.getByRole('button', { name: 'Save this' }).click()
  await expectMessage(page, 'Profile saved')
  await expect(page.getByRole('heading', { name: 'Uchenna Twofold', level: 1 })).toBeVisible()
  await expect(field(page, 'Preferred billing cycle')).toHaveText('Quarterly')
  await expect(field(page, 'Phone')).toHaveText('0809 555 0123')
  await otherContext.close()
})

// Clauses: operations 18, 21, 23, 236-237, 472, 474-475
test('picture, Clear Token and Reset password: each asks, does it and says so', async ({ page }) => {
  await signIn(page)
  const id = await newCustomer(page, 'Halima', 'Acts')
  await page.goto(`/dashboard/users/${id}`)
  const face = page.getByRole('group', { name: 'Picture' })
  await drop(face, { name: 'face.txt', buffer: Buffer.from('no picture') })
  await expectMessage(page, 'Choose a picture: PNG, JPEG, GIF, WebP or AVIF')
  const picture = sharp({ create: { width: 200, height: 200, channels: 3, background: '#7c5cf0' } })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  await drop(face, { name: 'face.png', buffer: await picture.png().toBuffer() })
  const spinner = page.getByRole('status', { name: 'Uploading the picture' })
  await expect(spinner).toBeVisible()
  await expect
    .poll(async () => {
      await page.clock.runFor(10)
      return toast(page, 'Uploaded image').isVisible()
    })
    .toBe(true)
  await page.clock.runFor(900)
  await expect(spinner).toBeVisible()
  await page.clock.runFor(100)
  await expect(spinner).toBeHidden()
  await page.clock.resume()
  await expect(page.getByRole('img', { name: 'Halima Acts' })).toBeVisible()

  await page.getByRole('button', { name: 'Clear Token' }).click()
  await dialog(page, 'Clear Token').getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page, 'Clear Token')).toBeHidden()
  const letGo = await held(page, '**/api/admin/customer/*')
  await page.getByRole('button', { name: 'Clear Token' }).click()
  await dialog(page, 'Clear Token').getByRole('button', { name: 'Clear Token' }).click()
  await expect(page.getByRole('button', { name: 'Clearing Token...' })).toBeVisible()
  letGo()
  await expectMessage(page, 'Token has been cleared')

  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(dialog(page, 'Reset password')).toContainText('halima.acts@tour.example')
  await dialog(page, 'Reset password').getByRole('button', { name: 'Send the link' }).click()
  await expectMessage(page, 'Email sent!')

  // Nobody has stored a card, and the buttons that need one say so.
  const remove = page.getByRole('button', { name: 'Delete card' })
  await expect(remove).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Reset password' }).focus()
  await page.keyboard.press('Shift+Tab')
  await expect(remove).toBeFocused()
  await expect(page.getByRole('tooltip')).toHaveText('The customer has no stored card')
  await expect(page.getByRole('button', { name: 'RENEW SUBSCRIPTION' })).toHaveAttribute('aria-disabled', 'true')
})

// Clauses: operations 20, 247, 445
test('a renewal that fails, waits, and needs the customer is told calmly on the profile', async ({ page }) => {
  await signIn(page)
  const id = await newCustomer(page, 'Obinna', 'Renews')
  const card = { brand: 'VISA', first6: '539983', last4: '4242', expiry: '09/31' }
  const offer = {
    subscriptionName: 'Gold',
    numberOfMonths: 3,
    amount: 22_500,
    card,
    startsAt: '2026-11-30T23:00:00Z',
    expiresAt: '2027-02-28T23:00:00Z',
  }
  const made = { id: 1, reference: 'mq-1', confirmUrl: null, createdAt: '2026-11-21T08:00:00Z', createdBy: 'Ada' }
  let renewal: { state: string; words: string } | undefined
  const shown = () => (renewal ? { ...made, ...offer, ...renewal, settledAt: null } : null)
  // The payment provider's part is played here: what becomes of a charge, and when.
  await page.route(`**/api/subscriptions/renewals/${id}`, (route) => {
    const isUnderWay = renewal?.state === 'initiated' || renewal?.state === 'needs_customer'
    const next = isUnderWay ? { offer: null, refusal: 'A renewal is under way' } : { offer, refusal: null }
    return route.fulfill({ json: { data: { renewal: shown(), ...next } } })
  })
  const renewing = `**/api/subscriptions/renew-subscription/${id}`
  await page.route(renewing, (route) => route.fulfill({ json: { data: shown() } }))
  await page.goto(`/dashboard/users/${id}`)
  const renew = page.getByRole('button', { name: 'RENEW SUBSCRIPTION' })
  const question = dialog(page, 'Renew the subscription of Obinna Renews?')
  await renew.click()
  await expect(question).toContainText(
    '₦22,500 is charged to VISA •••• 4242 for 3 months of Gold, from 01/12/2026 to 28/02/2027.',
  )
  renewal = { state: 'failed', words: 'The card was declined: Insufficient funds' }
  await question.getByRole('button', { name: 'Renew' }).click()
  await expectMessage(page, renewal.words)
  await expect(page.getByText('Renewal failed')).toBeVisible()

  const letGo = await held(page, renewing)
  await renew.click()
  renewal = { state: 'initiated', words: 'Waiting for the payment provider to say what became of the charge' }
  await question.getByRole('button', { name: 'Renew' }).click()
  await expect(page.getByRole('button', { name: 'RENEWING...' })).toBeVisible()
  letGo()
  await expectMessage(page, 'Subscription renewal initiated successfully')
  await expect(page.getByText('Renewal initiated', { exact: true })).toBeVisible()
  await expect(renew).toHaveAttribute('aria-disabled', 'true')
  renewal = { state: 'needs_customer', words: 'The bank asks the customer to confirm' }
  await expect(page.getByText('Renewal needs the customer')).toBeVisible()
})

// Clauses: operations 22, 183, 236, 448, 473, 476, 483
test('a stored card is charged for a renewal, and deleted', async ({ page }) => {
  await signIn(page)
  type Offer = { card: { last4: string }; expiresAt: string; amount: number }
  const { users }: { users: { userId: number }[] } = await api(
    page,
    'get',
    '/subscriptions/user-type?type=ACTIVE&perPage=100',
  )
  let found: { id: number; offer: Offer } | undefined
  const find = async () => {
    for (const { userId } of users) {
      const { offer }: { offer: Offer | null } = await api(page, 'get', `/subscriptions/renewals/${userId}`)
      // What cards that end in 000… do is another matter.
      if (offer && !offer.card.last4.startsWith('000')) return (found = { id: userId, offer })
    }
  }
  // The demo's cards are stored in the background.
  await expect.poll(find, { timeout: 30_000 }).toBeDefined()
  const { id, offer } = found!
  await page.goto(`/dashboard/users/${id}`)
  await expect(field(page, 'Payment card')).toContainText(`•••• ${offer.card.last4}`)
  await page.getByRole('button', { name: 'RENEW SUBSCRIPTION' }).click()
  const question = dialog(page, /^Renew the subscription of/)
  const amount = `₦${offer.amount.toLocaleString('en-NG')}`
  await expect(question).toContainText(amount)
  await question.getByRole('button', { name: 'Renew' }).click()
  await expectMessage(page, 'Subscription renewal initiated successfully')
  await expect(page.getByText('Renewed', { exact: true })).toBeVisible()
  const lastDay = new Date(Date.parse(offer.expiresAt) - 1).toLocaleDateString('en-GB', { timeZone: 'Africa/Lagos' })
  await expect(row(page.getByRole('table', { name: 'Membership History' }), lastDay)).toContainText(amount)
  await expect(page.getByRole('button', { name: 'RENEW SUBSCRIPTION' })).toHaveAttribute('aria-disabled', 'true')

  const forgetting = '**/api/flutterwave/payment-token/*'
  const asked = dialog(page, 'Delete card')
  await page.route(forgetting, (route) => route.fulfill({ status: 409, json: { status: 409, message: 'Not today' } }))
  await page.getByRole('button', { name: 'Delete card' }).click()
  await asked.getByRole('button', { name: 'DELETE' }).click()
  await expectMessage(page, 'Not today')
  await page.unroute(forgetting)
  await asked.getByRole('button', { name: 'CANCEL' }).click()

  const letGo = await held(page, forgetting)
  await page.getByRole('button', { name: 'Delete card' }).click()
  await expect(asked).toContainText("Are you sure you want to delete this customer's card?")
  await asked.getByRole('button', { name: 'CANCEL' }).click()
  await expect(asked).toBeHidden()
  await page.getByRole('button', { name: 'Delete card' }).click()
  await asked.getByRole('button', { name: 'DELETE' }).click()
  await expect(asked.getByRole('button', { name: 'DELETING...' })).toBeVisible()
  letGo()
  await expectMessage(page, "Customer's card has been deleted")
  await expect(asked).toBeHidden()
  await expect(field(page, 'Payment card')).toHaveText('Nil')
})

// Clauses: operations 24-25, 27, 494
test('a profile has its activities and its memberships, 15 on a page', async ({ page }) => {
  await signIn(page)
  type Bought = { ticket: object[]; concession: object[] }
  type Read = { userCompleteTransaction: { customer_purchase: Bought; guest_purchase: Bought } }
  const { users }: { users: { userId: number }[] } = await api(
    page,
    'get',
    '/subscriptions/user-type?type=ACTIVE&perPage=100',
  )
  let [id, most] = [0, 0]
  for (const { userId } of users) {
    const { userCompleteTransaction: of }: Read = await api(page, 'get', `/admin/customers/${userId}`)
    const lines = Object.values(of).flatMap(({ ticket, concession }) => [...ticket, ...concession]).length
    if (lines > most) [id, most] = [userId, lines]
    if (most > 15) break
  }
  await page.goto(`/dashboard/users/${id}`)
  const activities = page.getByRole('table', { name: 'Activities in the last 6 months' })
  await expect(activities.locator('th')).toHaveText(['Item', 'Type', 'Quantity', 'Payment ID', 'Date', 'Order amount'])
  await expect(activities.getByRole('row').filter({ has: page.getByRole('cell') })).toHaveCount(Math.min(most, 15))
  const pages = page.getByRole('navigation', { name: 'Pages of Activities in the last 6 months' })
  await expect(pages.getByText(`1–${Math.min(most, 15)} of ${most}`)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Membership History' }).locator('th')).toHaveText([
    'Membership Plan',
    'Months',
    'Multi User Plan',
    'Renewal Date',
    'Expiry Date',
    'Order amount',
  ])
})

// Clauses: operations 443-444, 446-447
test('what fails on a profile is told in its words', async ({ page }) => {
  await signIn(page)
  const id = await newCustomer(page, 'Ngozi', 'Fails')
  await page.goto(`/dashboard/users/${id}`)
  await expect(page.getByRole('heading', { name: 'Ngozi Fails', level: 1 })).toBeVisible()
  /** An error stays, over what is under it, until somebody has read it. */
  const told = async (words: string) => {
    await expectMessage(page, words)
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }
  let failures = 0
  await page.route('**/api/admin/**', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 409, json: { status: 409, message: `Failure ${++failures}` } }),
  )
  const picture = sharp({ create: { width: 200, height: 200, channels: 3, background: '#7c5cf0' } })
  await page
    .getByLabel('Upload a picture')
    .setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() })
  await told('Failure 1')
  await page.getByRole('button', { name: 'Clear Token' }).click()
  await dialog(page, 'Clear Token').getByRole('button', { name: 'Clear Token' }).click()
  await told('Failure 2')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await dialog(page, 'Reset password').getByRole('button', { name: 'Send the link' }).click()
  await told('Failure 3')
  await page.getByRole('button', { name: 'EDIT PROFILE' }).click()
  const editing = dialog(page, 'Edit Profile')
  await editing.getByLabel('Card number').fill(`8001-${id}`)
  await editing.getByLabel('PIN', { exact: true }).fill('4321')
  await editing.getByRole('button', { name: 'Save Profile' }).click()
  await told('Failure 4')
  await expect(editing.getByLabel('Card number')).toHaveValue(`8001-${id}`)
})

// Clauses: operations 11, 13, 485
test('Unsubscribed Users: why and when, who had a subscription before, and the list as a file', async ({ page }) => {
  await signIn(page)
  await page.goto('/dashboard/users')
  await goTo(page, 'Unsubscribed Users')
  await expect(page.getByRole('heading', { name: 'Unsubscribed Users' })).toBeVisible()
  await expect(page.getByText(/^1–10 of [\d,]+$/)).toBeVisible()
  await filterBy(page, 'Subscription', 'Had one before')
  await settled(page)
  const rows = page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
  await expect(rows.first()).toContainText(/\d\d\/\d\d\/\d{4}/)
  const { name, lines } = await downloaded(page)
  expect(name).toBe('unsubscribed-users.csv')
  expect(lines[0]).toBe('\ufeffName,Email,Reason,Date')
  expect(lines).toHaveLength((await totalOf(page)) + 1)

  await rows.first().getByRole('link').click()
  await expect(field(page, 'Status')).toHaveText('Unsubscribed')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Unsubscribed Users' })).toBeVisible()
  await expect(page).toHaveURL(/had=before/)
})

// Clauses: operations 14-16, 30-32, 485, 495
test('Guest Users: search, the list as a file, and what a guest bought', async ({ page }) => {
  await signIn(page)
  await page.goto('/dashboard/users/guests')
  const rows = page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
  await expect(rows.first().getByRole('link')).toBeVisible()
  await expect(page.getByText(/^1–10 of [\d,]+$/)).toBeVisible()
  const [name, email] = await rows.first().getByRole('cell').allInnerTexts()
  await page.getByRole('searchbox', { name: 'Name, email or phone' }).fill(email!)
  await expect(page).toHaveURL(/search=/)
  await settled(page)
  await expect(rows).toHaveCount(1)
  const file = await downloaded(page)
  expect(file.name).toBe('guest-users.csv')
  expect(file.lines[0]).toBe('\ufeffName,Email,Last Purchase')
  expect(file.lines).toHaveLength(2)

  const asked = page.waitForRequest(/\/booking-activity\/[^?]+\?page=1&perPage=15$/)
  await openRow(rows.first())
  await asked
  await expect(page).toHaveURL(/\/dashboard\/users\/guests\/.+/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name!)
  await expect(page.getByText(email!)).toBeVisible()
  await expect(rows.first()).toContainText(/₦[\d,]+/)
  await expect(page.getByRole('table').locator('th')).toHaveText([
    'Booking ID',
    'Item',
    'Type',
    'Quantity',
    'Selected Location',
    'Amount',
    'Booking Date',
  ])
  await page.goto(`/dashboard/users/guests/${encodeURIComponent('nobody@tour.example')}`)
  await expect(page.getByText('No bookings made yet')).toBeVisible()
})

// Clauses: operations 5, 7, 328, 463
test('who is not a superadmin sees why; unknown addresses lead to the section, an unknown customer says so', async ({
  page,
}) => {
  await signIn(page, 'admin')
  await page.goto('/dashboard/users')
  const create = page.getByRole('button', { name: 'Create User' })
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await create.focus()
  await expect(page.getByRole('tooltip')).toHaveText('Only a superadmin can do this')
  for (const address of ['nonsense', 'guests/a/b']) {
    await page.goto(`/dashboard/users/${address}`)
    await expect(page).toHaveURL(/\/dashboard\/users$/)
  }
  await page.goto('/dashboard/users/999999999')
  await expect(page.getByText('There is no such customer')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
})

// Clauses: operations 456
test('a list that cannot be read says so and can be tried again; the palette finds a customer', async ({ page }) => {
  await signIn(page)
  await newCustomer(page, 'Zainab', 'Palette')
  for (const [address, call] of [
    ['users', '**/api/subscriptions/user-type?*'],
    ['users/guests', '**/api/purchase_history/guest-users*'],
    ['kids-klub', '**/api/admin/all-users?*'],
  ] as const) {
    await page.route(call, (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto(`/dashboard/${address}`)
    await expect(page.getByText('There is an error', { exact: true })).toBeVisible()
    await page.unroute(call)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
  }

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('zainab pal')
  await page.getByRole('option', { name: /Zainab Palette/ }).click()
  await expect(page.getByRole('heading', { name: 'Zainab Palette', level: 1 })).toBeVisible()
})

test('a name with its marks is found without them: in the list, in the palette and in a picker', async ({ page }) => {
  await signIn(page)
  await newCustomer(page, 'Ṣadé', 'Ọ̀ṣúnbọ́-Tour')
  await page.goto('/dashboard/users')
  await page.getByRole('searchbox', { name: SEARCH }).fill('tour sade')
  await expect(row(page, 'Ṣadé Ọ̀ṣúnbọ́-Tour')).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('sade osunbo tour')
  await expect(page.getByRole('option', { name: /Ṣadé Ọ̀ṣúnbọ́-Tour/ })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto('/dashboard/kids-klub')
  await page.getByRole('button', { name: 'Add member' }).click()
  await dialog(page, 'Add to the kids club').getByLabel('Customer').fill('osunbo-tour, sade')
  await expect(page.getByRole('option', { name: /Ṣadé Ọ̀ṣúnbọ́-Tour/ })).toBeVisible()
})

test(
  'The page of a customer answers a call: head, contact, timeline by kind, notes',
  { tag: '@both' },
  async ({ page }) => {
    await signIn(page)
    const id = await newCustomer(page, 'Zainab', 'Timeline')
    await page.goto(`/dashboard/users/${id}`)
    await expect(field(page, 'Customer number')).toContainText(String(id))
    await expect(field(page, 'Subscription plan')).toContainText(/until \d\d\/\d\d\/\d{4} \(\d+ days\)/)
    await expect(field(page, 'Total spend')).toContainText('1 purchase')
    await expect(page.getByRole('link', { name: 'zainab.timeline@tour.example' })).toHaveAttribute(
      'href',
      'mailto:zainab.timeline@tour.example',
    )
    await expect(page.getByRole('link', { name: '0809 555 0100' })).toHaveAttribute('href', 'tel:+2348095550100')

    const timeline = page.getByRole('region', { name: 'Timeline' })
    await expect(timeline.getByText(/^Subscribed to /)).toBeVisible()
    await timeline.getByRole('button', { name: 'Add note' }).click()
    const adding = dialog(page, 'Add note')
    await adding.getByRole('button', { name: 'Add note' }).click()
    await expect(adding.getByText('Write something first')).toBeVisible()
    await adding.getByLabel('Note').fill('Ṣadé asks for an aisle seat')
    await adding.getByRole('button', { name: 'Add note' }).click()
    await expectMessage(page, 'Note added')
    await timeline.getByRole('button', { name: 'Notes' }).click()
    await expect(page).toHaveURL(/kind=note/)
    const events = timeline.getByRole('listitem')
    await expect(events).toHaveCount(1)
    await expect(events).toContainText('Ṣadé asks for an aisle seat')

    await actOn(timeline, /^Actions for the note/, 'Edit')
    const editing = dialog(page, 'Edit note')
    await editing.getByLabel('Note').fill('Always row C')
    await editing.getByRole('button', { name: 'Save' }).click()
    await expectMessage(page, 'Note saved')
    await expect(events).toContainText('edited')
    await actOn(timeline, /^Actions for the note/, 'Delete')
    await expect(timeline.getByText('No notes')).toBeVisible()
    await toast(page, 'Note deleted').getByRole('button', { name: 'Undo' }).click()
    await expectMessage(page, 'Note restored')
    await expect(events).toContainText('Always row C')
  },
)

test('A subscription is cancelled with a reason, which Unsubscribed Users show', async ({ page }) => {
  await signIn(page)
  const id = await newCustomer(page, 'Yemi', 'Leaves')
  await page.goto(`/dashboard/users/${id}`)
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  const cancelling = dialog(page, 'Cancel the subscription of Yemi Leaves?')
  await cancelling.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(cancelling.getByText('Reason is required: say why the subscription is cancelled')).toBeVisible()
  await cancelling.getByLabel('Reason').fill('Moves to Accra')
  await cancelling.getByRole('button', { name: 'Cancel subscription' }).click()
  await expectMessage(page, 'Subscription cancelled')
  await expect(field(page, 'Status')).toHaveText('Unsubscribed')
  await page.goto('/dashboard/users/unsubscribers?search_query=yemi.leaves@tour.example')
  await expect(row(page, 'Yemi Leaves')).toContainText('Moves to Accra')
})

test('The palette tells people apart, finds guests, and creates a user', async ({ page }) => {
  await signIn(page)
  await page.goto('/dashboard/categories')
  await expect(page.getByRole('heading', { name: 'Categories' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const typing = page.getByRole('combobox', { name: 'Search or jump to' })
  await typing.fill('okafor')
  await expect(page.getByRole('option', { name: /Okafor.*0\d{3} \d{3} \d{4}/ }).first()).toBeVisible()
  await page.getByRole('option', { name: 'See all that match “okafor”' }).first().click()
  await expect(page).toHaveURL(/users\/all\?search=okafor/)
  await expect(typing).toBeHidden()
  await page.keyboard.press('Control+k')
  await typing.fill('light theme')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await expect(typing).toBeHidden()
  await page.keyboard.press('Control+k')
  await typing.fill('create user')
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Add Profile')).toBeVisible()
  await expect(page).toHaveURL(/open=new/)
})

test('All Users: customers and guests, by status and by a search', { tag: '@both' }, async ({ page }) => {
  await signIn(page)
  await page.goto('/dashboard/users/all')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await filterBy(page, 'Status', 'Guest')
  await expect(page).toHaveURL(/status=guest/)
  const guest = page.getByRole('row').nth(1)
  await expect(guest.getByText('Guest', { exact: true })).toBeVisible()
  const email = (await guest.getByText(/@/).first().innerText()).trim()
  await page.goto(`/dashboard/users/all?search=${encodeURIComponent(email)}`)
  await expect(row(page, email).getByText('Guest', { exact: true })).toBeVisible()
  await row(page, email).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/users\/guests\//)
})
