import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
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
test('the landing page has room for three; what is shown there is switched here', async ({ page }) => {
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

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('promotions.csv')
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toBe(
    '\ufeffPromotion,Description,Primary CTA,Primary CTA URL,Secondary CTA,Secondary CTA URL,State,Start,End,Clicks,Purchases,Revenue,View on Landing page,Activate',
  )
  expect(lines).toHaveLength(13)
})

// Clauses: operations 77, 80-85, 87, 89-90, 262, 305-306
test('a promotion is added, seen before it is live, changed, deleted and taken back', async ({ page }) => {
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
  await upload(page, 'Thumbnail', '#f2bf4b')
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
  await page.getByRole('button', { name: 'SAVE' }).click()
  await expectMessage(page, 'Promotion updated')
  await expect(promotion.getByText('Live')).toBeVisible()
  expect((await published(page)).map(({ title }) => title)).toContain('New Year at midnight')

  await promotion.getByRole('link', { name: 'Duplicate New Year at midnight' }).click()
  await expect(page.getByRole('heading', { name: 'Add a Promotion' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('New Year at midnight')
  await expect(page.getByLabel('End date')).toHaveValue('')
  await expect(preview.locator('img')).toHaveCount(1)
  await page.getByRole('button', { name: 'CANCEL' }).click()

  await promotion.getByRole('button', { name: 'Delete New Year at midnight' }).click()
  await dialog(page, 'Delete Promotion ad').getByRole('button', { name: 'Delete' }).click()
  await expectMessage(page, 'Promotion deleted')
  await expect(promotion).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectMessage(page, 'Promotion restored')
  await expect(promotion).toBeVisible()
})

// Clauses: core 137
test('a picture is dropped on its field; elsewhere a file is let go, and nothing that was typed is lost', async ({
  page,
  context,
}) => {
  await signIn(page)
  await page.goto('/dashboard/promotions/add')
  await page.getByRole('textbox', { name: 'Name' }).fill('Dropped in')
  const file = { name: 'picture.jpg', buffer: await picture('#7c5cf0') }
  const field = (label: string) => page.getByLabel(`Upload ${label}`, { exact: true })
  const zone = page.locator('label').filter({ has: field('Thumbnail') })
  await drop(page.getByRole('heading', { name: 'Media' }), file)
  await drop(field('Thumbnail'), { name: 'film.mp4', buffer: Buffer.alloc(10) })
  await expect(page.getByText('Choose a PNG, JPEG, GIF, WebP, AVIF or TIFF image')).toBeVisible()
  await drop(field('Thumbnail'), file, () => expect(zone).toHaveAttribute('data-over'))
  await usePicture(page)
  await expect(page.getByRole('button', { name: 'Remove Thumbnail' })).toBeVisible()
  await expect(zone).not.toHaveAttribute('data-over')
  // Over what is shown already, another takes its place.
  const shown = await zone.locator('img').getAttribute('src')
  await drop(field('Thumbnail'), { name: 'other.jpg', buffer: await picture('#2cc7b4') })
  await usePicture(page)
  await expect(zone.locator('img')).not.toHaveAttribute('src', shown!)
  await expect(page).toHaveURL(/\/promotions\/add$/)
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Dropped in')
  expect(context.pages()).toEqual([page])
})

// Clauses: operations 91, 452
test('what fails is told, and nothing is lost', async ({ page }) => {
  await signIn(page)
  await page.goto('/dashboard/promotions')
  await expect(row(page, 'Family bucket')).toBeVisible()
  await page.route('**/api/promotions/**', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 409, json: { status: 409, message: `No ${route.request().method()} today` } }),
  )
  await row(page, 'Family bucket').getByRole('switch', { name: 'Activate Family bucket' }).press(' ')
  await expectMessage(page, 'No PATCH today')
  await row(page, 'Family bucket').getByRole('button', { name: 'Delete Family bucket' }).click()
  await dialog(page, 'Delete Promotion ad').getByRole('button', { name: 'Delete' }).click()
  await expectMessage(page, 'No DELETE today')
  await row(page, 'Family bucket').getByRole('link', { name: 'Edit Family bucket' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('A larger bucket')
  await page.getByRole('button', { name: 'SAVE' }).click()
  await expectMessage(page, 'No PUT today')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('A larger bucket')
})

// Clauses: operations 88
test('what was typed is asked about, and offered again', async ({ page }) => {
  await signIn(page)
  await page.goto('/dashboard/promotions')
  await page.getByRole('button', { name: 'ADD PROMOTION' }).click()
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeHidden()
  await page.getByRole('textbox', { name: 'Name' }).fill('Half an idea')
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'CANCEL' }).click()
  await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Half an idea')
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Half an idea')
  page.once('dialog', (asked) => void asked.accept())
  await page.reload()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Half an idea')
  await page.getByRole('button', { name: 'CANCEL' }).click()
  await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(/\/dashboard\/promotions$/)
  await page.getByRole('button', { name: 'ADD PROMOTION' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restore' })).toBeHidden()
})

test('a promotion waits for what is being uploaded', async ({ page }) => {
  await signIn(page)
  await page.goto('/dashboard/promotions')
  await row(page, 'Family bucket').getByRole('link', { name: 'Edit Family bucket' }).click()
  await page.route('**/api/file/upload', () => {})
  await page
    .getByLabel('Upload Web ad media', { exact: true })
    .setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(1000) })
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
  await page.getByRole('button', { name: 'CANCEL', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard\/promotions$/)
})

test('whose role may not upload is told so where files are chosen', async ({ page }) => {
  await signInWith(page, ['promotions:read', 'promotions:write'])
  await page.goto('/dashboard/promotions/add')
  await expect(page.getByText('Your role does not allow you to change: Images and files')).toHaveCount(3)
  await expect(page.getByLabel('Upload Thumbnail', { exact: true })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'ADD', exact: true })).not.toHaveAttribute('aria-disabled')
})

test('whoever may read alone sees the preview of both', async ({ page }) => {
  await signInWith(page, ['promotions:read'])
  await page.goto('/dashboard/promotions')
  await row(page, 'Family bucket').getByRole('link').first().click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeDisabled()
  await page.getByRole('radiogroup', { name: 'Preview as' }).getByText('Mobile').click()
  await expect(page.getByTestId('preview')).toHaveAttribute('data-where', 'mobile')
})

test('a video plays by itself only for those who like motion, and says where it cannot play', async ({ page }) => {
  const { promise: seen, resolve: haveSeen } = Promise.withResolvers<void>()
  await page.route('**/api/files/video-*', async (route) => {
    await seen
    await route.abort()
  })
  await signIn(page)
  await page.goto('/dashboard/promotions/add')
  const buffer = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42'), Buffer.alloc(5000, 'film')])
  await page
    .getByLabel('Upload Web ad media', { exact: true })
    .setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer })
  const preview = page.getByTestId('preview')
  await expect(preview.getByRole('button', { name: 'Play the video' })).toBeVisible()
  await expect(preview.locator('video')).not.toHaveAttribute('autoplay')
  haveSeen()
  await expect(preview.getByText("This browser can't play this mp4 video. Use MP4 with H.264")).toBeVisible()
})

test('a change that comes too late is sorted out field by field', async ({ page, context }) => {
  await signIn(page)
  const other = await context.newPage()
  for (const one of [page, other]) {
    await one.goto('/dashboard/promotions')
    await row(one, 'Breakfast with a film').getByRole('link', { name: 'Edit Breakfast with a film' }).click()
    await expect(one.getByRole('textbox', { name: 'Name' })).toHaveValue('Breakfast with a film')
  }
  await other.getByRole('textbox', { name: 'Primary CTA', exact: true }).fill('Eat and watch')
  await other.getByRole('button', { name: 'SAVE' }).click()
  await expectMessage(other, 'Promotion updated')
  await page.getByRole('textbox', { name: 'Description' }).fill('Akara, pap and a film at ten.')
  await page.getByRole('button', { name: 'SAVE' }).click()
  const sorting = dialog(page, 'Somebody else changed this in the meantime')
  await expect(sorting.getByText('Eat and watch')).toBeVisible()
  await sorting.getByRole('button', { name: 'Save this' }).click()
  await expectMessage(page, 'Promotion updated')
  const cta = row(page, 'Breakfast with a film').getByRole('link', { name: 'Eat and watch' })
  await expect(cta).toBeVisible()
})

test.describe('in a browser of another zone', () => {
  test.use({ timezoneId: 'America/New_York' })
  test("times are the chain's", async ({ page }) => {
    await signIn(page)
    await page.goto('/dashboard/promotions')
    await row(page, 'Seniors before five').getByRole('link', { name: 'Edit Seniors before five' }).click()
    await typeMoment(page, 'End', '31/12/2099', '23', '30')
    const saving = page.waitForRequest((request) => request.method() === 'PUT')
    await page.getByRole('button', { name: 'SAVE' }).click()
    expect((await saving).postDataJSON()).toMatchObject({ starts_at: null, ends_at: '2099-12-31T22:30:00.000Z' })
    await expect(row(page, 'Seniors before five').getByText('until 31/12/2099 23:30')).toBeVisible()
  })
})

test('a promotion that is not there says so; a hero banner leads to the banners', async ({ page }) => {
  await signIn(page)
  const listed = page.waitForResponse('**/api/movie/banners*')
  await goTo(page, 'Hero banners')
  const { id } = (await (await listed).json()).data.banners[0]
  await page.goto(`/dashboard/promotions/${id}`)
  await expect(page.getByText('This is a hero banner')).toBeVisible()
  await page.getByRole('link', { name: 'See the hero banners' }).click()
  await expect(page).toHaveURL(/\/dashboard\/hero-banners$/)
  await page.goto('/dashboard/promotions/999999')
  await expect(page.getByText('There is no such promotion')).toBeVisible()
})
