import type { APIRequestContext, Locator } from '@playwright/test'
import type { PublicBanner, PublicMovie } from '#features/published/contract.ts'
import { drop } from '../../../e2e/drop.ts'
import { expect, openScreen, signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import { choose, dialog, row } from '../../../e2e/helpers.ts'

/** What the first tour adds. */
const ADDED = 'Once more'
const video = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42'), Buffer.alloc(300_000, 'film')])

const published = async (request: APIRequestContext) =>
  (await (await request.get('/api/public/hero-banners')).json()).data.banners as PublicBanner[]

const upload = async (part: Locator, label: string, name: string, buffer: Buffer) =>
  drop(part.getByLabel(`Upload ${label}`, { exact: true }), { name, buffer })

// Clauses: operations 67, 71, 293-294, 296-297, 299-303, 395, 449, 519
test('a hero banner is added for a movie, with a video, whose upload shows how far it is and can be cancelled', async ({
  page,
  request,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/hero-banners')
  await expect(row(page, 'Become a Fanatic').getByRole('link', { name: 'cinema.example/loyalty' })).toBeVisible()
  const columns = ['Title', 'Description', 'Destination URL', 'State', 'Clicks', 'Activate', 'Actions']
  await expect(page.getByRole('table').locator('th')).toHaveText(['', ...columns])

  await page.getByRole('button', { name: 'ADD BANNER' }).click()
  const adding = dialog(page, 'Add Banner')
  const add = adding.getByRole('button', { name: 'Add', exact: true })
  await choose(adding, 'Type', 'Movie')
  await add.click()
  await expect(adding.getByText('Movie ID cannot be empty')).toBeVisible()

  const { data } = await (await request.get('/api/public/movies')).json()
  const movie: PublicMovie = data.movies[0]
  const typed = Date.now()
  const asked = page.waitForRequest((call) => new URL(call.url()).searchParams.get('title') === movie.title)
  await adding.getByRole('combobox', { name: 'Movie' }).fill(movie.title)
  await asked
  expect(Date.now() - typed).toBeGreaterThanOrEqual(1000)
  await page.getByRole('option', { name: movie.movie_id }).click()
  await expect(adding.getByLabel('Description')).toHaveValue(movie.description)
  await expect(adding.getByLabel('Trailer URL')).toHaveValue(movie.youtube_trailer!)
  await adding.getByLabel('Title').fill(ADDED)

  await page.route('**/api/file/upload', () => {}, { times: 1 })
  await upload(adding, 'Mobile media', 'film.mov', video)
  await expect(adding.getByRole('progressbar', { name: 'Uploading Mobile media' })).toBeVisible()
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await adding.getByRole('button', { name: 'Cancel the upload of Mobile media' }).click()
  await expect(adding.getByRole('progressbar')).toBeHidden()
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
  await expect(adding.getByRole('link', { name: 'Watch Web media' })).toBeVisible()
  await add.click()
  await expect(row(page, ADDED).getByText('Movie', { exact: true })).toBeVisible()
  expect((await published(request)).find(({ title }) => title === ADDED)!.web_media).toMatch(/\/video-.+\.mp4$/)
})

// Clauses: operations 67-69, 72-73, 239, 243, 295, 451
test('a hero banner is changed, switched, copied, deleted and taken back; an admin who may not add one is told so', async ({
  page,
  request,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/hero-banners')
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
  await editing.getByLabel('Description').fill('A new print of the classic.')
  await editing.getByRole('button', { name: 'Save' }).click()
  await banner.getByText('A new print of the classic.').hover()
  await expect(page.getByRole('tooltip')).toHaveText('A new print of the classic.')

  const activate = banner.getByRole('switch', { name: `Activate ${title}` })
  await activate.press(' ')
  await expectMessage(page, 'Banner deactivated')
  await expect(activate).not.toBeChecked()

  await banner.getByRole('button', { name: `Duplicate ${title}` }).click()
  const adding = dialog(page, 'Add Banner')
  await adding.getByLabel('Title').fill(`${title} again`)
  await adding.getByLabel('Start date').fill('31/12/2099')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(row(page, `${title} again`).getByText('from 31/12/2099 00:00')).toBeVisible()

  const remove = async () => {
    await banner.getByRole('button', { name: `Delete ${title}`, exact: true }).click()
    await dialog(page, 'Delete Banner').getByRole('button', { name: 'Delete' }).click()
  }
  const fail = { status: 409, json: { status: 409, message: 'Not today' } }
  await page.route('**/api/movie/banner*/**', (route) => route.fulfill(fail), { times: 1 })
  await remove()
  await expectMessage(page, 'Not today')
  await remove()
  await expect(banner).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(banner).toBeVisible()

  await signIn(page, 'admin')
  await page.route('**/api/movie/banners*', (route) =>
    route.fulfill({ json: { status: true, message: '', data: { banners: [], totalCount: 0 } } }),
  )
  await openScreen(page, '/dashboard/hero-banners')
  await expect(page.getByText('No hero banners yet')).toBeVisible()
  await expect(page.getByText('Add one')).toBeHidden()
  const add = page.getByRole('button', { name: 'ADD BANNER' })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await add.hover()
  await expect(page.getByRole('tooltip')).toHaveText('Only a superadmin can do this')
})
