import { readFile } from 'node:fs/promises'
import { expect, signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import { dialog, filterBy, goTo, row } from '../../../e2e/helpers.ts'

const POSTER = "TypeError: Cannot read properties of null (reading 'poster')"

// Clauses: operations 96, 458
test('a page that breaks tells of it; an error is found, looked at, resolved, taken back, ignored, and leads to its customer', async ({
  page,
}) => {
  await signIn(page)
  await page.route('**/api/error-log?**', (route) =>
    route.fulfill({ status: 422, json: { status: 422, message: 'The log is being looked for' } }),
  )
  await page.goto('/dashboard/error-logs?source=back-office')
  await expect(page.getByRole('alert').filter({ hasText: 'The log is being looked for' })).toBeVisible()
  await page.unroute('**/api/error-log?**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(row(page, POSTER)).toBeVisible()
  const telling = page.waitForResponse(
    (answer) => answer.url().endsWith('/error-log') && answer.request().method() === 'POST',
  )
  await page.evaluate(() => {
    setTimeout(() => {
      throw new RangeError('A tour broke this page for ada@mail.example')
    })
  })
  const answer = await telling
  expect([answer.status(), answer.request().postDataJSON()]).toMatchObject([
    200,
    { component: 'error-logs', page: '/dashboard/error-logs', release: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
  ])
  await page.reload()
  const error = row(page, 'RangeError: A tour broke this page for [email]')
  await expect(error.getByText('superadmin@marquee.example')).toBeVisible()

  await goTo(page, 'Error Logs')
  await expect(page.getByRole('heading', { name: 'Error Logs' })).toBeVisible()
  await expect(row(page, POSTER).getByText('Back office')).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search by message, component or email' }).fill('point of sale')
  await expect(row(page, 'The point of sale answered 502').getByText('Server', { exact: true })).toBeVisible()
  await expect(row(page, POSTER)).toBeHidden()
  await page.getByRole('searchbox', { name: 'Search by message, component or email' }).fill('')
  await expect(row(page, 'Failed query').getByText('New in 0.1.0')).toBeVisible()
  await filterBy(page, 'New in', '0.1.0')
  await expect(row(page, 'Failed query')).toBeVisible()
  await expect(row(page, 'The point of sale answered 502')).toBeHidden()
  await page.getByRole('button', { name: 'Remove the filter New in' }).click()
  await filterBy(page, 'Source', 'Web')
  await expect(page).toHaveURL(/source=web/)
  await expect(row(page, POSTER)).toBeHidden()
  await page.getByRole('button', { name: 'Remove the filter Source' }).click()
  await filterBy(page, 'State', 'Ignored')
  await expect(row(page, 'RangeError: Invalid time value').getByText('Ignored')).toBeVisible()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('error-logs.csv')
  const [head, first] = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(head).toBe(
    '\ufeffError,Component,Source,State,Count,Customers,Email,Last Seen,User ID,Releases,New In,First Seen,Error Stack',
  )
  expect(first).toMatch(/^RangeError: Invalid time value,ScheduleDialog,Back office,Ignored,3,0,/)

  await page.goto('/dashboard/error-logs')
  await page.getByRole('button', { name: POSTER }).click()
  const drawer = dialog(page, 'Error')
  await expect(drawer.getByRole('heading', { name: POSTER })).toBeVisible()
  await expect(drawer.getByRole('region', { name: 'Error stack' })).toContainText('at MoviePreview')
  await expect(drawer.getByText('0.0.9', { exact: true })).toBeVisible()
  await expect(drawer.getByText('superadmin@marquee.example').first()).toBeVisible()
  await drawer.getByText('Message and stack').first().click()

  await drawer.getByRole('button', { name: 'Resolve' }).click()
  await expectMessage(page, 'Error resolved')
  await expect(drawer.getByText(/^Resolved .* by Adaeze Okafor$/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectMessage(page, 'Error reopened')
  await drawer.getByRole('button', { name: 'Ignore' }).click()
  await expectMessage(page, 'Error ignored')
  await drawer.getByRole('button', { name: 'Reopen' }).click()
  await expect(drawer.getByRole('button', { name: 'Resolve' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  await page.goto('/dashboard/error-logs?source=app')
  await row(page, 'QuotaExceededError').getByRole('button').click()
  const affected = dialog(page, 'Error').getByRole('link').first()
  await expect(affected).toHaveAttribute('href', /\/dashboard\/users\/\d+$/)
  await affected.click()
  await expect(page).toHaveURL(/\/dashboard\/users\/\d+$/)
  await expect(page.getByRole('button', { name: 'EDIT PROFILE' })).toBeVisible()
})
