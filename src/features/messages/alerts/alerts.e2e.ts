import { expect, openScreen, signIn, test } from '../../../../e2e/fixtures.ts'
import { dialog, row } from '../../../../e2e/helpers.ts'
import { expectMessage } from '../../../../e2e/messages.ts'

const LOW = 'Rainforest Foods is running low on vouchers'
const OUTAGE = 'The point of sale has not responded for an hour'

test('the bell has the alerts, and leads to what each is about; how they are sent is chosen', async ({ page }) => {
  const panel = dialog(page, 'Alerts')
  const bell = page.getByRole('button', { name: /^Alerts/ })
  const low = panel.getByRole('link', { name: LOW })
  await signIn(page)
  await page.route('**/api/alerts?*', (route) => route.fulfill({ status: 500, json: { message: 'Out of order' } }))
  await openScreen(page, '/dashboard/categories')
  await expect(bell).toHaveAccessibleName(/^Alerts: \d+ unread$/)
  await bell.click()
  await expect(panel.getByRole('alert')).toBeVisible()
  await page.unroute('**/api/alerts?*')
  await panel.getByRole('button', { name: 'Retry' }).click()
  await expect(low).toContainText('2 of 35 vouchers left')
  await expect(panel).toContainText('Ended')

  await page.keyboard.press('Escape')
  await expect(bell).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(panel.getByRole('button', { name: 'Mark all as read' })).toBeFocused()
  await low.click()
  await expect(page).toHaveURL(/\/dashboard\/bulk-vouchers\/\d+$/)
  // A screen that opens takes the focus, and a panel without it closes.
  await expect(page.getByRole('heading', { name: 'Rainforest Foods' })).toBeVisible()
  await expect(panel).toHaveCount(0)
  await bell.click()
  await expect(low.getByRole('img', { name: 'Unread' })).toHaveCount(0)
  const unreadPaths = () =>
    panel
      .getByRole('link')
      .filter({ has: page.getByRole('img', { name: 'Unread' }) })
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  const before = await unreadPaths()
  await panel.getByRole('button', { name: 'Mark all as read' }).click()
  // Another may come meanwhile.
  await expect.poll(async () => (await unreadPaths()).filter((path) => before.includes(path))).toEqual([])
  await panel.getByRole('link', { name: 'All alerts' }).click()
  await expect(row(page, OUTAGE)).toContainText('Ended')
  await expect(row(page, LOW)).toContainText('Low voucher stock')

  await page.getByRole('link', { name: 'Alert settings' }).click()
  const byEmail = page.getByRole('radiogroup', { name: 'Send by email: Low voucher stock' })
  await byEmail.getByText('Daily').click()
  await expectMessage(page, 'Alert settings saved')
  await expect(byEmail.getByRole('radio', { name: 'Daily' })).toBeChecked()
})
