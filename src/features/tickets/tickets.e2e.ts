import { readFile } from 'node:fs/promises'
import { acceptedSender, asSignedIn } from '../../../e2e/api.ts'
import { expect, signIn, test } from '../../../e2e/fixtures.ts'
import { dialog, filterBy, goTo, row } from '../../../e2e/helpers.ts'

// Clauses: operations 100-102, 498, 531
test('the log is searched and downloaded, and narrowed to a closed cinema', async ({ page }) => {
  await signIn(page)
  await goTo(page, 'Tickets Log')
  await expect(page.getByRole('heading', { name: 'Tickets Log' })).toBeVisible()
  for (const title of ['Date Purchased', 'Name', 'Email', 'Ticket Type', 'Movie Title', 'Transaction ID', 'Cinema'])
    await expect(page.getByRole('columnheader', { name: title })).toBeVisible()
  const rows = page.getByRole('table', { name: 'Tickets' }).getByRole('row')
  await expect(rows).toHaveCount(16)
  const footer = page.getByRole('navigation', { name: 'Pages of Tickets' })
  await expect(footer.getByText(/^1–15 of [\d,]+$/)).toBeVisible()

  const transaction = (await rows.nth(1).getByRole('cell').nth(5).textContent())!.trim()
  await page.getByRole('searchbox').fill(transaction)
  await expect(footer.getByText(/^1–\d of \d$/)).toBeVisible()
  await expect(rows.nth(1)).toContainText(transaction)
  const box = page.getByRole('searchbox')
  await box.fill('ad')
  await expect(box).toHaveAccessibleDescription('Search for at least 3 characters')
  await expect(box).toHaveValue('ad')
  await expect(footer.getByText(/^1–\d of \d$/)).toBeVisible()
  await page.goto(`/dashboard/purchased-tickets?search=${encodeURIComponent(transaction)}`)
  await expect(rows.nth(1)).toContainText(transaction)
  const shown = (await rows.nth(1).getByRole('cell').allInnerTexts()).map((text) => text.trim())
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('ticket-logs.csv')
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toBe(
    '\ufeffDate Purchased,Name,Email,Ticket Type,Movie Title,Transaction ID,Cinema,Tickets,Amount,Show,Channel,Refund',
  )
  const said = (text: string) => text.replace(/^–$/, '')
  for (const cell of [0, 1, 2, 4, 5, 6]) expect(lines[1]!.replaceAll('"', '')).toContain(said(shown[cell]!))

  const states = [{ id: 1, name: 'Lagos', cinemas: [{ id: '0099', cinema_name: 'Marquee Yaba', is_closed: true }] }]
  await page.route('**/api/cinema?with_closed=true', (route) => route.fulfill({ json: { data: states } }))
  await page.goto('/dashboard/purchased-tickets')
  await filterBy(page, 'Cinema', 'Marquee Yaba (closed)')
  await expect(page).toHaveURL(/cinema_id=/)
  await expect(page.getByText('Cinema Marquee Yaba (closed)')).toBeVisible()
  await expect(page.getByText('No results')).toBeVisible()
})

test('a purchase is opened from its line: all of it, what came back, and the way to who bought it', async ({
  page,
}) => {
  await signIn(page)
  const send = await acceptedSender(await asSignedIn(page), { streams: ['purchases', 'refunds'] })
  const id = crypto.randomUUID()
  const buyer = `Zuwaira ${id.slice(0, 6)}`
  const at = new Date().toISOString()
  await send('purchases', {
    id,
    at,
    channel: 'mobile',
    name: buyer,
    email: 'zuwaira@tour.example',
    payment_reference: `TOUR-${id.slice(0, 8)}`,
    lines: [
      { kind: 'ticket', product: 'Adult', quantity: 2, amount: 7000, show_at: at },
      { kind: 'concession', product: 'Popcorn, large', amount: 2250.5, discount: 250 },
    ],
  })
  await page.goto(`/dashboard/purchased-tickets?search=${encodeURIComponent(buyer)}`)
  const line = row(page, buyer)
  await expect(line).toContainText('Adult × 2')
  await expect(line.getByText('Refunded')).toBeHidden()
  const lines = [{ kind: 'ticket', quantity: 2, amount: 7000 }]
  await send('refunds', { id: `${id}-r`, purchase_id: id, at, reason: 'Show cancelled', lines })
  await page.reload()
  await expect(line.getByText('Refunded', { exact: true })).toBeVisible()

  await line.getByRole('button').click()
  const drawer = dialog(page, 'Purchase')
  await expect(drawer.getByText('₦9,250.50', { exact: true })).toBeVisible()
  await expect(drawer.getByText('Partly refunded')).toBeVisible()
  await expect(drawer.getByText(/Popcorn, large/)).toBeVisible()
  await expect(drawer.getByText('Show cancelled, Ticket × 2')).toBeVisible()
  await expect(drawer.getByText('₦2,250.50 kept')).toBeVisible()
  await expect(drawer.getByText('(guest)')).toBeVisible()
  await expect(drawer.getByRole('heading', { name: 'Bought' })).toBeVisible()
  await expect(drawer.getByText('Transaction ID', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/purchase=\d+/)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page).not.toHaveURL(/purchase=/)
  // The whole row opens it, too.
  await line.getByRole('cell').nth(4).click()
  await drawer.getByRole('link', { name: buyer }).click()
  await expect(page).toHaveURL(/\/dashboard\/users\/guests\/zuwaira/)
  await page.goto('/dashboard/purchased-tickets?purchase=99999999')
  await expect(page.getByText('There is no such purchase')).toBeVisible()
})
