import { expect, expectNoViolations, signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import { dialog, goTo, row } from '../../../e2e/helpers.ts'

test('Feed Keys: make one, tell with it, change it, revoke it', async ({ page, request, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page)
  await goTo(page, 'Feed Keys')
  await expect(page.getByRole('heading', { name: 'Feed Keys' })).toBeVisible()

  await page.getByRole('button', { name: 'New key' }).click()
  const making = dialog(page, 'New key')
  await making.getByRole('button', { name: 'Create key' }).click()
  for (const message of ['Name is empty', 'Source is empty', 'Choose at least one stream'])
    await expect(making.getByText(message)).toBeVisible()
  await expectNoViolations(page)
  await making.getByLabel('Name').fill('Ticket kiosk')
  await making.getByLabel('Source').fill('Ticket Kiosk')
  await making.getByRole('button', { name: 'Create key' }).click()
  await expect(making.getByText('Small letters, digits and hyphens, such as web-shop; at most 40')).toBeVisible()
  await making.getByLabel('Source').fill('ticket-kiosk')
  await making.getByRole('checkbox', { name: 'Visits' }).check()
  await making.getByRole('button', { name: 'Create key' }).click()

  const shown = dialog(page, 'The secret of Ticket kiosk')
  await expect(shown.getByText(/curl .*\/api\/feed\/visits/)).toBeVisible()
  await expectNoViolations(page)
  await shown.getByRole('button', { name: 'Done' }).click()
  await dialog(page, 'Close without copying the secret?').getByRole('button', { name: 'Go back' }).click()
  await shown.getByRole('button', { name: 'Copy' }).click()
  await expectMessage(page, 'Copied')
  const secret = await page.evaluate(() => navigator.clipboard.readText())
  expect(secret).toMatch(/^mqf_/)
  await expect(shown.getByLabel('Secret')).toHaveValue(secret)
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(shown).toBeHidden()

  const key = row(page, 'Ticket kiosk')
  await expect(key.getByText(`…${secret.slice(-4)}`)).toBeVisible()
  await expect(key.getByText('Never')).toBeVisible()
  const tell = async (stream: string, line: object) => {
    const headers = { authorization: `Bearer ${secret}` }
    const answer = await request.post(`/api/feed/${stream}`, { headers, data: [line] })
    return [answer.status(), await answer.json()]
  }
  const visit = { id: 'tour', at: new Date().toISOString(), channel: 'web' }
  expect(await tell('visits', visit)).toEqual([200, { data: expect.objectContaining({ accepted: 1 }) }])
  expect(await tell('errors', { id: 'tour', at: visit.at, message: 'Broken' })).toEqual([
    403,
    { status: 403, message: 'This key may not tell of that stream' },
  ])
  await page.reload()
  await expect(key.getByText('Never')).toBeHidden()

  await key.getByRole('button', { name: 'Edit Ticket kiosk' }).click()
  const editing = dialog(page, 'Edit Ticket kiosk')
  await expect(editing.getByLabel('Source')).not.toBeEditable()
  await editing.getByRole('checkbox', { name: 'Errors' }).check()
  await editing.getByLabel('Name').fill('Kiosk in the foyer')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expectMessage(page, 'Key updated successfully')
  const renamed = row(page, 'Kiosk in the foyer')
  await expect(renamed.getByText('Visits, Errors')).toBeVisible()

  await renamed.getByRole('button', { name: 'Revoke Kiosk in the foyer' }).click()
  await dialog(page, 'Revoke Kiosk in the foyer?').getByRole('button', { name: 'Revoke' }).click()
  await expectMessage(page, 'Key revoked')
  await expect(renamed.getByText('Revoked', { exact: true })).toBeVisible()
  expect((await tell('visits', visit))[0]).toBe(401)
  await expectNoViolations(page)
})

test('a change that comes too late is sorted out field by field', async ({ page, context }) => {
  await signIn(page)
  await page.goto('/dashboard/feed-keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('Two of us')
  await page.getByLabel('Source').fill('two-of-us')
  await page.getByRole('checkbox', { name: 'Visits' }).check()
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await dialog(page, 'Close without copying the secret?').getByRole('button', { name: 'Close anyway' }).click()

  const other = await context.newPage()
  for (const one of [page, other]) {
    await one.goto('/dashboard/feed-keys')
    await one.getByRole('button', { name: 'Edit Two of us' }).click()
  }
  await other.getByRole('checkbox', { name: 'Refunds' }).check()
  await other.getByRole('button', { name: 'Save' }).click()
  await expectMessage(other, 'Key updated successfully')
  await page.getByLabel('Name').fill('One of us')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const sorting = dialog(page, 'Somebody else changed this in the meantime')
  await expect(sorting.getByText('Visits', { exact: true })).toBeVisible()
  await expectNoViolations(page)
  await sorting.getByRole('button', { name: 'Save this' }).click()
  await expectMessage(page, 'Key updated successfully')
  await expect(row(page, 'One of us').getByText('Refunds')).toBeVisible()
})

test('Feed Keys is for superadmins', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/dashboard/feed-keys')
  await expect(page.getByText('Permission denied')).toBeVisible()
})

test('Feed Keys lists refunds that wait for their purchase, and says why one was refused', async ({
  page,
  request,
}) => {
  await signIn(page)
  const token = await page.evaluate(() => (JSON.parse(localStorage.getItem('marquee:session')!) as { jwt: string }).jwt)
  const made = await request.post('/api/feed-keys', {
    headers: { authorization: `Bearer ${token}` },
    data: { name: 'Refund desk', source: 'refund-desk', streams: ['purchases', 'refunds'] },
  })
  const { secret } = ((await made.json()) as { data: { secret: string } }).data
  const tell = (stream: string, line: object) =>
    request.post(`/api/feed/${stream}`, { headers: { authorization: `Bearer ${secret}` }, data: [line] })
  const at = new Date().toISOString()
  const refund = { id: 'refund-7', purchase_id: 'sale-7', at, lines: [{ kind: 'ticket', quantity: 2, amount: 3500 }] }
  await tell('refunds', refund)
  await page.goto('/dashboard/feed-keys')
  const listed = row(page.getByRole('table', { name: 'Waiting refunds' }), 'refund-7')
  await expect(listed).toContainText('Refund desk')
  await expect(listed.getByText('Waiting for its purchase')).toBeVisible()
  await tell('purchases', { id: 'sale-7', at, lines: [{ kind: 'ticket', amount: 3500 }] })
  await page.reload()
  await expect(
    listed.getByText("lines.0.quantity is more than what is left of the purchase's tickets, 1"),
  ).toBeVisible()
  await expectNoViolations(page)
})
