import { expect, openScreen, signIn, test } from '../../../../e2e/fixtures.ts'
import { dialog, filterBy, row } from '../../../../e2e/helpers.ts'

const POSTER = "TypeError: Cannot read properties of null (reading 'poster')"

// Clauses: operations 96, 458
test('a page that breaks tells of it; an error is found, looked at, resolved, taken back, ignored, and leads to its customer', async ({
  page,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/error-logs')
  await expect(row(page, POSTER).getByText('Back office')).toBeVisible()
  await expect(row(page, 'Failed query').getByText('New in 0.1.0')).toBeVisible()
  const reporting = page.waitForResponse(
    (answer) => answer.url().endsWith('/error-log') && answer.request().method() === 'POST',
  )
  await page.evaluate(() => {
    setTimeout(() => {
      throw new RangeError('A tour broke this page for ada@mail.example')
    })
  })
  const answer = await reporting
  expect([answer.status(), answer.request().postDataJSON()]).toMatchObject([
    200,
    { component: 'error-logs', page: '/dashboard/error-logs', release: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
  ])

  await page.getByRole('button', { name: POSTER }).click()
  const drawer = dialog(page, 'Error')
  await expect(drawer.getByRole('region', { name: 'Error stack' })).toContainText('at MoviePreview')
  await expect(drawer.getByText('0.0.9', { exact: true })).toBeVisible()
  await expect(drawer.getByText('superadmin@marquee.example').first()).toBeVisible()
  await drawer.getByRole('button', { name: 'Resolve' }).click()
  await expect(drawer.getByText(/^Resolved .* by Adaeze Okafor$/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(drawer.getByText(/^Resolved /)).toBeHidden()
  await drawer.getByRole('button', { name: 'Ignore' }).click()
  await drawer.getByRole('button', { name: 'Reopen' }).click()
  await expect(drawer.getByRole('button', { name: 'Resolve' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)

  await filterBy(page, 'New in', '0.1.0')
  await expect(row(page, 'The point of sale answered 502')).toBeHidden()
  await expect(row(page, 'Failed query')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download customers' }).click()
  await downloading

  await page.evaluate(() => history.pushState(null, '', '?source=app'))
  await row(page, 'QuotaExceededError').getByRole('button').click()
  const affected = dialog(page, 'Error').getByRole('link').first()
  await affected.click()
  await expect(page).toHaveURL(/\/dashboard\/users\/\d+$/)
})
