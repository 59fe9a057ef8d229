import { readFile } from 'node:fs/promises'
import { NO_CONNECTION } from '#contract/message.ts'
import { expect, openScreen, signIn, test } from '../../../../e2e/fixtures.ts'
import { expectMessage } from '../../../../e2e/messages.ts'
import { choose, dialog, row } from '../../../../e2e/helpers.ts'

// Clauses: operations 92-94, 248, 307, 471, 477-480
test('Referral links: make one, copy it, as a QR code too, edit it and delete it; where the shortener fails our own short link helps; one answered late is made once', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page)
  await openScreen(page, '/dashboard/referral-links')
  await expect(row(page, 'Grace Edozie').getByText(/₦[\d,]+/)).toBeVisible()

  const begin = page.getByRole('button', { name: 'New link' })
  await begin.click()
  const making = dialog(page, 'New referral link')
  await making.getByLabel('Name').fill('Omoni Oboli')
  await choose(making, 'Movie', /citation/i)
  await making.getByLabel('Code').fill('OMONI246')
  await making.getByRole('button', { name: 'Create link' }).click()
  await expectMessage(page, 'Created referral link')

  const link = row(page, 'Omoni Oboli')
  await link.getByRole('button', { name: 'Copy the short link of Omoni Oboli' }).click()
  await expectMessage(page, 'Copied!')
  const short = await page.evaluate(() => navigator.clipboard.readText())
  expect(short).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/r\/OMONI246$/)
  await link.getByRole('button', { name: 'QR code of the link of Omoni Oboli' }).click()
  const code = dialog(page, 'QR code of the link of Omoni Oboli')
  await expect(code.getByRole('img', { name: `QR code of ${short}` })).toBeVisible()
  const coming = page.waitForEvent('download')
  await code.getByRole('button', { name: 'Download PNG' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe('referral-link-OMONI246.png')
  expect((await readFile(await file.path())).toString('latin1')).toMatch(/^\x89PNG/)
  await page.keyboard.press('Escape')
  await link.getByRole('button', { name: 'Edit the link of Omoni Oboli' }).click()
  const editing = dialog(page, 'Edit referral link')
  await expect(editing.getByText(short)).toBeVisible()
  await expect(editing.getByRole('combobox', { name: 'Movie' })).toHaveValue(/^citation\b/i)
  await editing.getByLabel('Name').fill('Omoni O. Oboli')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expectMessage(page, 'Updated referral link')

  await page.getByRole('button', { name: 'Delete the link of Omoni O. Oboli' }).click()
  await dialog(page, /Delete the referral link/)
    .getByRole('button', { name: 'Delete' })
    .click()
  await expectMessage(page, 'Deleted successfully')
  await expect(row(page, 'Omoni O. Oboli')).toBeHidden()

  await begin.click()
  await making.getByLabel('Name').fill('Shortener Down')
  await choose(making, 'Movie', /citation/i)
  await making.getByRole('button', { name: 'Create link' }).click()
  await expect(making.getByText(/The link shortener reported an error \(503\)/)).toBeVisible()
  await making.getByRole('button', { name: 'Create it with our own short link' }).click()
  await expectMessage(page, 'Created referral link')
  await expect(row(page, 'Shortener Down')).toBeVisible()

  // A correction after an answer that was lost.
  await begin.click()
  await making.getByLabel('Name').fill('Answered late')
  await choose(making, 'Movie', /citation/i)
  const call = '**/api/cast-members'
  await page.route(call, async (route) => {
    await route.fetch()
    await route.abort()
  })
  const create = making.getByRole('button', { name: 'Create link' })
  await create.click()
  await expectMessage(page, NO_CONNECTION)
  await page.unroute(call)
  await making.getByLabel('Name').fill('Answered too late')
  await create.click()
  await expectMessage(page, 'The link was already created, as you first typed it')
  await expect(making.getByLabel('Name')).toHaveValue('Answered too late')
})
