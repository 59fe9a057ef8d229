import type { Locator, Page } from '@playwright/test'
import { expect, openScreen, signIn, test as base } from '../../../../e2e/fixtures.ts'
import { expectMessage } from '../../../../e2e/messages.ts'
import { dialog } from '../../../../e2e/helpers.ts'
import { peerFaults, type PeerFault } from '../../../server/test/peer.ts'
import { TMDB_TOKEN, tmdbPeer, type TmdbPeer } from '../../../server/test/tmdb-peer.ts'

/** A server whose movie database is TMDB, on this machine. */
const test = base.extend<object, { tmdb: TmdbPeer }>({
  tmdb: [
    async ({}, use) => {
      const outside = await tmdbPeer()
      await use(outside)
      await outside.close()
    },
    { scope: 'worker' },
  ],
  settings: async ({}, use) => use({ TMDB_TOKEN }),
  addresses: async ({ tmdb }, use) => use(tmdb.addresses),
})

const ATTRIBUTION = 'This product uses the TMDB API but is not endorsed or certified by TMDB.'

/** Every answer fails like this, until it is undefined. */
const failing = (tmdb: TmdbPeer, fault: PeerFault | undefined) => void (tmdb.faultOf = () => fault)

/** Of a movie that is linked: nothing that it needs is missing. */
async function openForm(page: Page) {
  await signIn(page)
  await openScreen(page, '/dashboard/movies?database=linked')
  await page.getByRole('table').getByRole('link').first().click()
}

const failure = (part: Locator, text: string) => part.getByRole('alert').filter({ hasText: text })

// Clauses: core 74, 114-115, 195-196
test('while the movie database fails the form keeps what was typed; when it is back, its movie is taken and says where it is from', async ({
  page,
  tmdb,
}) => {
  await openForm(page)
  await page.getByLabel('Title', { exact: true }).fill('Citation')
  await expect(page.getByText(ATTRIBUTION)).toHaveCount(0)
  await page.getByLabel('Release year').fill('1999')

  failing(tmdb, peerFaults.unauthorised)
  await page.getByRole('button', { name: 'Movie DB Update' }).click()
  const found = dialog(page, 'Movies in DB')
  await expect(failure(found, 'The movie database rejected our access key')).toBeVisible()
  await found.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Citation')

  failing(tmdb, undefined)
  await page.getByRole('button', { name: 'Movie DB Update' }).click()
  const result = found.getByRole('button', { name: /Citation/ })
  await expect(found.getByText(ATTRIBUTION)).toBeVisible()

  failing(tmdb, peerFaults.unauthorised)
  await result.click()
  await expect(failure(found, 'The movie database rejected our access key')).toBeVisible()
  failing(tmdb, undefined)
  await found.getByRole('button', { name: 'Retry' }).click()
  await expect(found.getByRole('checkbox', { name: 'Cast', checked: true })).toBeVisible()
  await found.getByRole('checkbox', { name: 'Release year' }).uncheck()

  // Images that cannot be had stay as they were; the words are taken.
  const poster = page.getByRole('group', { name: 'Poster', exact: true }).locator('img')
  const before = await poster.getAttribute('src')
  await page.route('**/api/movie/format-images', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    for (const image of answer.data.images) image.url = null
    await route.fulfill({ response, json: answer })
  })
  await found.getByRole('button', { name: /^Overwrite/ }).click()
  await expectMessage(page, /images could not be downloaded\. The old ones were kept\.$/)
  await expect(poster).toHaveAttribute('src', before!)
  await page.unroute('**/api/movie/format-images')
  await expect(page.getByLabel('Release year')).toHaveValue('1999')
  await expect(page.getByText(ATTRIBUTION)).toBeVisible()

  // Again, with its images; what is typed over one field since is staff's own.
  await page.getByRole('button', { name: 'Movie DB Update' }).click()
  await result.click()
  await found.getByRole('button', { name: /^Overwrite/ }).click()
  await expect(found).toBeHidden()
  await page.getByLabel('Description').fill('In our own words.')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectMessage(page, 'Movie updated successfully')
  const note = page.getByText(/^Genres, .+ and \d more from TMDB, \d\d\/\d\d\/\d{4}\. This product uses the TMDB API/)
  await expect(note).toBeVisible()
})
