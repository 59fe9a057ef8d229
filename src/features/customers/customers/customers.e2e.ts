import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { fold } from '#contract/fold.ts'
import { acceptedSender, asSignedIn, type Api } from '../../../../e2e/api.ts'
import { drop } from '../../../../e2e/drop.ts'
import { expect, openScreen, signIn, test } from '../../../../e2e/fixtures.ts'
import { chooseAction, choose, dialog, openRow, row, toast } from '../../../../e2e/helpers.ts'
import { expectMessage } from '../../../../e2e/messages.ts'

const SEARCH = 'Name, email, phone or card'

type Plan = { product_id: number; product_name: string; product_price: number }

/** Customer with a subscription. */
async function newCustomer({ get, post }: Api, first_name: string, last_name: string): Promise<number> {
  const plans = await get<Plan[]>('/subscriptions')
  const { userId } = await post<{ userId: number }>('/admin/create-customer', {
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
  return userId
}

/** Cinema that programs can name. */
async function cinemaOf({ get }: Api) {
  const states = await get<{ cinemas: { id: string; cinema_name: string }[] }[]>('/cinema')
  return states.flatMap(({ cinemas }) => cinemas)[0]!
}

/** Finds a field of the profile by its label. */
const field = (page: Page, label: string): Locator =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')

const rowsOf = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

/** Holds the response to a call until it is released, to check the screen meanwhile. */
async function delayed(page: Page, address: string) {
  let release = () => {}
  const waiting = new Promise<void>((resolve) => (release = resolve))
  await page.route(address, async (route) => {
    await waiting
    await route.fallback()
  })
  return release
}

/** Cell of a list with a day, a phone or nothing. */
const dayOf = (at: string | null) => (at ? new Date(at).toLocaleDateString('en-GB', { timeZone: 'Africa/Lagos' }) : '_')
const phoneOf = (mobile: string | null) => mobile?.replace(/^\+234(\d{3})(\d{3})(\d{4})$/, '0$1 $2 $3') ?? '_'

// Clauses: operations 6, 8-9, 11, 13-16, 24-28, 30-32, 485, 494, 495
test('lists users with their details, opens profiles of customers and guests, and cancels a subscription', async ({
  page,
}) => {
  type Subscribed = { subscriptionName: string; endedAt: string | null; reason: string }
  type User = { email: string; firstName: string; lastName: string; mobile: string | null; createdAt: string }
  type Listed = { users: (User & { lastest_subscription: Subscribed })[] }
  await signIn(page)
  const api = await asSignedIn(page)
  const first = async (query: string) =>
    (await api.get<Listed>(`/subscriptions/user-type?${query}&perPage=1`)).users[0]!
  const active = await first('type=ACTIVE')
  await openScreen(page, '/dashboard/users')
  await expect(page.getByRole('heading', { name: 'Active Users' })).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(10)
  const titles = page.getByRole('table').locator('th')
  await expect(titles).toHaveText(['', 'Name', 'Email', 'Phone', 'Plan', 'Date created'])
  await expect(rowsOf(page).first().getByRole('cell')).toHaveText([
    '',
    `${active.firstName} ${active.lastName}`,
    active.email,
    phoneOf(active.mobile),
    active.lastest_subscription.subscriptionName,
    dayOf(active.createdAt),
  ])

  // A search that is empty in one list offers the matches of the others.
  const expired = await first('type=INACTIVE&had=before')
  const name = `${expired.firstName} ${expired.lastName}`
  await page.getByRole('searchbox', { name: SEARCH }).fill(expired.email)
  await page.getByRole('link', { name: `1 in Unsubscribed Users: ${name}` }).click()
  await expect(page.getByRole('searchbox', { name: SEARCH })).toHaveValue(expired.email)
  await expect(page.getByRole('heading', { name: 'Unsubscribed Users' })).toBeVisible()
  const { reason, endedAt } = expired.lastest_subscription
  const heads = ['', 'Name', 'Email', 'Reason', 'Date']
  const cells = ['', name, expired.email, reason || '_', dayOf(endedAt)]
  await expect(page.getByRole('table').locator('th, td')).toHaveText([...heads, ...cells])
  await rowsOf(page).first().getByRole('link').click()
  await expect(field(page, 'Status')).toHaveText('Unsubscribed')
  await openScreen(page, `/dashboard/users/guests/${encodeURIComponent('nobody@tour.example')}`)
  await expect(page.getByText('No bookings made yet')).toBeVisible()

  const send = await acceptedSender(api, { record_types: ['purchases'], source: 'tour-guests' })
  const at = new Date().toISOString()
  const email = 'tokunbo.guest@tour.example'
  const cinema = await cinemaOf(api)
  await send('purchases', {
    at,
    name: 'Tokunbo Guest',
    email,
    cinema_id: cinema.id,
    payment_reference: 'TOUR-GUEST',
    lines: [{ kind: 'concession', product: 'Popcorn, large', quantity: 3, amount: 2250.5 }],
  })
  await openScreen(page, '/dashboard/users/guests')
  await expect(page.getByText(/^1–10 of [\d,]+$/)).toBeVisible()
  await expect(titles).toHaveText(['Name', 'Email', 'Last Purchase'])
  await expect(row(page, email).getByRole('cell')).toHaveText(['Tokunbo Guest', email, dayOf(at)])
  const requested = page.waitForRequest(/\/booking-activity\/[^?]+\?page=1&perPage=15$/)
  await openRow(row(page, email))
  await requested
  await expect(page).toHaveURL(/\/dashboard\/users\/guests\/.+/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tokunbo Guest')
  await expect(page.getByText(email)).toBeVisible()
  const columns = ['Booking ID', 'Item', 'Type', 'Quantity', 'Selected Location', 'Amount', 'Booking Date']
  const bought = [/TOUR-GUEST/, 'Popcorn, large', /concession/i, '3', cinema.cinema_name, '₦2,250.50', dayOf(at)]
  await expect(page.getByRole('table').locator('th, td')).toHaveText([...columns, ...bought])

  await openScreen(page, '/dashboard/users/all?status=guest')
  await expect(row(page, email).getByText('Guest', { exact: true })).toBeVisible()
  await row(page, email).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/users\/guests\//)

  await test.step('shows contact, timeline by kind, notes and purchases of a customer, and cancels the subscription', async () => {
    const api = await asSignedIn(page)
    const id = await newCustomer(api, 'Zainab', 'Timeline')
    const email = 'zainab.timeline@tour.example'
    const send = await acceptedSender(api, { record_types: ['purchases'], source: 'tour-shop' })
    const at = new Date().toISOString()
    const one = { kind: 'concession', product: 'Coke 50 cl', quantity: 2, amount: 900 }
    const lines = Array.from({ length: 16 }, () => one)
    const cinema = await cinemaOf(api)
    await send('purchases', { at, email, cinema_id: cinema.id, payment_reference: 'TOUR-BOUGHT', lines })
    await openScreen(page, `/dashboard/users/${id}`)
    await expect(field(page, 'Customer number')).toContainText(String(id))
    await expect(field(page, 'Subscription plan')).toContainText(/until \d\d\/\d\d\/\d{4} \(\d+ days\)/)
    await expect(field(page, 'Total spend')).toContainText('2 purchases')
    await expect(page.getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`)
    await expect(page.getByRole('link', { name: '0809 555 0100' })).toHaveAttribute('href', 'tel:+2348095550100')
    const memberships = page.getByRole('table', { name: 'Membership History' })
    const terms = ['Membership Plan', 'Months', 'Multi User Plan', 'Renewal Date', 'Expiry Date', 'Order amount']
    await expect(memberships.locator('th, td:nth-child(2)')).toHaveText([...terms, '2'])

    const activities = page.getByRole('table', { name: 'Activities in the last 6 months' })
    const titles = ['Item', 'Type', 'Quantity', 'Payment ID', 'Date', 'Order amount']
    const day = new RegExp(`^${dayOf(at)}`)
    const bought = [`Coke 50 cl${cinema.cinema_name}`, 'Concession', '2', /^TOUR-BOUGHT/, day, '₦900']
    await expect(activities.locator('th, tr:first-child > td')).toHaveText([...titles, ...bought])
    await expect(activities.getByRole('row')).toHaveCount(16)
    const pages = page.getByRole('navigation', { name: 'Pages of Activities in the last 6 months' })
    await expect(pages.getByText('1–15 of 16')).toBeVisible()

    const timeline = page.getByRole('region', { name: 'Timeline' })
    await expect(timeline.getByText(/^Subscribed to /)).toBeVisible()
    await timeline.getByRole('button', { name: 'Add note' }).click()
    const adding = dialog(page, 'Add note')
    await adding.getByLabel('Note').fill('Ṣadé asks for an aisle seat')
    await adding.getByRole('button', { name: 'Add note' }).click()
    await timeline.getByRole('button', { name: 'Notes' }).click()
    const events = timeline.getByRole('listitem')
    await expect(events).toHaveText([/Ṣadé asks for an aisle seat/])

    await chooseAction(timeline, /^Actions for the note/, 'Delete')
    await toast(page, 'Note deleted').getByRole('button', { name: 'Undo' }).click()
    await expect(events).toHaveText([/Ṣadé asks for an aisle seat/])

    await page.getByRole('button', { name: 'Cancel subscription' }).click()
    const cancelling = dialog(page, 'Cancel the subscription of Zainab Timeline?')
    await cancelling.getByLabel('Reason').fill('Moves to Accra')
    await cancelling.getByRole('button', { name: 'Cancel subscription' }).click()
    await expectMessage(page, 'Subscription cancelled')
    await expect(field(page, 'Status')).toHaveText('Unsubscribed')
  })
})

// Clauses: operations 7, 17, 19, 29, 33, 183, 235, 270, 272, 274-275, 524
test('creates a user and edits every field of the profile', async ({ page }) => {
  await signIn(page)
  const api = await asSignedIn(page)
  await openScreen(page, '/dashboard/users')
  await page.getByRole('button', { name: 'Create User' }).click()
  const adding = dialog(page, 'Add Profile')
  const add = adding.getByRole('button', { name: 'Add Profile' })
  await adding.getByLabel('First name').fill('Temitope')
  await adding.getByLabel('Last name').fill('Adeyinka')
  await adding.getByLabel('Email').fill('temitope@tour.example')
  await adding.getByRole('textbox', { name: 'Date of birth' }).fill('5/11/1990')
  const password = adding.getByLabel('Password', { exact: true })
  await password.fill('eight-or-more')
  await adding.getByRole('button', { name: 'Show what you typed' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await choose(adding, 'Subscription plan', /^Duo, /)
  await adding.getByLabel('Number of months').fill('3')
  await adding.getByLabel('Card').check()
  await expect(adding.getByLabel('Amount')).toHaveText('₦27,000')
  const { users: known } = await api.get<{ users: { mobile: string | null }[] }>('/admin/all-users?perPage=50')
  await adding.getByLabel('Phone').fill(known.find(({ mobile }) => mobile)!.mobile!)
  await expect(adding.getByText(/^Another customer has this phone/)).toBeVisible()
  await adding.getByLabel('Phone').fill('0809 555 0177')
  await add.click()
  await toast(page, 'Customer created').getByRole('button', { name: 'Open the profile' }).click()

  await expect(page.locator('main dl > div')).toHaveText([
    /^Customer number\d+$/,
    'StatusActive',
    /^Subscription planDuo/,
    /^Points/,
    /^Total spend/,
    /^Default cinema/,
    'NameTemitope Adeyinka',
    /^Emailtemitope@tour.example/,
    /^Phone0809 555 0177/,
    'GenderNil',
    'Date of birth05/11/1990',
    'Card numberNil',
    /^Date created\d\d\/\d\d\/\d{4}/,
    /^Preferred billing cycle/,
    /^Payment card/,
    /^Preferences/,
    /^Most visited cinema/,
    /^Trailers watched/,
  ])
  await expect(
    page.getByText('No tickets or concessions yet. Subscriptions are under Membership History.'),
  ).toBeVisible()

  const editing = dialog(page, 'Edit Profile')
  const edit = page.getByRole('button', { name: 'EDIT PROFILE' })
  const save = editing.getByRole('button', { name: 'Save Profile' })
  await edit.click()
  const born = editing.getByRole('textbox', { name: 'Date of birth' })
  // An impossible day stays as it was typed.
  await born.fill('31/02/2000')
  const pin = editing.getByLabel('PIN', { exact: true })
  await save.click()
  await expect(editing.getByText('31/02/2000 is not a date')).toBeVisible()
  await expect(born).toHaveValue('31/02/2000')
  await born.fill('3.4.91')
  await editing.getByLabel('Card number').fill('6001-77')
  await pin.fill('4321')
  await choose(editing, 'Gender (optional)', 'Female')
  await choose(editing, 'Default cinema (optional)', /Lekki/)
  await choose(editing, 'Preferred billing cycle (optional)', 'Quarterly')
  await save.click()
  const fields = ['Default cinema', 'Gender', 'Date of birth', 'Card number', 'Preferred billing cycle']
  await expect(page.locator('main dl > div').filter({ hasText: new RegExp(`^(${fields.join('|')})`) })).toHaveText([
    /Lekki/,
    'GenderFemale',
    'Date of birth03/04/1991',
    'Card number6001-77',
    'Preferred billing cycleQuarterly',
  ])
  // The PIN is stored now, so it need not be typed again.
  await edit.click()
  await expect(pin).toHaveAttribute('placeholder', 'Leave empty to keep the current PIN')
})

// Clauses: operations 18, 21, 23, 236-237, 443-444, 446-447, 472, 474-475
test('confirms picture, Clear Token and Reset password, then shows the result or the error', async ({ page }) => {
  await signIn(page)
  const id = await newCustomer(await asSignedIn(page), 'Halima', 'Acts')
  await openScreen(page, `/dashboard/users/${id}`)
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

  const release = await delayed(page, '**/api/admin/customer/*')
  await page.getByRole('button', { name: 'Clear Token' }).click()
  await dialog(page, 'Clear Token').getByRole('button', { name: 'Clear Token' }).click()
  await expect(page.getByRole('button', { name: 'Clearing Token...' })).toBeVisible()
  release()
  await expectMessage(page, 'Token has been cleared')

  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(dialog(page, 'Reset password')).toContainText('halima.acts@tour.example')
  await dialog(page, 'Reset password').getByRole('button', { name: 'Send link' }).click()
  await expectMessage(page, 'Email sent!')

  // Without a stored card, the buttons that need one give the reason.
  await page.getByRole('button', { name: 'Delete card' }).hover()
  await expect(page.getByRole('tooltip')).toHaveText('The customer has no stored card')
  await expect(page.getByRole('button', { name: 'RENEW SUBSCRIPTION' })).toHaveAttribute('aria-disabled', 'true')

  let failures = 0
  await page.route('**/api/admin/**', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 409, json: { status: 409, message: `Failure ${++failures}` } }),
  )
  await page
    .getByLabel('Upload a picture')
    .setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() })
  await expectMessage(page, 'Failure 1')
  // An error stays on top until it is dismissed.
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('button', { name: 'Clear Token' }).click()
  await dialog(page, 'Clear Token').getByRole('button', { name: 'Clear Token' }).click()
  await expectMessage(page, 'Failure 2')
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('button', { name: 'Reset password' }).click()
  await dialog(page, 'Reset password').getByRole('button', { name: 'Send link' }).click()
  await expectMessage(page, 'Failure 3')
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('button', { name: 'EDIT PROFILE' }).click()
  await dialog(page, 'Edit Profile').getByLabel('First name').fill('Halimat')
  await dialog(page, 'Edit Profile').getByRole('button', { name: 'Save Profile' }).click()
  await expectMessage(page, 'Failure 4')
})

// Clauses: operations 20, 22, 183, 236, 247, 445, 448, 473, 476, 483
test('shows the charge of a renewal and its result, and deletes a stored card', async ({ page }) => {
  await signIn(page)
  const api = await asSignedIn(page)
  const id = await newCustomer(api, 'Obinna', 'Renews')
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
  let renewal: { state: string; stateText: string } | undefined
  const offered = () => (renewal ? { ...made, ...offer, ...renewal, settledAt: null } : null)
  // The test plays the payment provider: result of a charge, and its time.
  await page.route(`**/api/subscriptions/renewals/${id}`, (route) => {
    const isUnderWay = renewal?.state === 'initiated' || renewal?.state === 'needs_customer'
    const next = isUnderWay ? { offer: null, refusal: 'A renewal is in progress' } : { offer, refusal: null }
    return route.fulfill({ json: { data: { renewal: offered(), ...next } } })
  })
  const renewing = `**/api/subscriptions/renew-subscription/${id}`
  await page.route(renewing, (route) => route.fulfill({ json: { data: offered() } }))
  // A pending charge is polled every few seconds.
  await page.clock.install()
  await openScreen(page, `/dashboard/users/${id}`)
  const renew = page.getByRole('button', { name: 'RENEW SUBSCRIPTION' })
  const question = dialog(page, 'Renew the subscription of Obinna Renews?')
  await renew.click()
  await expect(question).toContainText(
    '₦22,500 is charged to VISA •••• 4242 for 3 months of Gold, from 01/12/2026 to 28/02/2027',
  )
  renewal = { state: 'failed', stateText: 'The card was declined: Insufficient funds' }
  await question.getByRole('button', { name: 'Renew' }).click()
  await expectMessage(page, renewal.stateText)
  await expect(page.getByText('Renewal failed')).toBeVisible()

  const release = await delayed(page, renewing)
  await renew.click()
  renewal = { state: 'initiated', stateText: 'Waiting for the payment provider to confirm the charge' }
  await question.getByRole('button', { name: 'Renew' }).click()
  await expect(page.getByRole('button', { name: 'RENEWING...' })).toBeVisible()
  release()
  await expectMessage(page, 'Subscription renewal initiated successfully')
  await expect(page.getByText('Renewal initiated', { exact: true })).toBeVisible()
  await expect(renew).toHaveAttribute('aria-disabled', 'true')
  renewal = { state: 'needs_customer', stateText: 'The bank asks the customer to confirm' }
  await page.clock.fastForward('00:03')
  await expect(page.getByText('Renewal waiting for the customer')).toBeVisible()

  renewal = { state: 'succeeded', stateText: 'Paid' }
  await page.clock.fastForward('00:15')
  await expect(page.getByText('Renewed', { exact: true })).toBeVisible()

  const { users } = await api.get<{ users: { userId: number }[] }>('/subscriptions/user-type?type=ACTIVE&perPage=100')
  let found: { id: number; last4: string } | undefined
  const find = async () => {
    for (const { userId } of users) {
      const { offer: stored } = await api.get<{ offer: { card: { last4: string } } | null }>(
        `/subscriptions/renewals/${userId}`,
      )
      if (stored) return (found = { id: userId, last4: stored.card.last4 })
    }
  }
  // The demo stores its cards in the background.
  await expect.poll(find).toBeDefined()
  const { id: other, last4 } = found!
  await openScreen(page, `/dashboard/users/${other}`)
  await expect(field(page, 'Payment card')).toContainText(`•••• ${last4}`)

  const forgetting = '**/api/flutterwave/payment-token/*'
  const requested = dialog(page, 'Delete card')
  await page.route(forgetting, (route) => route.fulfill({ status: 409, json: { status: 409, message: 'Not today' } }))
  await page.getByRole('button', { name: 'Delete card' }).click()
  await expect(requested).toContainText("Are you sure you want to delete this customer's card?")
  await requested.getByRole('button', { name: 'DELETE' }).click()
  await expectMessage(page, 'Not today')
  await page.unroute(forgetting)
  const releaseCall = await delayed(page, forgetting)
  await requested.getByRole('button', { name: 'DELETE' }).click()
  await expect(requested.getByRole('button', { name: 'DELETING...' })).toBeVisible()
  releaseCall()
  await expectMessage(page, "Customer's card has been deleted")
  await expect(field(page, 'Payment card')).toHaveText('Nil')
})

// Clauses: operations 7, 456, 463
test('gives the reason to admins, shows load errors, and finds a name without its marks', async ({ page }) => {
  await signIn(page, 'admin')
  await openScreen(page, '/dashboard/users')
  const create = page.getByRole('button', { name: 'Create User' })
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await create.focus()
  await expect(page.getByRole('tooltip')).toHaveText('Only a superadmin can do this')
  await openScreen(page, '/dashboard/users/999999999')
  await expect(page.getByText('Customer not found')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)

  await signIn(page)
  await newCustomer(await asSignedIn(page), 'Ṣadé', 'Ọ̀ṣúnbọ́-Tour')
  const fails = /\/api\/(purchase_history\/guest-users|subscriptions\/user-type|admin\/all-users)\?/
  await page.route(fails, (route) => route.fulfill({ status: 500, body: '' }))
  for (const address of ['users/guests', 'users', 'kids-klub']) {
    await openScreen(page, `/dashboard/${address}`)
    await expect(page.getByText('There is an error', { exact: true })).toBeVisible()
  }
  await page.unroute(fails)
  const found = page.getByRole('option', { name: /Ṣadé Ọ̀ṣúnbọ́-Tour/ })
  const typing = page.getByRole('combobox', { name: 'Search or jump to' })
  await page.keyboard.press('Control+k')
  await typing.fill('osunbo')
  await expect(found).toContainText('0809 555 0100')
  await expect(page.getByRole('option', { name: 'See all that match “osunbo”' }).first()).toBeVisible()
  await found.click()
  await expect(page.getByRole('heading', { name: 'Ṣadé Ọ̀ṣúnbọ́-Tour', level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await typing.fill('light theme')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.keyboard.press('Control+k')
  await typing.fill('create user')
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Add Profile')).toBeVisible()
  await expect(page).toHaveURL(/open=new/)
})
