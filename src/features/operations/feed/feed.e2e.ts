import { asSignedIn, sender } from '../../../../e2e/api.ts'
import { expect, openScreen, settled, signIn, test } from '../../../../e2e/fixtures.ts'
import { expectMessage } from '../../../../e2e/messages.ts'
import { dialog, openRow, row } from '../../../../e2e/helpers.ts'

test('shows a feed key once, accepts what the key allows and rejects the key after it is revoked', async ({
  page,
  request,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/feed-keys')
  await page.getByRole('button', { name: 'New key' }).click()
  const making = dialog(page, 'New key')
  await making.getByLabel('Name').fill('Ticket kiosk')
  await making.getByLabel('Source').fill('ticket-kiosk')
  await making.getByRole('checkbox', { name: 'Visits' }).check()
  await making.getByRole('button', { name: 'Create key' }).click()
  const secretDialog = dialog(page, 'The secret of Ticket kiosk')
  await expect(secretDialog.getByText(/curl .*\/api\/feed\/visits/)).toBeVisible()
  const secret = await secretDialog.getByLabel('Secret').inputValue()
  await secretDialog.getByRole('button', { name: 'Done' }).click()
  const question = dialog(page, 'Close without copying the secret?')
  await question.getByRole('button', { name: 'Go back' }).click()
  await secretDialog.getByRole('button', { name: 'Done' }).click()
  await question.getByRole('button', { name: 'Close anyway' }).click()
  await expect(secretDialog).toBeHidden()

  await expect(row(page, 'Ticket kiosk')).toContainText(new RegExp(`…${secret.slice(-4)}.*Never`))
  const visit = { id: 'tour', at: new Date().toISOString(), channel: 'web' }
  const headers = { authorization: `Bearer ${secret}` }
  const answer = await request.post('/api/feed/visits', { headers, data: [visit] })
  expect(await answer.json()).toEqual({ data: expect.objectContaining({ accepted: 1 }) })

  await page.getByRole('button', { name: 'Edit Ticket kiosk' }).click()
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

  await test.step('shows a service token once, allows what its role allows and rejects the token after it is revoked', async () => {
    await openScreen(page, '/dashboard/service-tokens')
    await page.getByRole('button', { name: 'New token' }).click()
    const asking = dialog(page, 'New token')
    await asking.getByLabel('Name').fill('Accounting')
    await asking.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option').first().click()
    await asking.getByText('30 days').click()
    await asking.getByRole('button', { name: 'Create token' }).click()
    const secretDialog = dialog(page, 'The secret of Accounting')
    await expect(secretDialog.getByText(/curl .*\/api\/cinema/)).toBeVisible()
    const secret = await secretDialog.getByLabel('Secret').inputValue()
    await secretDialog.getByRole('button', { name: 'Copy' }).click()
    await secretDialog.getByRole('button', { name: 'Done' }).click()

    const token = row(page, 'Accounting')
    await expect(token.getByText('Active')).toBeVisible()
    const answer = await request.get('/api/cinema', { headers: { authorization: `Bearer ${secret}` } })
    expect(answer.status()).toBe(200)
    await token.getByRole('button', { name: 'Revoke Accounting' }).click()
    await dialog(page, 'Revoke Accounting?').getByRole('button', { name: 'Revoke' }).click()
    await expectMessage(page, 'Token revoked')
    await expect(token.getByText('Revoked', { exact: true })).toBeVisible()
  })
})

test('quarantines a record and lets staff correct, release or reject it with a reason', async ({ page }) => {
  await signIn(page)
  const source = 'refund-desk'
  const send = await sender(await asSignedIn(page), {
    name: 'Refund desk',
    source,
    record_types: ['purchases', 'refunds'],
  })
  const at = new Date().toISOString()
  const refund = { id: 'refund-7', purchase_id: 'sale-7', at, lines: [{ kind: 'ticket', quantity: 2, amount: 3500 }] }
  await send('refunds', { ...refund, id: 'refund-6', purchase_id: 'sale-6' })
  // The purchase has fewer tickets than the refund.
  await send('purchases', { id: 'sale-7', at, lines: [{ kind: 'ticket', amount: 3500 }] })
  await send('refunds', refund)
  const many = { id: 'sale-8', at, lines: [{ kind: 'ticket', quantity: 9000, amount: 9000 }] }
  expect(await send('purchases', many)).toMatchObject({ quarantined: 1 })
  await openScreen(page, `/dashboard/incoming-data?source=${source}`)
  const list = page.getByRole('table', { name: 'Quarantined records' })
  await expect(row(list, 'refund-6')).toContainText('Waiting for purchase sale-6')
  await expect(row(list, 'refund-6').getByText('Refund desk', { exact: true })).toBeVisible()
  await expect(row(list, 'refund-7')).toContainText('Exceeds the purchase')
  await row(list, 'refund-7').getByText('refund-7').click()
  const drawer = dialog(page, 'Refund refund-7')
  const reason = "Line 1, quantity is more than what is left of the purchase's tickets, 1"
  await expect(drawer).toContainText(reason)
  await expect(drawer.getByText('Purchase', { exact: true })).toBeVisible()
  await drawer.getByRole('button', { name: 'Release' }).click()
  await expect(drawer.getByLabel('Reason')).toBeFocused()
  await drawer.getByLabel('Reason').fill('The shop says so')
  await drawer.getByRole('button', { name: /^Release ₦3,500/ }).click()
  await expectMessage(page, reason)
  await drawer.getByRole('button', { name: 'Cancel' }).click()
  await dialog(page, 'Close without saving?').getByRole('button', { name: 'Discard' }).click()
  await drawer.getByRole('button', { name: 'Correct' }).click()
  await drawer.getByRole('button', { name: 'Advanced: edit as JSON' }).click()
  await drawer.getByLabel('Record', { exact: true }).fill('{"id": ')
  await drawer.getByRole('button', { name: 'Save and include' }).click()
  await expect(drawer.getByText('This is not JSON. Check commas and quotation marks')).toBeVisible()
  await drawer.getByLabel('Record', { exact: true }).fill(JSON.stringify({ ...refund, reason: 'The film broke' }))
  await drawer.getByRole('button', { name: 'Edit as a form' }).click()
  await expect(drawer.getByLabel('Reason')).toHaveValue('The film broke')
  const first = drawer.getByRole('group', { name: 'Line 1' })
  await first.getByLabel('Amount').fill('-1')
  await drawer.getByRole('button', { name: 'Save and include' }).click()
  await expect(first.getByText('Line 1, amount must not be negative')).toBeVisible()
  await page.keyboard.press('Escape')
  await dialog(page, 'Close without saving?').getByRole('button', { name: 'Keep editing' }).click()
  await first.getByLabel('Amount').fill('3,500')
  await first.getByLabel('Quantity').fill('1')
  await drawer.getByRole('button', { name: 'Add line' }).click()
  await drawer.getByRole('button', { name: 'Remove line 2' }).click()
  await drawer.getByRole('button', { name: 'Save and include' }).click()
  await expectMessage(page, 'Record corrected and included in reports')
  await expect(row(list, 'refund-7')).toHaveCount(0)

  await row(list, 'sale-8').getByText('sale-8').click()
  const quarantined = dialog(page, 'Purchase sale-8')
  await quarantined.getByRole('button', { name: 'Reject' }).click()
  await quarantined.getByLabel('Reason').fill('A test of the till')
  await quarantined.getByRole('button', { name: 'Reject', exact: true }).click()
  await expectMessage(page, 'Record rejected')
  await expect(row(list, 'sale-8')).toContainText('A test of the till')
  await page.getByRole('group', { name: 'Days' }).getByRole('button', { name: '7 days' }).click()
  await settled(page)
  await expect(page.getByRole('table', { name: 'Received' })).toBeVisible()

  await test.step('finds an included purchase from the Tickets Log, voids it and reinstates it', async () => {
    const send = await sender(await asSignedIn(page), { source: 'till', record_types: ['purchases'] })
    const email = 'sale-9@tour.example'
    const lines = [{ kind: 'ticket', amount: 3500 }]
    await send('purchases', { id: 'sale-9', at: new Date().toISOString(), name: 'Ngozi Till', email, lines })
    await openScreen(page, `/dashboard/purchased-tickets?search=${email}`)
    await openRow(row(page, email))
    await dialog(page, 'Purchase').getByRole('link', { name: 'Void or correct' }).click()
    const line = dialog(page, 'Purchase sale-9')
    await expect(line.getByText('Included', { exact: true })).toBeVisible()
    await line.getByRole('button', { name: 'Void' }).click()
    await line.getByRole('textbox', { name: 'Reason' }).fill('Rung up twice')
    await line.getByRole('button', { name: 'Void' }).click()
    await expectMessage(page, 'Record voided')
    const corrections = row(page.getByRole('table', { name: 'Corrections' }), 'sale-9')
    await expect(corrections).toContainText(/Voided.*Rung up twice|Rung up twice.*Voided/)

    await openRow(corrections)
    await line.getByRole('button', { name: 'Reinstate' }).click()
    await line.getByRole('textbox', { name: 'Reason' }).fill('It was two purchases')
    await line.getByRole('button', { name: 'Reinstate' }).click()
    await expectMessage(page, 'Record reinstated')
    await expect(corrections.filter({ hasText: 'Reinstated' })).toContainText('It was two purchases')
  })
})
