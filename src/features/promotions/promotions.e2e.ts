import type { Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { drop } from '../../../e2e/drop.ts'
import { expect, signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import { dialog, goTo, row, usePicture } from '../../../e2e/helpers.ts'

const picture = (color: string) =>
  sharp({ create: { width: 375, height: 580, channels: 3, background: color } })
    .jpeg()
    .toBuffer()
const FULL = '3 promotions are shown on the landing page already. Take one of them off first'

const switchOf = (page: Page, name: string) =>
  row(page, name).getByRole('switch', { name: `View ${name} on the Landing page` })
const upload = async (page: Page, label: string, color: string) => {
  await drop(page.getByLabel(`Upload ${label}`, { exact: true }), { name: 'picture.jpg', buffer: await picture(color) })
  // While another field is empty it is asked whether that one shows it too.
  if (label !== 'Thumbnail') await usePicture(page)
  await expect(page.getByRole('button', { name: `Remove ${label}` })).toBeVisible()
}
/** As an admin whose role has these permissions alone. */
const signInWith = async (page: Page, permissions: string[]) => {
  await page.route('**/api/users', async (route) => {
    const response = await route.fetch()
    const { data, ...body } = await response.json()
    await route.fulfill({ response, json: { ...body, data: { ...data, permissions } } })
  })
  await signIn(page, 'admin')
}
const typeMoment = async (page: Page, label: 'Start' | 'End', day: string, hours: string, minutes: string) => {
  await page.getByLabel(`${label} date`).fill(day)
  await page.getByLabel(`${label} hours`).fill(hours)
  await page.getByLabel(`${label} minutes`).fill(minutes)
}
const published = async (page: Page) =>
  (await (await page.request.get('/api/public/promotions')).json()).data.promotions as {
    title: string
    isVisibleOnHomepage: boolean
  }[]

// Clauses: operations 74-76, 78-79, 240-242, 493
test('the landing page has room for three, which are switched here; a promotion waits for an upload; a role is told what it may not', async ({
  page,
}) => {
  await signIn(page)
  await goTo(page, 'Promotions')
  await expect(page.getByText('Activate a maximum of 3 Ads & Promotion to be shown on the Landing page')).toBeVisible()
  await expect(page.getByText(/^1–10 of \d+$/)).toBeVisible()
  const fourth = switchOf(page, 'Gift cards are here')
  await expect(fourth).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('table').locator('th')).toHaveText([
    '',
    'Promotion',
    'Primary CTA',
    'Secondary CTA',
    'State',
    'Clicks',
    'View on Landing page',
    'Activate',
    'Actions',
  ])
  const cta = row(page, 'Gift cards are here').getByRole('link', { name: 'Check a balance' })
  await cta.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tooltip')).toHaveText((await cta.getAttribute('href'))!)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tooltip')).toHaveText(FULL)
  await fourth.press(' ')
  await expect(fourth).not.toBeChecked()

  await switchOf(page, 'Student Thursdays').press(' ')
  await expectMessage(page, 'Taken off the landing page')
  // The switch learns that there is room with the list, which is read again.
  await expect(fourth).not.toHaveAttribute('aria-disabled', 'true')
  await fourth.press(' ')
  await expectMessage(page, 'Shown on the landing page')
  await expect(fourth).toBeChecked()
  expect((await published(page)).slice(0, 3).map(({ title }) => title)).toContain('Gift cards are here')

  const activate = row(page, 'Family bucket').getByRole('switch', { name: 'Activate Family bucket' })
  await activate.press(' ')
  await expectMessage(page, 'Promotion deactivated, and taken off the landing page')
  await expect(switchOf(page, 'Family bucket')).not.toBeChecked()
  await expect(row(page, 'Family bucket').getByText('Off', { exact: true })).toBeVisible()
  expect((await published(page)).map(({ title }) => title)).not.toContain('Family bucket')

  // Somebody else has its place now; what is to come can be planned from its start on, after that one's end.
  const matinees = switchOf(page, 'School holiday matinees')
  await matinees.press(' ')
  await expectMessage(page, 'Shown on the landing page')
  await expect(matinees).toBeChecked()
  expect((await published(page)).map(({ title }) => title)).not.toContain('School holiday matinees')

  // A promotion waits for what is being uploaded.
  await page.goto('/dashboard/promotions')
  await row(page, 'Family bucket').getByRole('link', { name: 'Edit Family bucket' }).click()
  await page.route('**/api/file/upload', () => {})
  const media = page.getByLabel('Upload Web ad media', { exact: true })
  await media.setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(1000) })
  await expect(page.getByRole('progressbar', { name: 'Uploading Web ad media' })).toBeVisible()
  const save = page.getByRole('button', { name: 'SAVE' })
  await save.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tooltip')).toHaveText('Wait until Web ad media is uploaded, or cancel it')
  await save.press('Enter')
  await page.getByRole('button', { name: 'CANCEL', exact: true }).click()
  await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Cancel the upload of Web ad media' }).click()
  await expect(save).not.toHaveAttribute('aria-disabled')
  await page.unroute('**/api/file/upload')

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
  await expect(preview.getByText("This browser can't play this mp4 video. Use MP4 with H.264")).toBeVisible()
  await page.getByRole('button', { name: 'CANCEL', exact: true }).click()
  await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Discard' }).click()

  const { data } = await (await page.request.get('/api/public/hero-banners')).json()
  await page.goto(`/dashboard/promotions/${data.banners[0].id}`)
  await expect(page.getByText('This is a hero banner')).toBeVisible()
  await page.getByRole('link', { name: 'See the hero banners' }).click()
  await expect(page).toHaveURL(/\/dashboard\/hero-banners$/)
  await page.goto('/dashboard/promotions/999999')
  await expect(page.getByText('There is no such promotion')).toBeVisible()

  // Whose role may not upload is told so where files are chosen; whoever may read alone sees the preview of both.
  await signInWith(page, ['promotions:read', 'promotions:write'])
  await page.goto('/dashboard/promotions/add')
  await expect(page.getByText('Your role does not allow you to change: Images and files')).toHaveCount(3)
  await expect(page.getByLabel('Upload Thumbnail', { exact: true })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'ADD', exact: true })).not.toHaveAttribute('aria-disabled')
  await page.unroute('**/api/users')
  await signInWith(page, ['promotions:read'])
  await page.goto('/dashboard/promotions')
  await row(page, 'Family bucket').getByRole('link').first().click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeDisabled()
  await page.getByRole('radiogroup', { name: 'Preview as' }).getByText('Mobile').click()
  await expect(page.getByTestId('preview')).toHaveAttribute('data-where', 'mobile')
})

// Clauses: core 137; operations 77, 80-85, 87-91, 262, 305-306, 452
test.describe('in a browser of another zone', () => {
  test.use({ timezoneId: 'America/New_York' })
  test('a promotion is added, seen before it is live, changed, deleted and taken back, in the time of the chain', async ({
    page,
    context,
  }) => {
    await signIn(page)
    await page.goto('/dashboard/promotions')
    await page.getByRole('button', { name: 'ADD PROMOTION' }).click()
    await expect(page).toHaveURL(/\/promotions\/add$/)
    await expect(page.getByRole('heading', { name: 'Add a Promotion' })).toBeVisible()
    await expect(page.getByText(/^Recommended 375 × 580 px/)).toHaveCount(3)
    await expect(page.getByRole('switch', { name: 'Activate on the Landing page' })).not.toBeChecked()
    const add = page.getByRole('button', { name: 'ADD', exact: true })
    await add.click()
    for (const message of ['Name is empty', 'Description is empty', 'Primary CTA is empty', 'Primary CTA URL is empty'])
      await expect(page.getByText(message, { exact: true })).toBeVisible()
    await expect(page.getByText('Please upload a media file and thumbnail')).toHaveCount(3)

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
    await drop(field, { name: 'film.mp4', buffer: Buffer.alloc(10) })
    await expect(page.getByText('Choose a PNG, JPEG, GIF, WebP, AVIF or TIFF image')).toBeVisible()
    await drop(field, file, () => expect(zone).toHaveAttribute('data-over'))
    await expect(page.getByRole('button', { name: 'Remove Thumbnail' })).toBeVisible()
    await expect(zone).not.toHaveAttribute('data-over')
    const shown = await zone.locator('img').getAttribute('src')
    await upload(page, 'Thumbnail', '#f2bf4b')
    await expect(zone.locator('img')).not.toHaveAttribute('src', shown!)
    expect(context.pages()).toEqual([page])
    await typeMoment(page, 'Start', '31/12/2099', '22', '00')
    await typeMoment(page, 'End', '31/12/2099', '21', '00')
    await add.click()
    await expect(page.getByText('The end must be after the start')).toBeVisible()
    await typeMoment(page, 'End', '01/01/2100', '02', '30')

    const preview = page.getByTestId('preview')
    await expect(preview.getByText('New Year at midnight')).toBeVisible()
    const pictured = () => preview.locator('img').getAttribute('src')
    const onWeb = await pictured()
    await page.getByRole('radiogroup', { name: 'Preview as' }).getByText('Mobile').click()
    await expect(preview).toHaveAttribute('data-where', 'mobile')
    expect(await pictured()).not.toBe(onWeb)
    await add.click()
    await expectMessage(page, 'Promotion added')
    await expect(page).toHaveURL(/\/dashboard\/promotions$/)

    const promotion = row(page, 'New Year at midnight')
    await expect(promotion.getByText('Scheduled')).toBeVisible()
    await expect(promotion.getByText('from 31/12/2099 22:00')).toBeVisible()
    expect((await published(page)).map(({ title }) => title)).not.toContain('New Year at midnight')

    await promotion.getByRole('link', { name: 'Edit New Year at midnight' }).click()
    await expect(page.getByRole('heading', { name: 'Edit Promotion' })).toBeVisible()
    await expect(page.getByLabel('Start date')).toHaveValue('31/12/2099')
    await expect(page.getByLabel('End hours')).toHaveValue('02')
    await page.getByRole('button', { name: 'Clear the start' }).click()
    await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()
    const fail = (route: Route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({ status: 409, json: { status: 409, message: `No ${route.request().method()} today` } })
    await page.route('**/api/promotions/**', fail)
    await page.getByRole('button', { name: 'SAVE' }).click()
    await expectMessage(page, 'No PUT today')
    await expect(page.getByLabel('Start date')).toHaveValue('')
    await page.unroute('**/api/promotions/**', fail)
    const saving = page.waitForRequest((request) => request.method() === 'PUT')
    await page.getByRole('button', { name: 'SAVE' }).click()
    expect((await saving).postDataJSON()).toMatchObject({ starts_at: null, ends_at: '2100-01-01T01:30:00.000Z' })
    await expectMessage(page, 'Promotion updated')
    await expect(promotion.getByText('Live')).toBeVisible()
    expect((await published(page)).map(({ title }) => title)).toContain('New Year at midnight')

    await promotion.getByRole('link', { name: 'Duplicate New Year at midnight' }).click()
    await expect(page.getByRole('heading', { name: 'Add a Promotion' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('New Year at midnight')
    await expect(page.getByLabel('End date')).toHaveValue('')
    await expect(preview.locator('img')).toHaveCount(1)
    await page.getByRole('button', { name: 'CANCEL' }).click()

    const remove = async () => {
      await promotion.getByRole('button', { name: 'Delete New Year at midnight' }).click()
      await dialog(page, 'Delete Promotion ad').getByRole('button', { name: 'Delete' }).click()
    }
    await page.route('**/api/promotions/**', fail)
    await promotion.getByRole('switch', { name: 'Activate New Year at midnight' }).press(' ')
    await expectMessage(page, 'No PATCH today')
    await remove()
    await expectMessage(page, 'No DELETE today')
    await page.unroute('**/api/promotions/**', fail)
    await remove()
    await expectMessage(page, 'Promotion deleted')
    await expect(promotion).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectMessage(page, 'Promotion restored')
    await expect(promotion).toBeVisible()
  })
})
