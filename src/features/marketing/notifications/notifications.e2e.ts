import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { showDay } from '#contract/time.ts'
import { acceptedSender, asSignedIn } from '../../../../e2e/api.ts'
import { today } from '../../../../e2e/day.ts'
import { drop } from '../../../../e2e/drop.ts'
import { expect, openScreen, signIn, test } from '../../../../e2e/fixtures.ts'
import { expectMessage } from '../../../../e2e/messages.ts'
import { choose, dialog, row } from '../../../../e2e/helpers.ts'

// So that what is sent to all can be stopped.
test.use({ settings: { PUSH_UNDO_SECONDS: '25' } })

const drawn = async (width: number, height: number) => ({
  name: 'picture.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width, height, channels: 3, background: '#7c5cf0' } })
    .png()
    .toBuffer(),
})
const picture = async (page: Page, ...of: Parameters<typeof drawn>) =>
  drop(page.getByLabel('Upload Image', { exact: true }), await drawn(...of))

const write = async (page: Page, title: string) => {
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Body').fill('At every cinema, from eight on. Bring somebody along and show this.')
}
const send = (page: Page) => page.getByRole('button', { name: 'Send now' })

/** Customers with these addresses sign in on new devices, as the app tells it; the second is a child of the kids club. */
async function reportDevices(page: Page, adult: string, child: string) {
  const send = await acceptedSender(await asSignedIn(page), { record_types: ['customers', 'devices'] })
  const at = '2026-01-05T10:00:00+01:00'
  for (const [email, more] of [
    [adult, {}],
    [child, { kids_club: { guardian_name: 'Ronke Ojo' } }],
  ] as const) {
    await send('customers', { id: email, first_name: 'Ada', email, registered_at: at, ...more })
    await send('devices', { id: email, customer_id: email, token: `device-of-${email}`, platform: 'android', at })
  }
}

// Clauses: operations 47-48
test('the history says what was sent, what came of it and what the figures mean; a row leads to all of it, and another like it is begun; one to everybody is asked for first, waits and can be stopped; one on its way says how far it is', async ({
  page,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/notifications')
  const offer = row(page, 'Weekend offer: two for one')
  await expect(offer).toContainText(/Bring somebody along tonight: the second tic….*Sent/)
  await expect(row(page, 'Premiere tickets are out')).toContainText('Premiere of the month, first…')
  await expect(row(page, 'Night owls').getByText('Missed')).toBeVisible()
  await page.getByRole('button', { name: 'What Accepted means' }).press('Enter')
  await expect(page.getByText(/^Devices the push service accepted the message for/).last()).toBeVisible()

  await page.route('**/api/notification/get-push-notification/*', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    answer.data.excluded = 3
    await route.fulfill({ response, json: answer })
  })
  await offer.getByRole('link', { name: /^Weekend offer/ }).click()
  const main = page.getByRole('main')
  await expect(main).toContainText('Bring somebody along tonight: the second ticket')
  await expect(main).toContainText("3 excluded: children without their guardian's consent")
  await expect(main.getByText('All users', { exact: true })).toBeVisible()
  await expect(page.getByTestId('preview')).toContainText('Weekend offer: two for one')
  await page.getByRole('button', { name: 'What Purchases means' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^Purchases with the code of its link/ })).toBeVisible()
  // What was sent cannot be changed.
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0)

  await openScreen(page, '/dashboard/notifications?search=premiere')
  await row(page, 'Premiere tickets are out').getByRole('link', { name: 'Premiere tickets are out' }).first().click()
  const compared = page.getByRole('region', { name: 'Compared with the control group' })
  await expect(compared).toContainText(/No significant difference: between −?₦[\d,]+ and ₦[\d,]+ each/)
  await expect(compared).toContainText(/₦[\d,]+ each: [\d,]+ of [\d,]+ customers bought/)
  await openScreen(page, '/dashboard/notifications')
  await page.getByRole('link', { name: 'Duplicate Weekend offer: two for one' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Weekend offer: two for one')
  await expect(page.getByRole('combobox', { name: 'Audience' })).toHaveValue('Test user')

  await test.step('one to everybody is asked for first, waits and can be stopped; one on its way says how far it is', async () => {
    await openScreen(page, '/dashboard/notifications/send')
    await write(page, 'To everybody')
    await choose(page, 'Audience', 'All users')
    await expect(page.getByText(/^Reaches [\d,]+ devices \([\d,]+ customers\)/)).toBeVisible()
    await send(page).click()
    const question = dialog(page, 'Send this notification now?')
    await expect(question).toContainText(
      /Reaches [\d,]+ devices \([\d,]+ customers\).*You can stop it while it is being sent/,
    )
    await question.getByRole('button', { name: 'Send', exact: true }).click()
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
        unregistered: 20,
        failed: 0,
      })
      Object.assign(second, { state: 'sent', unregistered: 3 })
      await route.fulfill({ response, json: answer })
    })
    await openScreen(page, '/dashboard/notifications')
    await expect(page.getByText('3 no longer have the app')).toBeVisible()
    await expect(page.getByRole('progressbar', { name: /^Sending / })).toHaveAttribute('aria-valuenow', '37.6')
    await expect(page.getByText('7,520 of 20,000 devices')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Stop / })).toBeVisible()
    // It is read again and again: the answer that is on its way comes to its end.
    await page.unrouteAll({ behavior: 'wait' })
  })
})

// Clauses: operations 49, 279, 288, 469-470
test('the form says what is wrong, and counts the audience; a test goes to one person alone, and once', async ({
  page,
}) => {
  const email = 'ada@tour.example'
  await signIn(page)
  await reportDevices(page, email, 'child@tour.example')
  await openScreen(page, '/dashboard/notifications/send')
  await send(page).click()
  await expect(page.getByText('This field is empty')).toHaveCount(3)
  await expect(page.getByText(/Recommended: landscape 2:1, up to 2000 px wide\.$/)).toBeVisible()
  await choose(page, 'Audience', 'All users')
  await expect(
    page.getByText(
      /^Reaches [\d,]+ devices \([\d,]+ customers\)\. \d+ excluded: children without their guardian's consent$/,
    ),
  ).toBeVisible()
  await choose(page, 'Audience', 'Test user')
  await page.getByLabel('Email').fill('nobody@mail.example')
  await expect(page.getByText('No device is registered for this email')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await expect(page.getByText('Reaches 1 device (1 customer)')).toBeVisible()
  await write(page, 'A test for Ada')
  await send(page).click()
  await expectMessage(page, 'Sent notification')
  // What was typed stays, to be sent to others next.
  await expect(page.getByLabel('Title')).toHaveValue('A test for Ada')

  // A correction after an answer that was lost leads to what was sent.
  await page.getByLabel('Title').fill('Answered too late')
  const call = '**/api/notification/send-push-notification'
  await page.route(call, async (route) => {
    await route.fetch()
    await route.fulfill({ status: 502, json: { status: 502, message: 'On its way it was lost' } })
  })
  await send(page).click()
  await expectMessage(page, 'On its way it was lost')
  await page.unroute(call)
  await page.getByLabel('Title').fill('Corrected')
  await send(page).click()
  await expectMessage(page, 'Already sent, without your later changes')
  await expect(page.getByRole('heading', { name: 'Answered too late' })).toBeVisible()
})

test.describe('in a browser of another zone', () => {
  test.use({ timezoneId: 'America/New_York' })

  // Clauses: operations 50, 504
  test('one is scheduled by the clock of the chain, changed, and cancelled', async ({ page }) => {
    const title = 'Scheduled by the clock'
    const time = `${showDay(today(1))} 00:30`
    await signIn(page)
    await openScreen(page, '/dashboard/notifications/send')
    await write(page, title)
    await choose(page, 'Audience', /^Subscribed/)
    await page.getByRole('button', { name: 'Schedule' }).click()
    const schedule = dialog(page, 'Schedule notification')
    await expect(schedule).toContainText(/In West African time, where it is \d\d:\d\d now\. On your clock that is/)
    await schedule.getByLabel('Send date').fill(showDay(today(1)))
    await schedule.getByLabel('Send hours').fill('00')
    await schedule.getByLabel('Send minutes').fill('30')
    await schedule.getByRole('button', { name: 'Schedule' }).click()
    await expectMessage(page, `Scheduled for ${time}`)
    const scheduled = row(page, title)
    await expect(scheduled).toContainText(time)

    await scheduled.getByRole('link', { name: `Edit ${title}` }).click()
    await expect(page.getByText(`Scheduled for ${time}, West African time`)).toBeVisible()
    await page.getByLabel('Body').fill('Another text')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(scheduled).toContainText(/Another text.*00:30/)
    await scheduled.getByRole('button', { name: `Cancel ${title}` }).click()
    await dialog(page, 'Cancel this notification?').getByRole('button', { name: 'Cancel notification' }).click()
    await expectMessage(page, 'Notification cancelled')
    await expect(scheduled.getByText('Cancelled')).toBeVisible()
    await expect(scheduled.getByRole('link', { name: `Edit ${title}` })).toHaveCount(0)
  })
})

test('an image that a colleague gave meanwhile is chosen in place of one’s own', async ({ page }) => {
  await signIn(page)
  const { form, get } = await asSignedIn(page)
  const fields = {
    title: 'Two at work',
    body: 'As it was',
    audience: 'ALL-USERS',
    is_scheduled: 'true',
    schedule_date: today(1),
    schedule_time: '12:00',
  }
  const { id } = await form<{ id: number }>('POST', '/notification/send-push-notification', fields)
  await openScreen(page, `/dashboard/notifications/edit/${id}`)
  await page.getByLabel('Body').fill('My text')
  await picture(page, 600, 300)
  await expect(page.getByTestId('preview').locator('img[src^=blob]')).toBeVisible()
  const saved = await form<{ image: string }>('PUT', `/notification/edit-push-notification/${id}`, {
    ...fields,
    file: await drawn(900, 400),
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const stale = dialog(page, 'Someone else changed this while you were editing')
  const images = stale.getByRole('region', { name: 'Image' })
  await expect(images).toContainText('you both changed this')
  await expect(images.locator('img')).toHaveCount(2)
  await images.getByText('Theirs').click()
  await stale.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL(/\/dashboard\/notifications$/)
  expect(await get(`/notification/get-push-notification/${id}`)).toMatchObject({
    body: 'My text',
    image: saved.image,
  })
})
