import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { NO_CONNECTION } from '#contract/message.ts'
import { showDay } from '#contract/time.ts'
import { acceptedSender, asSuperadmin } from '../../../e2e/api.ts'
import { today } from '../../../e2e/day.ts'
import { drop } from '../../../e2e/drop.ts'
import { expect, signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import { choose, dialog, goTo, row, usePicture } from '../../../e2e/helpers.ts'

// So that what is sent to all can be stopped.
test.use({ settings: { PUSH_HOLD_SECONDS: '25' } })

const EMPTY = 'This field is empty'

const drawn = async (width: number, height: number, kind: 'png' | 'gif' = 'png') => ({
  name: `picture.${kind}`,
  mimeType: `image/${kind}`,
  buffer: await sharp({ create: { width, height, channels: 3, background: '#7c5cf0' } })
    .toFormat(kind)
    .toBuffer(),
})
const picture = async (page: Page, ...of: Parameters<typeof drawn>) =>
  drop(page.getByLabel('Upload Image', { exact: true }), await drawn(...of))

const write = async (page: Page, title: string) => {
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Body').fill('At every cinema, from eight on. Bring somebody along and show this.')
}
const send = (page: Page) => page.getByRole('button', { name: 'Send now' })

const signedIn = async (page: Page) => {
  const login = await page.request.post('/api/auth/login', {
    data: { email: 'superadmin@marquee.example', password: 'marquee-demo' },
  })
  return { authorization: `Bearer ${(await login.json()).data.tokens.access_token}` }
}

/** A customer with this address signs in on a new device, as the app tells it. */
async function tellDevice(page: Page, email: string, more: object = {}) {
  const send = await acceptedSender(await asSuperadmin(page.request), { streams: ['customers', 'devices'] })
  const at = '2026-01-05T10:00:00+01:00'
  await send('customers', { id: email, first_name: 'Ada', email, registered_at: at, ...more })
  await send('devices', { id: email, customer_id: email, token: `device-of-${email}`, platform: 'android', at })
}

// Clauses: operations 47-48, 457
test('the history says what was sent, what came of it and what the figures mean; a row leads to all of it, another like it is begun; one to everybody waits and can be stopped', async ({
  page,
}) => {
  await signIn(page)
  const list = '**/api/notification/get-push-notifications*'
  await page.route(list, (route) => route.fulfill({ status: 503, json: { status: 503, message: 'Not today' } }))
  await page.goto('/dashboard/notifications')
  await expect(page.getByRole('alert').filter({ hasText: 'Not today' })).toBeVisible()
  await page.unroute(list)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page).toHaveURL(/\/dashboard\/notifications$/)
  await expect(row(page, 'Weekend offer: two for one').getByText('Sent', { exact: true })).toBeVisible()
  await expect(row(page, 'Weekend offer')).toContainText('Bring somebody along tonight: the second tic…')
  await expect(row(page, 'Premiere tickets are out')).toContainText('Premiere of the month, first…')
  await expect(row(page, 'Night owls').getByText('Missed')).toBeVisible()

  await page.getByRole('button', { name: 'What Accepted means' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Devices for which the push service accepted it/).last()).toBeVisible()

  await page.route('**/api/notification/get-push-notification/*', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    answer.data.leftOut = 3
    await route.fulfill({ response, json: answer })
  })
  await row(page, 'Weekend offer: two for one')
    .getByRole('link', { name: /^Weekend offer/ })
    .click()
  await expect(page).toHaveURL(/\/dashboard\/notifications\/\d+$/)
  const main = page.getByRole('main')
  await expect(
    main.getByText('Bring somebody along tonight: the second ticket', { exact: false }).first(),
  ).toBeVisible()
  await expect(main.getByText('All users', { exact: true })).toBeVisible()
  await expect(page.getByTestId('preview')).toContainText('Weekend offer: two for one')
  for (const [figure, means] of [
    ['Accepted', /^Devices for which the push service accepted it/],
    ['Clicks', /^Devices on which it was opened/],
    ['Purchases', /^Purchases that carry its code/],
  ] as const) {
    await page.getByRole('button', { name: `What ${figure} means` }).click()
    await expect(page.getByRole('status').filter({ hasText: means })).toBeVisible()
  }
  await expect(page.getByText("3 left out: children without their guardian's consent")).toBeVisible()
  await page.unroute('**/api/notification/get-push-notification/*')
  // What was sent cannot be changed.
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await page.goto('/dashboard/notifications')
  await page.getByRole('link', { name: 'Duplicate Weekend offer: two for one' }).click()
  await expect(page.getByRole('heading', { name: 'Send Notification' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Weekend offer: two for one')
  await expect(page.getByRole('combobox', { name: 'Audience' })).toHaveValue('Test user')
  await page.goto('/dashboard/notifications/999999')
  await expect(page.getByText('There is no such notification')).toBeVisible()

  await page.goto('/dashboard/notifications?search=premiere')
  await row(page, 'Premiere tickets are out').getByRole('link', { name: 'Premiere tickets are out' }).first().click()
  const compared = page.getByRole('region', { name: 'Compared with those held out' })
  await expect(compared).toContainText(
    /No clear difference: it may be chance\. It lies between −?₦[\d,]+ and ₦[\d,]+ each/,
  )
  await expect(compared).toContainText(/₦[\d,]+ each: [\d,]+ of [\d,]+ customers bought/)

  // One to everybody is asked for first, and waits, so that it can be stopped.
  await tellChild(page)
  await page.goto('/dashboard/notifications/send')
  await write(page, 'To everybody')
  await choose(page, 'Audience', 'All users')
  await expect(page.getByText(/^Reaches [\d,]+ devices/)).toBeVisible()
  await send(page).click()
  const asked = dialog(page, 'Send it now?')
  await expect(asked).toContainText(
    /Reaches [\d,]+ devices \([\d,]+ customers\).*You can stop it while it is being sent/,
  )
  await asked.getByRole('button', { name: 'Send', exact: true }).click()
  await expectMessage(page, 'Sent notification')
  const sent = row(page, 'To everybody')
  await expect(sent.getByText(/^Sending in 0:\d\d$/)).toBeVisible()
  await sent.getByRole('button', { name: 'Stop To everybody' }).click()
  await expectMessage(page, 'Notification cancelled')
  await expect(sent.getByText('Cancelled', { exact: true })).toBeVisible()

  // The demo's audience is sent to in a moment: the history is answered as it was in the middle.
  await page.route('**/api/notification/get-push-notifications*', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const [first, second] = answer.data.notifications
    Object.assign(first, {
      state: 'sending',
      beginsIn: null,
      devices: 20_000,
      totalReceived: 7500,
      gone: 20,
      failed: 0,
    })
    Object.assign(second, { state: 'sent', gone: 3 })
    await route.fulfill({ response, json: answer })
  })
  await page.goto('/dashboard/notifications')
  await expect(page.getByText('3 no longer have the app')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: /^Sending / })).toHaveAttribute('aria-valuenow', '37.6')
  await expect(page.getByText('7,520 of 20,000 devices')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Stop / })).toBeVisible()
  // It is read again and again: the answer that is on its way comes to its end.
  await page.unrouteAll({ behavior: 'wait' })
})

const tellChild = (page: Page) =>
  tellDevice(page, `child-${Date.now()}@mail.example`, { kids_club: { guardian_name: 'Ronke Ojo' } })

// Clauses: operations 49, 279, 281-282, 285-286, 288, 469-470
test('the form says what is wrong, measures the image and counts the audience; a test goes to one person alone', async ({
  page,
}) => {
  const email = `ada-${Date.now()}@mail.example`
  await signIn(page)
  await page.goto('/dashboard/notifications/send')
  await send(page).click()
  await expect(page.getByText(EMPTY)).toHaveCount(3)
  await page.getByLabel('Email').fill('ada@nowhere')
  await page.getByLabel('Link').fill('shop')
  await send(page).click()
  await expect(page.getByText('Invalid email')).toBeVisible()
  await expect(page.getByText('Invalid url')).toBeVisible()

  await expect(page.getByText(/Recommended: landscape 2:1, at most 2000 px wide$/)).toBeVisible()
  await picture(page, 299, 400)
  await usePicture(page)
  await expect(page.getByText('Width must be at least 300px, height at least 200px')).toBeVisible()
  await picture(page, 600, 300, 'gif')
  await expect(page.getByText('Image must be PNG or JPEG')).toBeVisible()
  await picture(page, 600, 300)
  await expect(page.getByTestId('preview').locator('img')).toBeVisible()
  await expect(page.getByText('Image must be PNG or JPEG')).toHaveCount(0)

  await page.getByLabel('Email').fill('nobody@mail.example')
  await expect(page.getByText('No device is registered for this email')).toBeVisible()
  await tellChild(page)
  await choose(page, 'Audience', 'All users')
  await expect(
    page.getByText(
      /^Reaches [\d,]+ devices \([\d,]+ customers\)\. \d+ left out: children without their guardian's consent$/,
    ),
  ).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveCount(0)

  page.once('dialog', (asked) => void asked.accept())
  await tellDevice(page, email)
  await page.goto('/dashboard/notifications/send')
  await write(page, `A test for ${email}`)
  await page.getByLabel('Email').fill(email)
  await expect(page.getByText('Reaches 1 device (1 customer)')).toBeVisible()
  await picture(page, 600, 300)
  const call = '**/api/notification/send-push-notification'
  await page.route(call, (route) => route.fulfill({ status: 409, json: { status: 409, message: 'Not today' } }))
  await send(page).click()
  await expectMessage(page, 'Not today')
  await expect(page.getByLabel('Title')).toHaveValue(`A test for ${email}`)
  await page.unroute(call)
  await send(page).click()
  await expectMessage(page, 'Sent notification')
  // What was typed stays, to be sent to others next.
  await expect(page.getByLabel('Title')).toHaveValue(`A test for ${email}`)
  await expect(page.getByTestId('preview').locator('img')).toBeVisible()
  await page.getByLabel('Email').fill('nobody@mail.example')
  await send(page).click()
  await expect(page.getByText('No device is registered for this email').first()).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/notifications\/send$/)
  await page.getByLabel('Email').fill(email)
  await send(page).click()
  await expectMessage(page, 'Sent notification')
  await goTo(page, 'Referral links')
  await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { name: 'Referral links' })).toBeVisible()
  await goTo(page, 'Notifications')
  const sent = row(page, `A test for ${email}`)
  await expect(sent).toHaveCount(2)
  for (const one of await sent.all()) {
    await expect(one.getByText('Sent', { exact: true })).toBeVisible({ timeout: 30_000 })
    await expect(one.getByRole('cell').nth(4)).toHaveText('1')
  }

  // A correction after an answer that was lost leads to what was sent.
  await page.goto('/dashboard/notifications/send')
  await write(page, 'Answered too late')
  await page.getByLabel('Email').fill(email)
  await page.route(call, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await send(page).click()
  await expectMessage(page, NO_CONNECTION)
  await page.unroute(call)
  await page.getByLabel('Title').fill('Corrected')
  await send(page).click()
  await expectMessage(page, 'Already sent, without your later changes')
  await expect(page).toHaveURL(/\/dashboard\/notifications\/\d+$/)
  await expect(page.getByRole('heading', { name: 'Answered too late' })).toBeVisible()
})

test.describe('in a browser of another zone', () => {
  test.use({ timezoneId: 'America/New_York' })

  // Clauses: operations 50, 504
  test('one is scheduled by the clock of the chain, changed, and cancelled; an image that a colleague gave stays', async ({
    page,
  }) => {
    const title = 'Scheduled by the clock'
    await signIn(page)
    await page.goto('/dashboard/notifications/send')
    await write(page, title)
    await choose(page, 'Audience', /^Subscribed/)
    await page.getByRole('button', { name: 'Schedule' }).click()
    const schedule = dialog(page, 'Schedule notification')
    await expect(schedule).toContainText(/In West African time, where it is \d\d:\d\d now\. On your clock that is/)
    await schedule.getByLabel('Send date').fill('01/01/2026')
    // The calendar closes when the field is left.
    await page.keyboard.press('Tab')
    await schedule.getByRole('button', { name: 'Schedule' }).click()
    await expect(schedule.getByText('Choose a time in the future')).toBeVisible()
    await schedule.getByLabel('Send date').fill(showDay(today(1)))
    await schedule.getByLabel('Send hours').fill('00')
    await schedule.getByLabel('Send minutes').fill('30')
    await schedule.getByRole('button', { name: 'Schedule' }).click()
    await expectMessage(page, `Scheduled for ${showDay(today(1))} 00:30`)
    await expect(row(page, title)).toContainText(`${showDay(today(1))} 00:30`)

    await row(page, title)
      .getByRole('link', { name: `Edit ${title}` })
      .click()
    await expect(page.getByRole('heading', { name: 'Edit Notification' })).toBeVisible()
    await expect(page.getByText(`Scheduled for ${showDay(today(1))} 00:30, West African time`)).toBeVisible()
    await page.getByLabel('Body').fill('Another text')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(row(page, title)).toContainText('Another text')
    await expect(row(page, title)).toContainText(`${showDay(today(1))} 00:30`)

    await row(page, title)
      .getByRole('button', { name: `Cancel ${title}` })
      .click()
    await dialog(page, 'Cancel this notification?').getByRole('button', { name: 'Cancel it' }).click()
    await expectMessage(page, 'Notification cancelled')
    await expect(row(page, title).getByText('Cancelled')).toBeVisible()
    await expect(row(page, title).getByRole('link', { name: `Edit ${title}` })).toHaveCount(0)

    // An image that a colleague gave stays, unless another one was chosen and is kept.
    const headers = await signedIn(page)
    const fields = {
      title: 'Two at work',
      body: 'As it was',
      audience: 'ALL-USERS',
      is_scheduled: 'true',
      schedule_date: today(1),
      schedule_time: '12:00',
    }
    const made = await page.request.post('/api/notification/send-push-notification', { headers, multipart: fields })
    const { id } = (await made.json()).data
    const theirs = async (width: number) => {
      const multipart = { ...fields, file: await drawn(width, 400) }
      const answer = await page.request.put(`/api/notification/edit-push-notification/${id}`, { headers, multipart })
      return (await answer.json()).data.image
    }
    const image = async () => {
      const answer = await page.request.get(`/api/notification/get-push-notification/${id}`, { headers })
      return (await answer.json()).data.image
    }
    const stale = dialog(page, 'Somebody else changed this in the meantime')
    const save = page.getByRole('button', { name: 'Save', exact: true })

    await page.goto(`/dashboard/notifications/edit/${id}`)
    await page.getByLabel('Body').fill('My text')
    const first = await theirs(800)
    await save.click()
    await expect(stale.getByRole('region', { name: 'Body' })).toBeVisible()
    await expect(stale.getByRole('region', { name: 'Image' })).toHaveCount(0)
    await stale.getByRole('button', { name: 'Save this' }).click()
    await expect(page).toHaveURL(/\/dashboard\/notifications$/)
    expect(await image()).toBe(first)

    await page.goto(`/dashboard/notifications/edit/${id}`)
    await picture(page, 600, 300)
    await expect(page.getByTestId('preview').locator('img[src^=blob]')).toBeVisible()
    const second = await theirs(900)
    await save.click()
    const images = stale.getByRole('region', { name: 'Image' })
    await expect(images).toContainText('both changed it')
    await expect(images.locator('img')).toHaveCount(2)
    await images.getByText('Theirs').click()
    await stale.getByRole('button', { name: 'Save this' }).click()
    await expect(page).toHaveURL(/\/dashboard\/notifications$/)
    expect(await image()).toBe(second)
  })
})
