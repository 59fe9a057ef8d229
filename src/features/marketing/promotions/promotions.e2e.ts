import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { drop } from '../../../../e2e/drop.ts'
import { expect, openScreen, signIn, test } from '../../../../e2e/fixtures.ts'
import { expectMessage } from '../../../../e2e/messages.ts'
import { dialog, row, usePicture } from '../../../../e2e/helpers.ts'

const picture = (color: string) =>
  sharp({ create: { width: 375, height: 580, channels: 3, background: color } })
    .jpeg()
    .toBuffer()
const FULL = 'The landing page already shows 3 promotions. Remove one first.'

const switchOf = (page: Page, name: string) =>
  row(page, name).getByRole('switch', { name: `View ${name} on the Landing page` })
const upload = async (page: Page, label: string, color: string) => {
  const file = { name: 'picture.jpg', mimeType: 'image/jpeg', buffer: await picture(color) }
  await page.getByLabel(`Upload ${label}`, { exact: true }).setInputFiles(file)
  // While another field is empty it is asked whether that one shows it too.
  await usePicture(page)
}
/** As an admin whose role has the permissions alone that are named; others may be named later. */
const signInWith = async (page: Page, role: { permissions: string[] }) => {
  await page.route('**/api/users', async (route) => {
    const response = await route.fetch()
    const { data, ...body } = await response.json()
    await route.fulfill({ response, json: { ...body, data: { ...data, ...role } } })
  })
  await signIn(page, 'admin')
}
const typeMoment = async (page: Page, label: 'Start' | 'End', day: string, hours: string, minutes: string) => {
  await page.getByLabel(`${label} date`).fill(day)
  await page.getByLabel(`${label} hours`).fill(hours)
  await page.getByLabel(`${label} minutes`).fill(minutes)
}
// Clauses: operations 74, 76, 78-79, 240-242, 493
test('the landing page has room for three, which are switched here; a promotion waits for an upload; a role is told what it may not', async ({
  page,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/promotions')
  await expect(page.getByRole('main')).toContainText(
    /Activate a maximum of 3 Ads & Promotion to be shown on the Landing page.*1–10 of \d+/s,
  )
  const fourth = switchOf(page, 'Gift cards are here')
  const cta = row(page, 'Gift cards are here').getByRole('link', { name: 'Check a balance' })
  await cta.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tooltip')).toHaveText((await cta.getAttribute('href'))!)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tooltip')).toHaveText(FULL)

  await switchOf(page, 'Student Thursdays').press(' ')
  // The switch learns that there is room with the list, which is read again.
  await expect(fourth).not.toHaveAttribute('aria-disabled', 'true')
  await fourth.press(' ')
  await expect(fourth).toBeChecked()

  const activate = row(page, 'Family bucket').getByRole('switch', { name: 'Activate Family bucket' })
  await activate.press(' ')
  await expectMessage(page, 'Promotion deactivated and removed from the landing page')

  // A promotion waits for what is being uploaded.
  await row(page, 'Family bucket').getByRole('link', { name: 'Edit Family bucket' }).press('Enter')
  await expect(page).toHaveURL(/\/promotions\/\d+$/)
  const bucket = page.url()
  await page.route('**/api/file/upload', () => {}, { times: 1 })
  const media = page.getByLabel('Upload Web ad media', { exact: true })
  await media.setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(1000) })
  const save = page.getByRole('button', { name: 'SAVE' })
  await save.hover()
  await expect(page.getByRole('tooltip')).toHaveText('Wait for Web ad media to finish uploading, or cancel the upload')
  await page.getByRole('button', { name: 'Cancel upload of Web ad media' }).click()
  await expect(save).not.toHaveAttribute('aria-disabled')

  const { promise: seen, resolve: haveSeen } = Promise.withResolvers<void>()
  await page.route('**/api/files/video-*', async (route) => {
    await seen
    await route.abort()
  })
  const buffer = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42'), Buffer.alloc(5000, 'film')])
  await media.setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer })
  const preview = page.getByTestId('preview')
  await expect(preview.getByRole('button', { name: 'Play the video' })).toBeVisible()
  await expect(preview.locator('video')).not.toHaveAttribute('autoplay')
  haveSeen()
  await expect(preview.getByText('This browser cannot play this mp4 video. Use MP4 with H.264.')).toBeVisible()

  page.once('dialog', (prompt) => void prompt.accept())
  const { data } = await (await page.request.get('/api/public/hero-banners')).json()
  await openScreen(page, `/dashboard/promotions/${data.banners[0].id}`)
  await page.getByRole('link', { name: 'See the hero banners' }).click()
  await expect(page).toHaveURL(/\/dashboard\/hero-banners$/)

  // Whose role may not upload is told so where files are chosen; whoever may read alone sees the preview of both.
  const role = { permissions: ['promotions:read', 'promotions:write'] }
  await signInWith(page, role)
  await openScreen(page, '/dashboard/promotions/add')
  await expect(page.getByText('You do not have permission to manage Images and files')).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'ADD', exact: true })).not.toHaveAttribute('aria-disabled')
  role.permissions = ['promotions:read']
  await page.goto(bucket)
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeDisabled()
  await page.getByRole('radiogroup', { name: 'Preview as' }).getByText('Mobile').click()
  await expect(page.getByTestId('preview')).toHaveAttribute('data-where', 'mobile')
})

// Clauses: core 137; operations 77, 80-85, 87-91, 262, 452
test.describe('in a browser of another zone', () => {
  test.use({ timezoneId: 'America/New_York' })
  test('a promotion is added, seen before it is live, changed, deleted, and restored from what was deleted, in the time of the chain', async ({
    page,
    context,
  }) => {
    await signIn(page)
    await openScreen(page, '/dashboard/promotions')
    await page.getByRole('button', { name: 'ADD PROMOTION' }).click()
    await expect(page.getByRole('switch', { name: 'Activate on the Landing page' })).not.toBeChecked()
    const add = page.getByRole('button', { name: 'ADD', exact: true })
    await page.getByLabel('Name', { exact: false }).first().fill('New Year at midnight')
    await page
      .getByRole('textbox', { name: 'Description' })
      .fill('The last film of the old year, and the first of the new.')
    await page.getByRole('textbox', { name: 'Primary CTA', exact: true }).fill('Count down with us')
    await page.getByRole('textbox', { name: 'Primary CTA URL' }).fill('https://cinema.example/new-year')
    await upload(page, 'Web ad media', '#7c5cf0')
    await upload(page, 'Mobile ad media', '#2cc7b4')
    // A file that is let go elsewhere is let go; over what is shown already, another takes its place.
    const file = { name: 'picture.jpg', buffer: await picture('#7c5cf0') }
    const field = page.getByLabel('Upload Thumbnail', { exact: true })
    const zone = page.locator('label').filter({ has: field })
    await drop(page.getByRole('heading', { name: 'Media' }), file)
    await drop(field, file, () => expect(zone).toHaveAttribute('data-over'))
    await expect(zone).not.toHaveAttribute('data-over')
    expect(context.pages()).toEqual([page])
    await typeMoment(page, 'Start', '31/12/2099', '22', '00')
    await typeMoment(page, 'End', '01/01/2100', '02', '30')

    const preview = page.getByTestId('preview')
    await expect(preview.getByText('New Year at midnight')).toBeVisible()
    const pictured = () => preview.locator('img').getAttribute('src')
    const onWeb = await pictured()
    await page.getByRole('radiogroup', { name: 'Preview as' }).getByText('Mobile').click()
    expect(await pictured()).not.toBe(onWeb)
    await add.click()
    const promotion = row(page, 'New Year at midnight')
    await expect(promotion).toContainText(/Scheduled.*from 31\/12\/2099 22:00/)
    await promotion.getByRole('link', { name: 'Edit New Year at midnight' }).click()
    await expect(page.getByLabel('Start date')).toHaveValue('31/12/2099')
    await page.getByRole('button', { name: 'Clear the start' }).click()
    const saving = page.waitForRequest((request) => request.method() === 'PUT')
    await page.getByRole('button', { name: 'SAVE' }).click()
    expect((await saving).postDataJSON()).toMatchObject({ starts_at: null, ends_at: '2100-01-01T01:30:00.000Z' })
    await expect(promotion.getByText('Live')).toBeVisible()
    await promotion.getByRole('link', { name: 'Duplicate New Year at midnight' }).click()
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('New Year at midnight')
    await page.getByRole('button', { name: 'CANCEL' }).click()

    const fail = { status: 409, json: { status: 409, message: 'Not today' } }
    await page.route('**/api/promotions/**', (route) => route.fulfill(fail), { times: 1 })
    await promotion.getByRole('switch', { name: 'Activate New Year at midnight' }).press(' ')
    await expectMessage(page, 'Not today')
    await promotion.getByRole('button', { name: 'Delete New Year at midnight' }).click()
    await dialog(page, 'Delete Promotion ad').getByRole('button', { name: 'Delete' }).click()
    await expect(promotion).toBeHidden()

    await openScreen(page, '/dashboard/recently-deleted')
    await expect(promotion.getByText('Promotion', { exact: true })).toBeVisible()
    await promotion.getByRole('button', { name: 'Restore New Year at midnight' }).click()
    await expectMessage(page, /^Promotion restored/)
    await expect(promotion).toBeHidden()
    await openScreen(page, '/dashboard/promotions')
    await expect(promotion).toBeVisible()
  })
})
