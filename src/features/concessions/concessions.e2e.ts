import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { drop } from '../../../e2e/drop.ts'
import { expect, signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import { choose, dialog, goTo, row } from '../../../e2e/helpers.ts'

const LEKKI = '/dashboard/concessions?cinema_id=0004'
const COMBOS = '/dashboard/concessions/combo-deals?cinema_id=0004'

const csvOf = async (page: Page) => {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const download = await downloading
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  return { name: download.suggestedFilename(), lines }
}
/** In the state's field and in the cinema's. */
const shown = async (page: Page) => [
  await page.getByRole('combobox', { name: 'State' }).inputValue(),
  await page.getByRole('combobox', { name: 'Cinema' }).inputValue(),
]

// Clauses: operations 103-109, 238, 496
test('Concessions: a cinema is chosen above the list; switched off, a product marks its combos; its picture is the same everywhere', async ({
  page,
}) => {
  await signIn(page)
  await goTo(page, 'Concessions')
  await expect(page.getByRole('heading', { name: 'All Concessions' })).toBeVisible()
  await expect(row(page, '3D glasses').first()).toBeVisible()
  expect(await shown(page)).toEqual(['Abuja (FCT)', 'Marquee Gwarinpa'])
  await expect(page.getByText(/^As of \d\d\/\d\d\/\d{4} \d\d:\d\d$/)).toBeVisible()
  await expect(page.locator('tbody tr')).toHaveCount(15)

  await choose(page, 'State', 'Lagos')
  await expect(page).toHaveURL(/cinema_id=0012/)
  await choose(page, 'Cinema', 'Marquee Lekki')
  await expect(page).toHaveURL(/cinema_id=0004/)
  await page.getByLabel('Search by title, ID or item').fill('00000103')
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await expect(row(page, 'Popcorn, large').getByText('₦3,300')).toBeVisible()

  await page.goto('/dashboard/concessions/combo-deals')
  await expect(page.getByRole('heading', { name: 'Combo Deals' })).toBeVisible()
  await expect(row(page, 'Combo for two')).toBeVisible()
  expect(await shown(page)).toEqual(['Abuja (FCT)', 'Marquee Gwarinpa'])

  await page.goto(`${LEKKI}&category=Sweets&sort=-display_price`)
  await expect(page.locator('tbody tr')).toHaveCount(6)
  const { name, lines } = await csvOf(page)
  expect(name).toBe('concessions.csv')
  expect(lines[0]).toBe('\ufeffTitle,Price,Price at the point of sale,Product ID,Category,Active')
  expect(lines).toHaveLength(7)
  expect(lines[1]).toMatch(/^Ice cream cup,/)

  await page.goto(`${LEKKI}&search=00000103`)
  const active = row(page, 'Popcorn, large').getByRole('switch', { name: 'Activate Popcorn, large' })
  await expect(active).toBeChecked()
  await active.press(' ')
  await expectMessage(page, 'Product deactivated')
  await expect(active).not.toBeChecked()
  await page.goto(COMBOS)
  await expect(row(page, 'Combo for two').getByText('Popcorn, large is not active')).toBeVisible()
  await page.goto(`${LEKKI}&search=00000103`)
  await active.press(' ')
  await expectMessage(page, 'Product activated')
  await page.goto(COMBOS)
  await expect(row(page, 'Combo for two')).toBeVisible()
  await expect(row(page, 'Combo for two').getByText('is not active')).toBeHidden()

  await page.goto(`${LEKKI}&search=Gummy`)
  await expect(row(page, 'Gummy bears').locator('img')).toHaveCount(0)
  await row(page, 'Gummy bears').getByRole('button', { name: 'Edit Gummy bears' }).click()
  const drawer = dialog(page, 'Edit Gummy bears')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByText('Upload an image', { exact: true })).toBeVisible()
  const buffer = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#2cc7b4' } })
    .png()
    .toBuffer()
  const choosing = drawer.getByLabel('Upload Image', { exact: true })
  await choosing.setInputFiles({ name: 'storage-fault.png', mimeType: 'image/png', buffer })
  await expect(drawer.getByRole('button', { name: 'Crop Image' })).toBeVisible()
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByRole('alert')).toBeVisible()
  const tiff = await sharp(buffer).tiff().toBuffer()
  await drop(choosing, { name: 'bears.tif', buffer: tiff })
  await expect(drawer.getByText('A TIFF is shown after it is uploaded')).toBeVisible()
  await expect(drawer.getByRole('alert')).toBeHidden()
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expectMessage(page, 'Uploaded image')
  await expect(drawer).toBeHidden()
  await expect(row(page, 'Gummy bears').locator('img')).toHaveCount(1)
  await page.goto('/dashboard/concessions?cinema_id=0007&search=Gummy')
  await expect(row(page, 'Gummy bears').locator('img')).toHaveCount(1)
})

test('price and state change at many cinemas at once, with the result of each, also of one that refuses', async ({
  page,
}) => {
  await signIn(page)
  await page.goto(`${LEKKI}&search=Zobo`)
  await row(page, /^Zobo/).getByRole('button', { name: 'Prices of Zobo' }).click()
  const prices = dialog(page, 'Prices of Zobo')
  const cinema = (name: string) => prices.getByRole('row', { name })
  await expect(cinema('Marquee Lekki').getByRole('checkbox')).toBeChecked()
  const change = prices.getByRole('button', { name: /^Change at/ })
  await expect(change).toHaveAttribute('aria-disabled', 'true')
  await prices.getByText('New price', { exact: true }).click()
  await expect(prices.getByText('Not sent to the till: Vista Connect has no call for prices')).toBeVisible()
  await prices.getByLabel('Price in naira').fill('0')
  await expect(prices.getByText('Enter a price above ₦0')).toBeVisible()
  await expect(change).toHaveAttribute('aria-disabled', 'true')
  await prices.getByLabel('Price in naira').fill('1725.50')
  await prices.getByRole('checkbox', { name: 'All cinemas' }).check()
  await expect(change).toHaveText('Change at 15 cinemas')
  await change.click()
  await expect(prices.getByText('Changed at 15 of 15 cinemas')).toBeVisible()
  await expect(cinema('Marquee Ilorin').getByText(/₦1,725.50, (not )?active/)).toBeVisible()

  await prices.getByText('Use point-of-sale price').click()
  await cinema('Marquee Lekki').getByRole('checkbox').check()
  await prices.getByRole('button', { name: 'Change at 1 cinema' }).click()
  await expect(prices.getByText('Changed at 1 of 1 cinema')).toBeVisible()
  await prices.getByRole('button', { name: 'Close' }).last().click()
  await expect(row(page, /^Zobo/).getByText('₦1,650')).toBeVisible()
  await page.goto('/dashboard/concessions?cinema_id=0007&search=Zobo')
  await expect(row(page, /^Zobo/).getByText('point of sale ₦1,500')).toBeVisible()

  await page.goto(`${LEKKI}&search=Chapman`)
  const reading = page.waitForRequest('**/api/concessions/rosetta/*')
  await row(page, /^Chapman/)
    .getByRole('button', { name: 'Prices of Chapman' })
    .click()
  const chapman = dialog(page, 'Prices of Chapman')
  await chapman.getByText('New price', { exact: true }).click()
  const { url, jwt } = { url: (await reading).url(), jwt: (await (await reading).allHeaders()).authorization! }
  // Somebody else changes it meanwhile.
  await page.evaluate(
    async ([path, authorization]) => {
      const { data } = await (await fetch(path!, { headers: { authorization: authorization! } })).json()
      const cinemas = data.cinemas.filter((one: { cinema_id: string }) => one.cinema_id === '0004')
      await fetch(`${path}/cinemas`, {
        method: 'PUT',
        headers: { authorization: authorization!, 'content-type': 'application/json' },
        body: JSON.stringify({ cinemas, display_price: 2900 }),
      })
    },
    [url, jwt],
  )
  await page.route('**/api/concessions/rosetta/*', async (route) => {
    const response = await route.fetch()
    // What the cinemas have now is a while on its way.
    await new Promise((resolve) => setTimeout(resolve, route.request().method() === 'GET' ? 700 : 0))
    await route.fulfill({ response })
  })
  await chapman.getByLabel('Price in naira').fill('3000')
  await chapman.getByRole('row', { name: 'Marquee Jabi' }).getByRole('checkbox').check()
  await chapman.getByRole('button', { name: 'Change at 2 cinemas' }).click()
  await expect(chapman.getByText('Changed at 1 of 2 cinemas')).toBeVisible()
  await expect(
    chapman.getByRole('row', { name: 'Marquee Lekki' }).getByText('Somebody else changed this in the meantime'),
  ).toBeVisible()
  await chapman.getByRole('button', { name: 'Change at 1 cinema' }).click()
  await expect(chapman.getByText('Changed at 1 of 1 cinema')).toBeVisible()

  await chapman.getByText('Keep', { exact: true }).first().click()
  await chapman.getByText('Not active', { exact: true }).first().click()
  await chapman.getByRole('row', { name: 'Marquee Lekki' }).getByRole('checkbox').check()
  await expect(chapman.getByRole('button', { name: 'Change at 1 cinema' })).toBeVisible()
  await page.route('**/api/concessions/rosetta/*', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    answer.data.cinemas = answer.data.cinemas.filter((one: { cinema_id: string }) => one.cinema_id !== '0004')
    await route.fulfill({ response, json: answer })
  })
  const message = 'This cinema does not sell Chapman'
  const refused = { cinema_id: '0004', cinema_name: 'Marquee Lekki', outcome: 'refused', message, product: null }
  await page.route('**/api/concessions/rosetta/*/cinemas', (route) =>
    route.fulfill({ json: { data: { results: [refused] } } }),
  )
  await chapman.getByRole('button', { name: 'Change at 1 cinema' }).click()
  await expect(chapman.getByText('Changed at 0 of 1 cinema')).toBeVisible()
  const refuses = chapman.getByRole('row', { name: 'Marquee Lekki' })
  await expect(refuses.getByRole('checkbox')).toBeHidden()
  await expect(refuses.getByText(message)).toBeVisible()
})

// Clauses: operations 110-119, 308-309, 462, 497
test('a combo is made of a title and its items, changed, deleted and taken back; 15 stand on a page', async ({
  page,
}) => {
  await signIn(page)
  await page.goto(COMBOS)
  await expect(row(page, 'Matinee combo').getByText(/Costs ₦[\d,.]+ more than its parts/)).toBeVisible()
  await page.getByRole('button', { name: 'COMBO DEAL' }).click()
  const drawer = dialog(page, 'Combo Deal')
  await drawer.getByRole('button', { name: 'Add' }).click()
  await expect(drawer.getByText('Choose a title', { exact: true })).toBeVisible()
  await expect(drawer.getByText('Choose at least one item')).toBeVisible()
  await choose(drawer, 'Title', 'Small chops')
  await expect(drawer.getByLabel('Price')).toHaveValue('₦4,200')
  await expect(drawer.getByLabel('Price')).toHaveAttribute('readonly')
  await choose(drawer, 'Items', 'Puff-puff')
  await expect(drawer.getByText(/Costs ₦[\d,.]+ more than its parts/)).toBeVisible()
  await page.getByRole('option', { name: 'Shawarma' }).click()
  await expect(drawer.getByText(/more than its parts/)).toBeHidden()
  await expect(drawer.getByRole('region', { name: 'The last 90 days' })).toContainText(/had all of these items/)
  await drawer.getByLabel('Price').focus()
  await drawer.getByLabel('Price').press('Enter')
  await expectMessage(page, 'Combo deal created')
  const combo = row(page, /^Small chops/)
  const items = combo.getByText('Puff-puff, Shawarma', { exact: true })
  await items.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tooltip')).toHaveText('Puff-puff, Shawarma')

  await combo.getByRole('button', { name: 'Edit Small chops' }).click()
  await expect(drawer.getByRole('combobox', { name: 'Title' })).toBeDisabled()
  await choose(drawer, 'Items', 'Zobo')
  await page.keyboard.press('Escape')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expectMessage(page, 'Combo deal updated')
  await expect(combo.getByText('Puff-puff, Shawarma, Zobo')).toBeVisible()

  const csv = await csvOf(page)
  expect(csv.name).toBe('combo-deals.csv')
  expect(csv.lines[0]).toBe('\ufeffTitle,Price,Product ID,Items,To look at')
  expect(csv.lines).toHaveLength(7)
  expect(csv.lines).toContainEqual(expect.stringMatching(/^Small chops,4200\.00,00000307,"Puff-puff, Shawarma, Zobo"/))

  await combo.getByRole('button', { name: 'Delete Small chops' }).click()
  await dialog(page, 'Delete Small chops combo').getByRole('button', { name: 'Delete' }).click()
  await expectMessage(page, 'Deleted successfully')
  await expect(combo).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectMessage(page, 'Combo deal restored')
  await expect(combo.getByText('Puff-puff, Shawarma, Zobo')).toBeVisible()

  const menu = '**/api/concessions/*?add_mobile_device=true*'
  await page.route(menu, (route) => route.fulfill({ status: 503, json: { status: 503, message: 'Not today' } }))
  await page.goto(COMBOS)
  await expect(page.getByRole('alert').filter({ hasText: 'Not today' })).toBeVisible()
  await page.unroute(menu)
  // The demo has few combos: the first is answered many times.
  await page.route(menu, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const combos = answer.data.concessions.at(-1)
    const [one] = combos.products
    combos.products = Array.from({ length: 16 }, (_, at) => ({ ...one, id: at + 1, product_name: `Combo ${at + 1}` }))
    await route.fulfill({ response, json: answer })
  })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.locator('tbody tr').getByRole('cell').first()).toBeVisible()
  await expect(page.locator('tbody tr')).toHaveCount(15)
  await expect(page.getByText('1–15 of 16')).toBeVisible()
})
