import { asSignedIn, sender } from '../../../e2e/api.ts'
import { expect, settled, signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import { actOnRow, dialog, goTo, openRow, row } from '../../../e2e/helpers.ts'

test('programs get a feed key or a service token: each is shown once, does what it may, and is revoked', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page)
  await goTo(page, 'Feed Keys')
  await expect(page.getByRole('heading', { name: 'Feed Keys' })).toBeVisible()

  await page.getByRole('button', { name: 'New key' }).click()
  const making = dialog(page, 'New key')
  await making.getByRole('button', { name: 'Create key' }).click()
  for (const message of ['Name is empty', 'Source is empty', 'Choose at least one stream'])
    await expect(making.getByText(message)).toBeVisible()
  await making.getByLabel('Name').fill('Ticket kiosk')
  await making.getByLabel('Source').fill('Ticket Kiosk')
  await making.getByRole('button', { name: 'Create key' }).click()
  await expect(making.getByText('Small letters, digits and hyphens, such as web-shop; at most 40')).toBeVisible()
  await making.getByLabel('Source').fill('ticket-kiosk')
  await making.getByRole('checkbox', { name: 'Visits' }).check()
  await making.getByRole('button', { name: 'Create key' }).click()

  const shown = dialog(page, 'The secret of Ticket kiosk')
  await expect(shown.getByText(/curl .*\/api\/feed\/visits/)).toBeVisible()
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
    { status: 403, message: 'This key may not send that stream' },
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

  await goTo(page, 'Service Tokens')
  await expect(page.getByRole('heading', { name: 'Service Tokens' })).toBeVisible()
  const name = 'Accounting'

  await page.getByRole('button', { name: 'New token' }).click()
  const asking = dialog(page, 'New token')
  await asking.getByRole('button', { name: 'Create token' }).click()
  for (const message of ['Name is empty', 'Choose a role']) await expect(asking.getByText(message)).toBeVisible()
  await asking.getByLabel('Name').fill(name)
  await asking.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option').first().click()
  await asking.getByText('30 days').click()
  await asking.getByRole('button', { name: 'Create token' }).click()

  const told = dialog(page, `The secret of ${name}`)
  await expect(told.getByText(/curl .*\/api\/cinema/)).toBeVisible()
  const password = await told.getByLabel('Secret').inputValue()
  expect(password).toMatch(/^mqt_/)
  await told.getByRole('button', { name: 'Done' }).click()
  await dialog(page, 'Close without copying the secret?').getByRole('button', { name: 'Close anyway' }).click()
  await expect(told).toBeHidden()

  const token = row(page, name)
  await expect(token.getByText('Active')).toBeVisible()
  const call = async (path: string) =>
    (await request.get(`/api${path}`, { headers: { authorization: `Bearer ${password}` } })).status()
  expect([await call('/cinema'), await call('/users'), await call('/service-tokens')]).toEqual([200, 403, 403])

  await actOnRow(page, 'Revoke', name)
  await dialog(page, `Revoke ${name}?`).getByRole('button', { name: 'Revoke' }).click()
  await expectMessage(page, 'Token revoked')
  await expect(token.getByText('Revoked', { exact: true })).toBeVisible()
  expect(await call('/cinema')).toBe(401)
})

test('Incoming Data: a line is held, corrected, released or rejected with its reason; a purchase that counts is voided and restored', async ({
  page,
}) => {
  await signIn(page)
  const source = 'refund-desk'
  const name = 'Refund desk'
  const send = await sender(await asSignedIn(page), { name, source, streams: ['purchases', 'refunds'] })
  const at = new Date().toISOString()
  const refund = { id: 'refund-7', purchase_id: 'sale-7', at, lines: [{ kind: 'ticket', quantity: 2, amount: 3500 }] }
  expect(await send('refunds', refund)).toMatchObject({ waiting: 1 })
  await page.goto(`/dashboard/incoming-data?source=${source}`)
  await expect(page.getByRole('heading', { name: 'Incoming Data' })).toBeVisible()
  const list = page.getByRole('table', { name: 'Lines that do not count' })
  await expect(row(list, 'refund-7')).toContainText('Waits for the purchase sale-7')

  // Its purchase comes, and has fewer tickets than are paid back.
  await send('purchases', { id: 'sale-7', at, lines: [{ kind: 'ticket', amount: 3500 }] })
  await page.reload()
  await expect(row(list, 'refund-7')).toContainText('More than was bought')
  await row(list, 'refund-7').getByText('refund-7').click()
  const drawer = dialog(page, 'Refund refund-7')
  await expect(drawer).toContainText("Line 1, quantity is more than what is left of the purchase's tickets, 1")
  await expect(drawer.getByText('Its purchase')).toBeVisible()
  await drawer.getByRole('button', { name: 'Release' }).click()
  await expectMessage(page, "Line 1, quantity is more than what is left of the purchase's tickets, 1")

  await drawer.getByRole('button', { name: 'Correct' }).click()
  await drawer.getByLabel('Line').fill('{"id": ')
  await drawer.getByRole('button', { name: 'Save and count' }).click()
  await expect(drawer.getByText('This is not JSON. Check commas and quotation marks')).toBeVisible()
  await drawer.getByLabel('Line').fill(JSON.stringify({ ...refund, lines: [{ kind: 'ticket', amount: -1 }] }))
  await drawer.getByRole('button', { name: 'Save and count' }).click()
  await expect(drawer.getByText('Line 1, amount is not negative')).toBeVisible()
  await drawer.getByLabel('Line').fill(JSON.stringify({ ...refund, lines: [{ kind: 'ticket', amount: 3500 }] }))
  await drawer.getByRole('button', { name: 'Save and count' }).click()
  await expectMessage(page, 'Line corrected and counted')
  await expect(row(list, 'refund-7')).toHaveCount(0)
  // What the sender still believes differs from what is stored.
  expect(await send('refunds', refund)).toMatchObject({ held: 1 })

  const many = { id: 'sale-8', at, lines: [{ kind: 'ticket', quantity: 9000, amount: 9000 }] }
  expect(await send('purchases', many)).toMatchObject({ held: 1 })
  await page.reload()
  await row(list, 'sale-8').getByText('sale-8').click()
  const held = dialog(page, 'Purchase sale-8')
  await held.getByRole('button', { name: 'Reject' }).click()
  await held.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(held.getByText('Reason is empty')).toBeVisible()
  await held.getByLabel('Reason').fill('A test of the till')
  await held.getByRole('button', { name: 'Reject', exact: true }).click()
  await expectMessage(page, 'Line rejected')
  await expect(row(list, 'sale-8')).toContainText('A test of the till')
  expect(await send('purchases', many)).toMatchObject({
    lines: [{ state: 'refused', reason: 'was rejected by staff: A test of the till' }],
  })
  await page.goto(`/dashboard/incoming-data?source=${source}`)
  const received = page.getByRole('table', { name: 'Received' })
  await expect(received).toBeVisible()
  await page.getByRole('group', { name: 'Days' }).getByRole('button', { name: '7 days' }).click()
  await settled(page)

  const id = 'sale-9'
  const sends = await sender(await asSignedIn(page), { source: 'till', streams: ['purchases'] })
  const email = `${id}@tour.example`
  const sale = {
    id,
    at: new Date().toISOString(),
    name: 'Ngozi Till',
    email,
    lines: [{ kind: 'ticket', amount: 3500 }],
  }
  expect(await sends('purchases', sale)).toMatchObject({ accepted: 1 })
  await page.goto(`/dashboard/purchased-tickets?search=${email}`)
  await openRow(page.getByRole('table', { name: 'Tickets' }).getByRole('row').nth(1))
  const purchase = page.getByRole('dialog', { name: 'Purchase' })
  await purchase.getByRole('link', { name: 'Void or correct' }).click()
  const line = page.getByRole('dialog', { name: `Purchase ${id}` })
  await expect(line.getByText('Counts', { exact: true })).toBeVisible()
  await line.getByRole('button', { name: 'Void' }).click()
  await line.getByRole('button', { name: 'Void' }).click()
  await expect(line.getByText('Reason is empty')).toBeVisible()
  await line.getByRole('textbox', { name: 'Reason' }).fill('Rung up twice')
  await line.getByRole('button', { name: 'Void' }).click()
  await expect(page.getByText('Line voided')).toBeVisible()
  const corrections = page.getByRole('table', { name: 'Corrections' })
  await expect(row(corrections, id)).toContainText('Rung up twice')
  await expect(row(corrections, id)).toContainText('Voided')

  await openRow(row(corrections, id))
  await line.getByRole('button', { name: 'Restore' }).click()
  await line.getByRole('textbox', { name: 'Reason' }).fill('It was two purchases')
  await line.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Line restored')).toBeVisible()
  await expect(row(corrections, id).filter({ hasText: 'Restored' })).toContainText('It was two purchases')
  expect(await sends('purchases', sale)).toMatchObject({ duplicate: 1 })

  await page.getByRole('button', { name: 'Void or correct a line' }).click()
  const find = page.getByRole('dialog', { name: 'Void or correct a line' })
  await find.getByRole('textbox', { name: 'ID' }).fill('nobody-has-this')
  await find.getByRole('button', { name: 'Find' }).click()
  await expect(find.getByText('Source is empty')).toBeVisible()
})
