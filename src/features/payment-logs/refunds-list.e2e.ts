import { acceptedSender, asSignedIn } from '../../../e2e/api.ts'
import { expect, settled, signIn, test } from '../../../e2e/fixtures.ts'
import { dialog, filterBy, openRow, row } from '../../../e2e/helpers.ts'

test('the list of refunds says what waits, and what was paid back how', { tag: '@both' }, async ({ page }) => {
  await signIn(page)
  await page.goto('/dashboard/payment-logs')
  await page.getByRole('button', { name: 'Refunds', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Refunds', level: 1 })).toBeVisible()
  await expect(page.getByLabel('Sums of the listed refunds')).toContainText(/Paid₦.*Refunded₦.*Net₦.*Pending₦/)
  await settled(page)

  await filterBy(page, 'Status', 'Pending', 'Failed')
  await expect(page).toHaveURL(/state=asked%2Cfailed/)
  await filterBy(page, 'Provider', 'Recorded by another program')
  await expect(page).toHaveURL(/provider=reported/)
  await settled(page)
  await filterBy(page, 'Kind', 'Tickets')
  await expect(page).toHaveURL(/kind=ticket/)
  await settled(page)
})

test('a refund at a counter is listed, and leads to its purchase', { tag: '@both' }, async ({ page }) => {
  await signIn(page)
  const send = await acceptedSender(await asSignedIn(page), { streams: ['purchases', 'refunds'] })
  const id = `counter-${crypto.randomUUID()}`
  const at = new Date().toISOString()
  const lines = [{ kind: 'concession', product: 'Popcorn, large', amount: 2250 }]
  await send('purchases', { id, at, channel: 'not_specified', payment_method: 'cash', lines })
  await send('refunds', {
    id: `${id}-r`,
    purchase_id: id,
    at,
    reason: 'Cold',
    lines: [{ kind: 'concession', amount: 2250 }],
  })
  await page.goto(`/dashboard/payment-logs/refunds?search=${id}`)
  const refund = row(page, id)
  await expect(refund).toContainText('₦2,250')
  await expect(refund).toContainText('Cash')
  await expect(page.getByLabel('Sums of the listed refunds')).toContainText('Refunded₦2,250')
  await settled(page)
  await openRow(refund)
  await expect(dialog(page, 'Purchase').getByText('Popcorn, large')).toBeVisible()
})
