import { FAULT_SETTING } from '#server/integrations/pos/embedded.ts'
import { asSignedIn } from '../../../../e2e/api.ts'
import { withFault } from '../../../../e2e/faults.ts'
import { expect, openScreen, signIn, test } from '../../../../e2e/fixtures.ts'
import { expectMessage } from '../../../../e2e/messages.ts'
import { dialog, goTo } from '../../../../e2e/helpers.ts'
import { tasks } from '../../../../e2e/tasks/clicks.ts'

test('Connections: what works is tested, the schedule taken, an email sent again; Movies, too, says since when the point of sale is down', async ({
  page,
  request,
  server,
}) => {
  await request.post('/api/auth/forgot-password', { data: { email: 'bounces@bounce.example' } })
  await signIn(page)
  const task = await tasks(page)
  await openScreen(page, '/dashboard/connections')
  const card = (name: string) => page.getByRole('region', { name })
  const embedded = page.getByRole('region').filter({ has: page.getByText('Demo', { exact: true }) })
  await expect(embedded.getByRole('heading')).toContainText([
    'Point of sale',
    'Movie database',
    'Object storage',
    'Email',
    'Payments',
    'Push notifications',
    'Short links',
  ])

  // The demo's schedule is taken in a moment: the list is held back, so that the progress can be seen.
  let release = () => {}
  const seen = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/connections', async (route) => {
    await seen
    await route.continue()
  })
  await card('Point of sale').getByRole('button', { name: 'Sync now' }).click()
  await expect(card('Point of sale').getByText(/^\d+ of \d+ parts$/)).toBeVisible()
  // At its beginning the bar has no width yet.
  await expect(card('Point of sale').getByRole('progressbar', { name: 'Schedule sync' })).toBeAttached()
  release()
  await expect(card('Point of sale').getByText(/^As of /)).toBeVisible({ timeout: 60_000 })
  await page.unroute('**/api/connections')

  const mail = page.getByRole('region', { name: 'Email' })
  await mail.getByRole('button', { name: /could not be sent/ }).click()
  const failedEmails = dialog(page, 'Failed emails')
  await failedEmails.getByRole('button', { name: 'Send again to bounces@bounce.example' }).click()
  await expectMessage(page, 'Email queued again')

  const { get, post } = await asSignedIn(page)
  type Sync = { run: { reason: string | null } | null } | null
  const notUsedReason = async () =>
    (await get<{ connections: { sync: Sync }[] }>('/connections')).connections.find(({ sync }) => sync)?.sync?.run
      ?.reason
  const reason = 'The point of sale did not answer within 15 seconds'
  await withFault(server, FAULT_SETTING, 'timeout', async () => {
    // The server finds out when it asks next, which is now.
    await post('/connections/point-of-sale/sync', {})
    await expect.poll(notUsedReason, { intervals: [200] }).toBe(reason)
    await task('Movies and Connections say since when and why', 2, '/dashboard', async () => {
      await goTo(page, 'Movies')
      await expect(page.getByText(`: ${reason}.`)).toContainText(
        /^The point of sale has not responded since \S+ \S+: .*\. Showing its schedule from \S+ \S+\.$/,
      )
      await expect(page.getByRole('table', { name: 'Movies' }).getByRole('link').first()).toBeVisible()
      await goTo(page, 'Connections')
      await expect(card('Point of sale').getByText(/^Failing since /)).toBeVisible()
      await expect(card('Point of sale').getByText(reason, { exact: true })).toBeVisible()
    })
  })
  await page.getByRole('button', { name: 'Test point of sale' }).click()
  await expect(page.getByText(/^Found \d+ cinemas/)).toBeVisible()
  await expect(card('Point of sale').getByText('Works')).toBeVisible()
})
