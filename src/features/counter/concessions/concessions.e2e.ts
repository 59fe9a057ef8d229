import sharp from 'sharp'
import { showDay } from '#contract/time.ts'
import { asSignedIn } from '../../../../e2e/api.ts'
import { today } from '../../../../e2e/day.ts'
import { expect, openScreen, signIn, test } from '../../../../e2e/fixtures.ts'
import { expectMessage } from '../../../../e2e/messages.ts'
import { choose, dialog, openRow, row } from '../../../../e2e/helpers.ts'

const LEKKI = '/dashboard/concessions?cinema_id=0004'
const COMBOS = '/dashboard/concessions/combo-deals'

// Clauses: operations 57-59, 61, 63-64, 501
test('Food & beverages, in dense rows that stay so, and merchandise lead to the price per cinema and what was bought', async ({
  page,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/fandb')
  const list = page.getByRole('table', { name: 'Food and beverages' })
  const rows = list.getByRole('row')
  await expect(row(list, 'Caramel popcorn')).toContainText(/₦[\d,]+ – ₦[\d,]+/)
  await expect(rows).toHaveCount(11)
  await page.getByLabel('Rows per page of Food and beverages').selectOption('5')
  await expect(rows).toHaveCount(6)
  await list.getByRole('button', { name: 'Price' }).click()
  await expect(rows.nth(1)).toContainText('Family combo')
  const height = async () => (await rows.nth(1).boundingBox())!.height
  const before = await height()
  const dense = page.getByRole('switch', { name: 'Dense rows of Food and beverages' })
  await dense.press(' ')
  await expect.poll(height).toBeLessThan(before)

  await openRow(rows.nth(1))
  await expect(page).toHaveURL(/\/dashboard\/fandb\/\d+$/)
  await expect(page.getByRole('heading', { name: 'Family combo', level: 1 })).toBeVisible()
  const prices = page.getByRole('table', { name: 'Price per cinema' })
  await expect(row(prices, 'Lekki')).toContainText('₦')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/dashboard\/fandb\?.*sort=/)
  await expect(dense).toBeChecked()

  await openScreen(page, '/dashboard/merchandise')
  const merchandise = page.getByRole('table', { name: 'Merchandise' })
  const perPage = page.getByLabel('Rows per page of Merchandise')
  await expect(perPage).toHaveValue('10')
  await expect(perPage.locator('option')).toHaveText(['5', '10', '25'])
  await openRow(row(merchandise, 'Cinema key ring'))
  await expect(page).toHaveURL(/\/dashboard\/merchandise\/\d+$/)
  await expect(row(prices, 'Lekki')).toContainText('₦')
  const history = page.getByRole('table', { name: 'Purchase history' })
  await expect(row(history, 'Cinema key ring').first()).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d/)
})

test('a price change is planned, shows what it does and what it overlaps; Margin marks what loses money, by movie too', async ({
  page,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/concessions/price-changes')
  await expect(
    page.getByText(
      'Not sent to the tills: Vista Connect does not accept prices. Print the list and change them there.',
    ),
  ).toBeVisible()
  await expect(row(page, 'Puff-puff and chin chin days').getByText('Running')).toBeVisible()
  await expect(row(page, 'New soft drink prices').getByText('Planned', { exact: true })).toBeVisible()

  await openRow(row(page, 'Puff-puff and chin chin days'))
  await expect(row(page, 'Chin chin').first()).toContainText('₦')
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  await openScreen(page, '/dashboard/concessions/price-changes')

  await page.getByRole('button', { name: 'PRICE CHANGE' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Hot days')
  await page.getByRole('button', { name: 'Add all of Hot food' }).click()
  await page.getByRole('button', { name: 'Add all of Sweets' }).click()
  await page.getByRole('button', { name: 'All cinemas' }).click()
  await page.getByRole('textbox', { name: 'Percent' }).fill('-20')
  for (const [name, day] of [
    ['Last day', 3],
    ['First day', 1],
  ] as const) {
    await page.getByRole('textbox', { name }).fill(showDay(today(day)))
    await page.getByRole('textbox', { name }).press('Tab')
  }
  await expect(page.getByText(/“Puff-puff and chin chin days” .* changes Chin chin at .* on these days/)).toBeVisible()
  await expect(page.getByText(/^\d+ prices, \d+ down/)).toBeVisible()
  await expect(row(page, 'Suya platter').first().getByText('₦4,800')).toBeVisible()
  page.once('dialog', (dialog) => void dialog.accept())
  await openScreen(page, '/dashboard/margin')
  await expect(row(page, 'Zobo').getByText('Loses money')).toBeVisible()
  await page.getByRole('radiogroup', { name: 'By' }).getByText('Movie').click()
  await expect(page.getByText('Items bought together with tickets for one movie')).toBeVisible()
  await expect(row(page, /₦.*\d%/).first()).toBeVisible()
  await openScreen(page, '/dashboard/fandb?search=energy')
  await page.getByText('Energy drink').first().click()
  await expect(page.getByText('Add a cost to see the margin')).toBeVisible()
  await page.getByRole('textbox', { name: 'Cost', exact: true }).fill('600')
  await page.getByRole('button', { name: 'Save cost' }).click()
  await expectMessage(page, 'Cost saved')
  await expect(page.getByRole('list', { name: 'Costs of Energy drink' }).getByText('₦600')).toBeVisible()
})

// Clauses: operations 103-104, 106-109, 110-117, 119, 238, 462, 496, 497
test('Concessions: a cinema is chosen above the list; a product is switched off; its picture is uploaded; a combo is made of a title and its items, changed and deleted; 15 stand on a page', async ({
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
  await expect(drawer.getByText('TIFF images are shown after the upload')).toBeVisible()
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expectMessage(page, 'Uploaded image')
  await expect(gummy.locator('img')).toHaveCount(1)

  await test.step('a combo is made of a title and its items, changed and deleted; 15 stand on a page', async () => {
    const menu = '**/api/concessions/*?add_mobile_device=true*'
    await page.route(menu, (route) => route.fulfill({ status: 503, json: { status: 503, message: 'Not today' } }))
    const { get } = await asSignedIn(page)
    const states = await get<{ cinemas: { id: string; cinema_name: string }[] }[]>('/cinema')
    const other = states.flatMap(({ cinemas }) => cinemas).find(({ cinema_name: name }) => name === 'Marquee Ilorin')!
    // What it sells was not read yet.
    await openScreen(page, `${COMBOS}?cinema_id=${other.id}`)
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
    await page.unroute(menu)
    await page.evaluate(() => history.pushState(null, '', '?cinema_id=0004'))
    await expect(cinema!).toHaveValue('Marquee Lekki')
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
  })
})

test('a price changes at many cinemas at once, with the result of each, also of one that somebody else changed', async ({
  page,
}) => {
  await signIn(page)
  await openScreen(page, `${LEKKI}&search=Zobo`)
  const reading = page.waitForRequest('**/api/concessions/rosetta/*')
  await row(page, /^Zobo/).getByRole('button', { name: 'Prices of Zobo' }).click()
  const prices = dialog(page, 'Prices of Zobo')
  const cinema = (name: string) => prices.getByRole('row', { name })
  await expect(cinema('Marquee Lekki').getByRole('checkbox')).toBeChecked()
  const change = prices.getByRole('button', { name: /^Change at/ })
  await expect(change).toHaveAttribute('aria-disabled', 'true')
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
  await prices.getByText('New price', { exact: true }).click()
  await expect(prices.getByText('Not sent to the tills: Vista Connect does not accept prices')).toBeVisible()
  await prices.getByLabel('Price in naira').fill('1725.50')
  await prices.getByRole('checkbox', { name: 'All cinemas' }).check()
  await expect(change).toHaveText('Change at 15 cinemas')
  await change.click()
  await expect(prices.getByText('Changed at 14 of 15 cinemas')).toBeVisible()
  await expect(cinema('Marquee Ilorin').getByText(/₦1,725.50, (not )?active/)).toBeVisible()
  await expect(cinema('Marquee Lekki')).toContainText('Someone else changed this while you were editing')
  await prices.getByRole('button', { name: 'Change at 1 cinema' }).click()
  await expect(prices.getByText('Changed at 1 of 1 cinema')).toBeVisible()
  await page.unroute('**/api/concessions/rosetta/*')
  await prices.getByText('Use point-of-sale price').click()
  await cinema('Marquee Lekki').getByRole('checkbox').check()
  await prices.getByRole('button', { name: 'Change at 1 cinema' }).click()
  await expect(prices.getByText('Changed at 1 of 1 cinema')).toBeVisible()

  // A cinema that refuses because it sells the product no more.
  await prices.getByText('Not active', { exact: true }).first().click()
  await cinema('Marquee Lekki').getByRole('checkbox').check()
  await page.route('**/api/concessions/rosetta/*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: { cinemas: { cinema_id: string }[] } }
    answer.data.cinemas = answer.data.cinemas.filter(({ cinema_id }) => cinema_id !== '0004')
    await route.fulfill({ response, json: answer })
  })
  const message = 'This cinema does not sell Zobo'
  const refused = { cinema_id: '0004', cinema_name: 'Marquee Lekki', outcome: 'refused', message, product: null }
  await page.route('**/api/concessions/rosetta/*/cinemas', (route) =>
    route.fulfill({ json: { data: { results: [refused] } } }),
  )
  await prices.getByRole('button', { name: 'Change at 1 cinema' }).click()
  await expect(prices.getByText('Changed at 0 of 1 cinema')).toBeVisible()
  await expect(cinema('Marquee Lekki').getByRole('checkbox')).toBeHidden()
  await expect(cinema('Marquee Lekki').getByText(message)).toBeVisible()
  await page.unrouteAll()
  await prices.getByRole('button', { name: 'Close' }).last().click()
  await expect(row(page, /^Zobo/).getByText('₦1,650')).toBeVisible()
})
