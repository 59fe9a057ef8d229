import { acceptedSender, asSuperadmin } from '../../../../e2e/api.ts'
import { today } from '../../../../e2e/day.ts'
import { expect, openScreen, signIn, test } from '../../../../e2e/fixtures.ts'
import { choose, dialog, openRow, row } from '../../../../e2e/helpers.ts'

test('Daily close: a day is reconciled, its tills counted, closed and reopened with a reason; journal account codes are set', async ({
  page,
  server,
}) => {
  await server.prints(/demo chain's payments are charged/)
  await signIn(page)
  // What was never compared is not shown as nothing, and is not closed.
  await openScreen(page, `/dashboard/daily-finance/${today(-60)}`)
  await expect(
    row(page.getByRole('table', { name: 'Lines from revenue to payout' }), /^Expected charges/),
  ).toContainText('₦')
  await expect(page.getByText('Missing at provider')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Close day' })).toBeDisabled()
  await openScreen(page, '/dashboard/daily-finance')
  const list = page.getByRole('table', { name: 'Business days' })
  // Yesterday may not be paid out yet.
  await list.getByRole('row').nth(3).getByRole('link').click()
  const bridge = page.getByRole('table', { name: 'Lines from revenue to payout' })
  await expect(row(bridge, /^Revenue/)).toContainText('₦')
  await expect(row(bridge, /^Difference/)).toContainText('₦0')
  await expect(page.getByRole('table', { name: 'Tills' }).getByRole('row').nth(1)).toBeVisible()

  await page
    .getByRole('button', { name: /^Count the tills of/ })
    .first()
    .click()
  await dialog(page, /^Till count: /)
    .getByLabel('Cash counted')
    .fill('1000')
  await dialog(page, /^Till count: /)
    .getByRole('button', { name: 'Save' })
    .click()
  await expect(page.getByText('₦1,000 (').first()).toBeVisible()

  await page.getByRole('button', { name: 'Close day' }).click()
  await dialog(page, /^Close /)
    .getByLabel('Note')
    .fill('Checked with the bank')
  await dialog(page, /^Close /)
    .getByRole('button', { name: 'Close day' })
    .click()
  await expect(page.getByText(/^Closed .*: Checked with the bank$/)).toBeVisible()
  await expect(row(bridge, /^Line/)).toContainText('As closed')

  await page.getByRole('button', { name: 'Reopen' }).click()
  await dialog(page, /^Reopen /)
    .getByLabel('Reason')
    .fill('A till was offline')
  await dialog(page, /^Reopen /)
    .getByRole('button', { name: 'Reopen' })
    .click()
  await expect(page.getByText(/^Reopened .*: A till was offline$/)).toBeVisible()

  await openScreen(page, '/dashboard/daily-finance')
  const form = dialog(page, 'Journal account codes')
  const open = () => page.getByRole('button', { name: 'Accounts' }).click()
  await open()
  const code = form.getByRole('textbox').first()
  await code.fill('4711')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await open()
  await expect(code).toHaveValue('4711')
})

test('Reconciliation: a day is compared, mismatches are resolved, reopened, owned and talked about, and fees are set', async ({
  page,
  request,
  server,
}) => {
  await server.prints(/demo chain's payments are charged/)
  const send = await acceptedSender(await asSuperadmin(request), { record_types: ['purchases'] })
  const at = new Date(Date.now() - 86_400_000).toISOString()
  await send('purchases', { at, payment_reference: 'TOUR-UNKNOWN', lines: [{ kind: 'ticket', amount: 3500 }] })

  await signIn(page)
  await openScreen(page, `/dashboard/daily-finance/${today(-1)}`)
  await page.getByRole('navigation', { name: 'Business day' }).getByRole('link', { name: 'Reconciliation' }).click()
  await page.getByRole('button', { name: /^Compare/ }).click()
  const mismatch = row(page.getByRole('table', { name: 'Mismatches' }), 'TOUR-UNKNOWN')
  await expect(mismatch.getByText('Missing at provider')).toBeVisible()

  await mismatch.getByRole('button', { name: 'Resolve TOUR-UNKNOWN' }).click()
  const resolving = dialog(page, 'Resolve mismatch')
  await resolving.getByLabel('Note').fill('Paid at the till')
  await resolving.getByRole('button', { name: 'Resolve' }).click()
  await expect(mismatch.getByText('Resolved', { exact: true })).toBeVisible()

  await openScreen(page, '/dashboard/daily-finance')
  await page.getByRole('button', { name: 'Fees' }).click()
  const form = dialog(page, 'Payment provider fees')
  const abroad = form.getByRole('group', { name: 'Foreign cards' })
  await abroad.getByLabel('Percentage of the charge').fill('4')
  await form.getByLabel('Maximum fee').first().fill('2500')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: 'Fees' }).click()
  await expect(form.getByLabel('Maximum fee').first()).toHaveValue('2,500')
  await expect(abroad.getByLabel('Percentage of the charge')).toHaveValue('4')
  for (const name of ['Percentage of the charge', 'Fixed amount', 'Maximum fee'])
    await form.getByLabel(name).first().fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Enter the fee for Nigerian cards too')).toBeVisible()

  await openScreen(page, '/dashboard/daily-finance/mismatches?state=all&search=TOUR-UNKNOWN')
  const listed = row(page.getByRole('table', { name: 'Mismatches' }), 'TOUR-UNKNOWN')
  await openRow(listed)
  const one = dialog(page, /^Mismatch of/)
  await choose(one, 'Owner', 'Adaeze Okafor')
  await one.getByLabel('Comment', { exact: true }).fill('Asked the bank')
  await one.getByRole('button', { name: 'Add comment' }).click()
  await expect(one.getByRole('list', { name: 'Comments' })).toContainText('Asked the bank')
  await one.getByRole('button', { name: 'Reopen' }).click()
  await dialog(page, 'Reopen mismatch').getByRole('button', { name: 'Reopen' }).click()
  await expect(listed.getByText('Open', { exact: true })).toBeVisible()
  await openRow(listed)
  await one.getByRole('link', { name: 'TOUR-UNKNOWN' }).click()
  await expect(page.getByRole('heading', { name: /^Payment / })).toBeVisible()
})
