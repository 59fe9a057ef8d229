import type { APIRequestContext, Locator, Route } from '@playwright/test'
import sharp from 'sharp'
import type { PublicBanner, PublicMovie } from '#features/published/contract.ts'
import { drop } from '../../../e2e/drop.ts'
import { expect, signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import { choose, dialog, goTo, row } from '../../../e2e/helpers.ts'

/** What the first tour adds. */
const ADDED = 'Once more'
const picture = (color: string, width = 780, height = 439) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .jpeg()
    .toBuffer()
const video = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42'), Buffer.alloc(300_000, 'film')])

const published = async (request: APIRequestContext) =>
  (await (await request.get('/api/public/hero-banners')).json()).data.banners as PublicBanner[]

const upload = async (part: Locator, label: string, name: string, buffer: Buffer) =>
  drop(part.getByLabel(`Upload ${label}`, { exact: true }), { name, buffer })

// Clauses: operations 67, 71, 293-294, 296-297, 299-303, 395, 472, 519
test('a hero banner is added for a movie, with a video that players can read in ranges', async ({ page, request }) => {
  await signIn(page)
  await goTo(page, 'Hero banners')
  await expect(page).toHaveURL(/\/dashboard\/hero-banners$/)
  await expect(page.getByRole('heading', { name: 'Hero banners' })).toBeVisible()
  await expect(row(page, 'Become a Fanatic').getByRole('link', { name: 'cinema.example/loyalty' })).toBeVisible()
  const columns = ['Title', 'Description', 'Destination URL', 'State', 'Clicks', 'Activate', 'Actions']
  await expect(page.getByRole('table').locator('th')).toHaveText(['', ...columns])

  await page.getByRole('button', { name: 'ADD BANNER' }).click()
  const adding = dialog(page, 'Add Banner')
  const add = adding.getByRole('button', { name: 'Add', exact: true })
  await add.click()
  for (const message of ['Type cannot be empty.', 'Title cannot be empty.', 'Add media for either web or mobile'])
    await expect(adding.getByText(message)).toBeVisible()
  await choose(adding, 'Type', 'Movie')
  await add.click()
  for (const message of [
    'Movie ID cannot be empty',
    'Description must be between 1 - 500 chars.',
    'Trailer URL must be a valid URL.',
    'Add an image for either web or mobile',
  ])
    await expect(adding.getByText(message)).toBeVisible()

  const { data } = await (await request.get('/api/public/movies')).json()
  const movie: PublicMovie = data.movies[0]
  const typed = Date.now()
  const asked = page.waitForRequest((call) => new URL(call.url()).searchParams.get('title') === movie.title)
  await adding.getByRole('combobox', { name: 'Movie' }).fill(movie.title)
  await asked
  expect(Date.now() - typed).toBeGreaterThanOrEqual(1000)
  await page.getByRole('option', { name: movie.movie_id }).click()
  await expect(adding.getByLabel('Title')).toHaveValue(movie.title)
  await expect(adding.getByLabel('Description')).toHaveValue(movie.description)
  await expect(adding.getByLabel('Trailer URL')).toHaveValue(movie.youtube_trailer!)
  await adding.getByLabel('Title').fill(ADDED)

  await upload(adding, 'Web media', 'notes.txt', Buffer.from('not a picture'))
  await expect(
    adding.getByText('Choose a PNG, JPEG, GIF, WebP, AVIF or TIFF image, or an MP4, MKV, AVI or MOV video'),
  ).toBeVisible()
  await upload(adding, 'Web media', 'film.mp4', Buffer.from('no film at all'))
  await expect(
    adding.getByText(/^Only JPEG, PNG, GIF, WebP, AVIF and TIFF images and MP4, MKV, AVI and MOV videos/),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await upload(adding, 'Web media', 'film.mp4', video)
  await expectMessage(page, 'Uploaded video')
  await expect(adding.getByRole('link', { name: 'Watch Web media' })).toBeVisible()
  await adding.getByRole('button', { name: 'Remove Thumbnail' }).click()
  await add.click()
  await expect(adding.getByText('Add a thumbnail image for web')).toBeVisible()
  await upload(adding, 'Thumbnail', 'film.mp4', video)
  await expect(adding.getByText('Choose a PNG, JPEG, GIF, WebP, AVIF or TIFF image')).toBeVisible()
  await upload(adding, 'Thumbnail', 'small.jpg', await picture('#2cc7b4'))
  await expectMessage(page, 'Uploaded image')
  await add.click()
  await expectMessage(page, 'Banner added')
  await expect(adding).toBeHidden()

  const banner = row(page, ADDED)
  await expect(banner.getByText('Movie', { exact: true })).toBeVisible()
  const shown = (await published(request)).find(({ title }) => title === ADDED)
  const part = await request.get(shown!.web_media!, { headers: { range: 'bytes=4-11' } })
  expect([part.status(), await part.text()]).toEqual([206, 'ftypisom'])
})

// Clauses: operations 67-68, 72-73, 239, 243, 295, 451
test('a hero banner is changed, switched, deleted and taken back', async ({ page, request }) => {
  await signIn(page)
  await page.goto('/dashboard/hero-banners')
  const { title } = (await published(request)).find((one) => one.isMovie && one.title !== ADDED)!
  const banner = page.getByRole('row').filter({ has: page.getByText(title, { exact: true }) })
  await banner.getByRole('button', { name: `Edit ${title}` }).click()
  const editing = dialog(page, 'Edit Banner')
  await expect(editing.getByRole('combobox', { name: 'Movie' })).toHaveValue(title)
  await expect(
    editing
      .getByRole('textbox', { name: 'Type' })
      .or(editing.getByRole('combobox', { name: 'Type' }))
      .first(),
  ).not.toBeEditable()
  await editing.getByLabel('Description').fill('x'.repeat(501))
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(editing.getByText('Description must be between 1 - 500 chars.')).toBeVisible()
  await editing.getByLabel('Description').fill('A new print of the classic.')
  const fail = (route: Route) =>
    route.fulfill({ status: 409, json: { status: 409, message: `No ${route.request().method()} today` } })
  await page.route('**/api/movie/banner*/**', fail)
  await editing.getByRole('button', { name: 'Save' }).click()
  await expectMessage(page, 'No PATCH today')
  await expect(editing.getByLabel('Description')).toHaveValue('A new print of the classic.')
  await page.unroute('**/api/movie/banner*/**', fail)
  await editing.getByRole('button', { name: 'Save' }).click()
  await expectMessage(page, 'Banner updated')
  const described = banner.getByText('A new print of the classic.')
  await expect(described).toBeVisible()
  await described.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tooltip')).toHaveText('A new print of the classic.')

  const activate = banner.getByRole('switch', { name: `Activate ${title}` })
  await expect(activate).toBeChecked()
  await activate.press(' ')
  await expectMessage(page, 'Banner deactivated')
  await expect(activate).not.toBeChecked()
  expect((await published(request)).map((one) => one.title)).not.toContain(title)

  await banner.getByRole('button', { name: `Duplicate ${title}` }).click()
  const adding = dialog(page, 'Add Banner')
  await expect(adding.getByLabel('Title')).toHaveValue(title)
  await adding.getByLabel('Title').fill(`${title} again`)
  await adding.getByLabel('Start date').fill('31/12/2099')
  await adding.getByLabel('End date').fill('30/12/2099')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(adding.getByText('The end must be after the start')).toBeVisible()
  await adding.getByLabel('End date').fill('31/12/2099')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expectMessage(page, 'Banner added')
  await expect(row(page, `${title} again`).getByText('from 31/12/2099 00:00')).toBeVisible()
  expect((await published(request)).map((one) => one.title)).not.toContain(`${title} again`)

  await banner.getByRole('button', { name: `Delete ${title}`, exact: true }).click()
  const asked = dialog(page, 'Delete Banner')
  await page.route('**/api/movie/banner*/**', fail)
  await asked.getByRole('button', { name: 'Delete' }).click()
  await expectMessage(page, 'No DELETE today')
  await page.unroute('**/api/movie/banner*/**', fail)
  await banner.getByRole('button', { name: `Delete ${title}`, exact: true }).click()
  await asked.getByRole('button', { name: 'Delete' }).click()
  await expectMessage(page, 'Banner deleted')
  await expect(banner).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectMessage(page, 'Banner restored')
  await expect(banner).toBeVisible()
})

// Clauses: operations 69, 449
test('an upload shows how far it is and can be cancelled; only a superadmin adds a banner, another admin changes one', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/dashboard/hero-banners')
  await page.getByRole('button', { name: 'ADD BANNER' }).click()
  const adding = dialog(page, 'Add Banner')
  await page.route('**/api/file/upload', () => {})
  await upload(adding, 'Mobile media', 'film.mov', video)
  await expect(adding.getByRole('progressbar', { name: 'Uploading Mobile media' })).toBeVisible()
  await expect(adding.getByRole('button', { name: 'Add', exact: true })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await dialog(page, 'Close without saving?').getByRole('button', { name: 'Keep editing' }).click()
  await adding.getByRole('button', { name: 'Cancel the upload of Mobile media' }).click()
  await expect(adding.getByRole('progressbar')).toBeHidden()
  await page.unroute('**/api/file/upload')
  await choose(adding, 'Type', 'Promotion')
  await upload(adding, 'Mobile media', 'storage-fault.mov', video)
  await expect(adding.getByText('The file store could not store the file. Try again shortly')).toBeVisible()

  await page.getByRole('button', { name: 'Dismiss' }).click()
  await adding.getByLabel('Title').fill('Not for long')
  await page.keyboard.press('Escape')
  await dialog(page, 'Close without saving?').getByRole('button', { name: 'Keep editing' }).click()
  await adding.getByLabel('Destination URL').fill('nowhere')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(adding.getByText('URL is not a web address')).toBeVisible()
  await adding.getByRole('button', { name: 'Close', exact: true }).click()
  await dialog(page, 'Close without saving?').getByRole('button', { name: 'Discard' }).click()
  await expect(adding).toBeHidden()

  await signIn(page, 'admin')
  await page.goto('/dashboard/hero-banners')
  const add = page.getByRole('button', { name: 'ADD BANNER' })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await add.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tooltip')).toHaveText('Only a superadmin can do this')
  await expect(page.getByRole('button', { name: /^Edit / }).first()).not.toHaveAttribute('aria-disabled')
  await page.route('**/api/movie/banners*', (route) =>
    route.fulfill({ json: { status: true, message: '', data: { banners: [], totalCount: 0 } } }),
  )
  await page.reload()
  await expect(page.getByText('No hero banners yet')).toBeVisible()
  await expect(page.getByText('Add one')).toBeHidden()
})
