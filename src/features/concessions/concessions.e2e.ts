import sharp from 'sharp'
import { asSignedIn } from '../../../e2e/api.ts'
import { expect, openScreen, signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import { choose, dialog, row } from '../../../e2e/helpers.ts'

const LEKKI = '/dashboard/concessions?cinema_id=0004'
const COMBOS = '/dashboard/concessions/combo-deals'

// Clauses: operations 103-104, 106-109, 110-117, 119, 238, 462, 496, 497
test('Concessions: a cinema is chosen above the list; switched off, a product marks its combos; its picture is uploaded; a combo is made of a title and its items, changed and deleted; 15 stand on a page', async ({
  page,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/concessions')
  const [state, cinema] = ['State', 'Cinema'].map((name) => page.getByRole('combobox', { name }))
  await expect(row(page, '3D glasses').first()).toBeVisible()
  await expect(state!).toHaveValue('Abuja (FCT)')
  await expect(cinema!).toHaveValue('Marquee Gwarinpa')
  await expect(page.getByText(/^As of \d\d\/\d\d\/\d{4} \d\d:\d\d$/)).toBeVisible()
  await expect(page.locator('tbody tr')).toHaveCount(15)
  await choose(page, 'State', 'Lagos')
  await expect(page).toHaveURL(/cinema_id=0012/)

  await openScreen(page, `${LEKKI}&search=00000103`)
  const active = row(page, 'Popcorn, large').getByRole('switch', { name: 'Activate Popcorn, large' })
  await expect(row(page, 'Popcorn, large').getByText('₦3,300')).toBeVisible()
  await expect(active).toBeChecked()
  await active.press(' ')
  await expectMessage(page, 'Product deactivated')
  await expect(active).not.toBeChecked()
  await openScreen(page, `${COMBOS}?cinema_id=0004`)
  await expect(row(page, 'Combo for two').getByText('Popcorn, large is not active')).toBeVisible()
  await openScreen(page, COMBOS)
  await expect(cinema!).toHaveValue('Marquee Gwarinpa')

  await openScreen(page, `${LEKKI}&search=Gummy`)
  const gummy = row(page, 'Gummy bears')
  await gummy.getByRole('button', { name: 'Edit Gummy bears' }).click()
  const drawer = dialog(page, 'Edit Gummy bears')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByText('Upload an image', { exact: true })).toBeVisible()
  const buffer = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#2cc7b4' } })
    .tiff()
    .toBuffer()
  const choosing = drawer.getByLabel('Upload Image', { exact: true })
  await choosing.setInputFiles({ name: 'bears.tif', mimeType: 'image/tiff', buffer })
  await expect(drawer.getByText('A TIFF is shown after it is uploaded')).toBeVisible()
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expectMessage(page, 'Uploaded image')
  await expect(gummy.locator('img')).toHaveCount(1)

  await test.step('a combo is made of a title and its items, changed and deleted; 15 stand on a page', async () => {
    const menu = '**/api/concessions/*?add_mobile_device=true*'
    await openScreen(page, `${COMBOS}?cinema_id=0004`)
    await expect(row(page, 'Matinee combo').getByText(/Costs ₦[\d,.]+ more than its parts/)).toBeVisible()
    await page.getByRole('button', { name: 'COMBO DEAL' }).click()
    const drawer = dialog(page, 'Combo Deal')
    const price = drawer.getByLabel('Price')
    await choose(drawer, 'Title', 'Small chops')
    await expect(price).toHaveValue('₦4,200')
    await expect(price).toHaveAttribute('readonly')
    await choose(drawer, 'Items', 'Puff-puff')
    await expect(drawer.getByText(/Costs ₦[\d,.]+ more than its parts/)).toBeVisible()
    await page.getByRole('option', { name: 'Shawarma' }).click()
    await expect(drawer.getByText(/more than its parts/)).toBeHidden()
    await expect(drawer.getByRole('region', { name: 'The last 90 days' })).toContainText(/had all of these items/)
    await price.press('Enter')
    await expectMessage(page, 'Combo deal created')
    const combo = row(page, /^Small chops/)
    await combo.getByText('Puff-puff, Shawarma', { exact: true }).press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('tooltip')).toHaveText('Puff-puff, Shawarma')

    await combo.getByRole('button', { name: 'Edit Small chops' }).click()
    await expect(drawer.getByRole('combobox', { name: 'Title' })).toBeDisabled()
    await choose(drawer, 'Items', 'Zobo')
    await page.keyboard.press('Escape')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await expectMessage(page, 'Combo deal updated')
    await expect(combo.getByText('Puff-puff, Shawarma, Zobo')).toBeVisible()
    await combo.getByRole('button', { name: 'Delete Small chops' }).click()
    await dialog(page, 'Delete Small chops combo').getByRole('button', { name: 'Delete' }).click()
    await expect(combo).toBeHidden()

    await page.route(menu, (route) => route.fulfill({ status: 503, json: { status: 503, message: 'Not today' } }))
    await openScreen(page, COMBOS)
    await expect(page.getByRole('alert').filter({ hasText: 'Not today' })).toBeVisible()
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
    await expect(page.getByText('1–15 of 16')).toBeVisible()
    await expect(page.locator('tbody tr')).toHaveCount(15)
  })
})

test('price and state change at many cinemas at once, with the result of each, also of one that somebody else changed', async ({
  page,
}) => {
  await signIn(page)
  await openScreen(page, `${LEKKI}&search=Zobo`)
  await row(page, /^Zobo/).getByRole('button', { name: 'Prices of Zobo' }).click()
  const prices = dialog(page, 'Prices of Zobo')
  const cinema = (name: string) => prices.getByRole('row', { name })
  await expect(cinema('Marquee Lekki').getByRole('checkbox')).toBeChecked()
  const change = prices.getByRole('button', { name: /^Change at/ })
  await expect(change).toHaveAttribute('aria-disabled', 'true')
  await prices.getByText('New price', { exact: true }).click()
  await expect(prices.getByText('Not sent to the till: Vista Connect has no call for prices')).toBeVisible()
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

  await openScreen(page, `${LEKKI}&search=Chapman`)
  const reading = page.waitForRequest('**/api/concessions/rosetta/*')
  await row(page, /^Chapman/)
    .getByRole('button', { name: 'Prices of Chapman' })
    .click()
  const chapman = dialog(page, 'Prices of Chapman')
  const { get, put } = await asSignedIn(page)
  const path = new URL((await reading).url()).pathname.replace('/api', '')
  const { cinemas } = await get<{ cinemas: { cinema_id: string }[] }>(path)
  const lekki = cinemas.filter(({ cinema_id }) => cinema_id === '0004')
  await put(`${path}/cinemas`, { cinemas: lekki, display_price: 2900 })
  await page.route('**/api/concessions/rosetta/*', async (route) => {
    const response = await route.fetch()
    // What the cinemas have now is a while on its way.
    await new Promise((resolve) => setTimeout(resolve, route.request().method() === 'GET' ? 700 : 0))
    await route.fulfill({ response })
  })
  await chapman.getByText('New price', { exact: true }).click()
  await chapman.getByLabel('Price in naira').fill('3000')
  await chapman.getByRole('row', { name: 'Marquee Jabi' }).getByRole('checkbox').check()
  await chapman.getByRole('button', { name: 'Change at 2 cinemas' }).click()
  await expect(chapman.getByText('Changed at 1 of 2 cinemas')).toBeVisible()
  await expect(chapman.getByRole('row', { name: 'Marquee Lekki' })).toContainText(
    'Somebody else changed this in the meantime',
  )
  await chapman.getByRole('button', { name: 'Change at 1 cinema' }).click()
  await expect(chapman.getByText('Changed at 1 of 1 cinema')).toBeVisible()
})
