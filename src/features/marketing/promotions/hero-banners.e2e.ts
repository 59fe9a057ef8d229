import type { APIRequestContext, Locator, Page } from '@playwright/test'
import type { PublicBanner, PublicMovie } from '#features/marketing/published/contract.ts'
import { drop } from '../../../../e2e/drop.ts'
import { expect, openScreen, signIn, test } from '../../../../e2e/fixtures.ts'
import { expectMessage } from '../../../../e2e/messages.ts'
import { choose, dialog, row } from '../../../../e2e/helpers.ts'

const video = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42'), Buffer.alloc(300_000, 'film')])

const published = async (request: APIRequestContext) =>
  (await (await request.get('/api/public/hero-banners')).json()).data.banners as PublicBanner[]

const titlesOf = async (request: APIRequestContext, what: 'hero-banners' | 'promotions') => {
  const { data } = await (await request.get(`/api/public/${what}`)).json()
  const all: { title: string; isVisibleOnHomepage?: boolean }[] = data.promotions ?? data.banners
  return all.filter((one) => one.isVisibleOnHomepage !== false).map(({ title }) => title)
}
const rowsOf = (page: Page, label: string) => page.getByRole('list', { name: label }).getByRole('listitem')
const upload = async (part: Locator, label: string, name: string, buffer: Buffer) =>
  drop(part.getByLabel(`Upload ${label}`, { exact: true }), { name, buffer })

// Clauses: operations 67-68, 71-73, 239, 243, 293-297, 299-303, 395, 449, 451, 519
test('a hero banner is added for a movie, with a video, whose upload shows how far it is and can be cancelled; one is changed, switched, copied, deleted and taken back', async ({
  page,
  request,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/hero-banners')
  await expect(row(page, 'Become a Fanatic').getByRole('link', { name: 'cinema.example/loyalty' })).toBeVisible()

  await page.getByRole('button', { name: 'ADD BANNER' }).click()
  const adding = dialog(page, 'Add Banner')
  const add = adding.getByRole('button', { name: 'Add', exact: true })
  await choose(adding, 'Type', 'Movie')
  await add.click()
  await expect(adding.getByText('Movie ID cannot be empty')).toBeVisible()

  const { data } = await (await request.get('/api/public/movies')).json()
  const movie: PublicMovie = data.movies[0]
  const typed = Date.now()
  const titleRequest = page.waitForRequest((call) => new URL(call.url()).searchParams.get('title') === movie.title)
  await adding.getByRole('combobox', { name: 'Movie' }).fill(movie.title)
  await titleRequest
  expect(Date.now() - typed).toBeGreaterThanOrEqual(1000)
  await page.getByRole('option', { name: movie.movie_id }).click()
  await expect(adding.getByLabel('Description')).toHaveValue(movie.description)
  await expect(adding.getByLabel('Trailer URL')).toHaveValue(movie.youtube_trailer!)
  await adding.getByLabel('Title').fill('Once more')

  await page.route('**/api/file/upload', () => {}, { times: 1 })
  await upload(adding, 'Mobile media', 'film.mov', video)
  await expect(adding.getByRole('progressbar', { name: 'Uploading Mobile media' })).toBeVisible()
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await adding.getByRole('button', { name: 'Cancel upload of Mobile media' }).click()
  await expect(adding.getByRole('progressbar')).toBeHidden()
  await upload(adding, 'Web media', 'notes.txt', Buffer.from('not a picture'))
  await expect(
    adding.getByText('Choose a PNG, JPEG, GIF, WebP, AVIF or TIFF image, or an MP4, MKV, AVI or MOV video'),
  ).toBeVisible()
  await upload(adding, 'Web media', 'film.mp4', video)
  await expect(adding.getByRole('link', { name: 'Watch Web media' })).toBeVisible()
  // By the keyboard: what was done last is still said where the button is.
  await add.press('Enter')
  await expect(row(page, 'Once more').getByText('Movie', { exact: true })).toBeVisible()
  const banners = await published(request)
  expect(banners.find((one) => one.title === 'Once more')!.web_media).toMatch(/\/video-.+\.mp4$/)

  const { title } = banners.find((one) => one.isMovie && one.title !== 'Once more')!
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
  await editing.getByRole('button', { name: 'Save' }).press('Enter')
  await banner.getByText('A new print of the classic.').hover()
  await expect(page.getByRole('tooltip')).toHaveText('A new print of the classic.')

  const activate = banner.getByRole('switch', { name: `Activate ${title}` })
  await activate.press(' ')
  await expectMessage(page, 'Banner deactivated')
  await expect(activate).not.toBeChecked()

  await banner.getByRole('button', { name: `Duplicate ${title}` }).click()
  await adding.getByLabel('Title').fill(`${title} again`)
  await adding.getByLabel('Start date').fill('31/12/2099')
  await add.press('Enter')
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
})

test('the order of the landing page is dragged and moved by keyboard, and it is seen as it will be', async ({
  page,
  request,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/hero-banners')
  await page.getByRole('link', { name: 'Order and preview' }).click()
  await expect(page.getByRole('heading', { name: 'Promotions: 3 of 3 places taken' })).toBeVisible()

  const [first, second, third] = await titlesOf(request, 'promotions')
  const down = page.getByRole('button', { name: `Move ${first} down` })
  await down.press('Enter')
  await expectMessage(page, 'Order changed')
  await expect(rowsOf(page, 'Order of promotions').nth(1)).toContainText(first!)
  await expect(down).toBeFocused()
  expect(await titlesOf(request, 'promotions')).toEqual([second, first, third])
  const preview = page.getByTestId('landing-preview')
  await expect(preview.getByRole('group', { name: 'Promotions' })).toContainText(second!)
  const up = page.getByRole('button', { name: `Move ${second} up` })
  await expect(up).toHaveAttribute('aria-disabled', 'true')

  const banners = await titlesOf(request, 'hero-banners')
  const rows = rowsOf(page, 'Order of hero banners')
  const later = banners[3]!
  // Both ends of the way are in sight: a page that scrolls under the mouse takes another row.
  await page.evaluate(() => scrollTo(0, 0))
  await rows.filter({ hasText: later }).dragTo(rows.first(), { targetPosition: { x: 200, y: 4 } })
  await expect(rows.first()).toContainText(later)
  expect(await titlesOf(request, 'hero-banners')).toEqual([later, ...banners.filter((title) => title !== later)])
  await expect(preview.getByRole('group', { name: 'Hero banners' })).toContainText(later)

  const hero = preview.getByRole('group', { name: 'Hero banners' })
  const count = banners.length
  await hero.getByRole('button', { name: 'Next banner' }).click()
  await expect(hero.getByText(`2 of ${count}`)).toBeVisible()

  // In a week one more banner begins.
  const change = page
    .getByRole('region', { name: 'Coming up' })
    .getByRole('button', { name: /starts Hero banner/ })
    .first()
  await change.click()
  await expect(page).toHaveURL(/at=20/)
  await expect(page.getByRole('heading', { name: `Hero banners: ${count + 1} shown` })).toBeVisible()
  await expect(change).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('radiogroup', { name: 'Preview as' }).getByText('Mobile').click()
  await expect(preview).toHaveAttribute('data-where', 'mobile')

  await page.getByLabel('Preview date').fill('01/01/2099')
  await page.keyboard.press('Tab')
  await expect(page.getByText('Preview for 01/01/2099')).toBeVisible()
  await expect(preview.getByText('Free')).toHaveCount(1)
  await page.getByRole('button', { name: 'Now', exact: true }).click()
  await expect(preview.getByText('Free')).toHaveCount(0)

  const [top] = await titlesOf(request, 'promotions')
  await page.getByRole('button', { name: `Remove ${top}` }).click()
  await expectMessage(page, 'Removed from the landing page')
  await expect(page.getByRole('heading', { name: 'Promotions: 2 of 3 places taken' })).toBeVisible()
  await expect(preview.getByText('Free')).toHaveCount(1)
})
