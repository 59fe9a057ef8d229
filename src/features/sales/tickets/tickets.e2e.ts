import { acceptedSender, asSignedIn } from '../../../../e2e/api.ts'
import { expect, openScreen, signIn, test } from '../../../../e2e/fixtures.ts'
import { dialog, row } from '../../../../e2e/helpers.ts'

test('a line of the log says what was bought and opens its purchase: all of it, what came back, and the way to who bought it; a closed cinema keeps its name', async ({
  page,
}) => {
  await signIn(page)
  const send = await acceptedSender(await asSignedIn(page), { record_types: ['purchases', 'refunds'] })
  const id = crypto.randomUUID()
  const buyer = `Zuwaira ${id.slice(0, 6)}`
  const reference = `TOUR-${id.slice(0, 8)}`
  const at = new Date().toISOString()
  await send('purchases', {
    id,
    at,
    channel: 'mobile',
    name: buyer,
    email: 'zuwaira@tour.example',
    payment_reference: reference,
    lines: [
      { kind: 'ticket', product: 'Adult', quantity: 2, amount: 7000, show_at: at },
      { kind: 'concession', product: 'Popcorn, large', amount: 2250.5, discount: 250 },
    ],
  })
  const lines = [{ kind: 'ticket', quantity: 2, amount: 7000 }]
  await send('refunds', { id: `${id}-r`, purchase_id: id, at, reason: 'Show cancelled', lines })
  await openScreen(page, `/dashboard/purchased-tickets?search=${encodeURIComponent(buyer)}`)
  const line = row(page, buyer)
  const day = new Date(at).toLocaleDateString('en-GB', { timeZone: 'Africa/Lagos' })
  await expect(line.getByRole('cell')).toHaveText([
    new RegExp(`^${day}`),
    buyer,
    'zuwaira@tour.example',
    'Adult × 2Refunded',
    '–',
    reference,
    '–',
  ])
  await line.getByRole('button').click()
  const drawer = dialog(page, 'Purchase')
  await expect(drawer.getByText('₦9,250.50', { exact: true })).toBeVisible()
  await expect(drawer.getByText('Partly refunded')).toBeVisible()
  await expect(drawer.getByText(/Popcorn, large/)).toBeVisible()
  await expect(drawer.getByText('Show cancelled, Ticket × 2')).toBeVisible()
  await expect(drawer.getByText('₦2,250.50 kept')).toBeVisible()
  await expect(drawer.getByText('(guest)')).toBeVisible()
  await expect(drawer.getByRole('heading', { name: 'Bought' })).toBeVisible()
  await drawer.getByRole('link', { name: buyer }).click()
  await expect(page).toHaveURL(/\/dashboard\/users\/guests\/zuwaira/)

  const states = [{ id: 1, name: 'Lagos', cinemas: [{ id: '0099', cinema_name: 'Marquee Yaba', is_closed: true }] }]
  await page.route('**/api/cinema?with_closed=true', (route) => route.fulfill({ json: { data: states } }))
  await page.goto('/dashboard/purchased-tickets?purchase=99999999&cinema_id=0099')
  await expect(page.getByText('Purchase not found')).toBeVisible()
  await expect(page.getByText('Cinema Marquee Yaba (closed)')).toBeVisible()
})
