import { readFile } from 'node:fs/promises'
import { NO_CONNECTION } from '#contract/message.ts'
import { expect, signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import { choose, dialog, row, toast } from '../../../e2e/helpers.ts'

const PERSON = 'Mozilla/5.0 (Linux; Android 14; TECNO KI7) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36'

// Clauses: operations 92-95, 248, 307, 460, 471, 477-480, 520
test('Referral links: make one, open it, copy it, edit it, delete it and take that back; what fails or is answered late loses nothing', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page)
  const list = '**/api/cast-members?*'
  await page.route(list, (route) => route.fulfill({ status: 503, json: { status: 503, message: 'Not today' } }))
  await page.goto('/dashboard/referral-links')
  await expect(page.getByRole('alert').filter({ hasText: 'Not today' })).toBeVisible()
  await page.unroute(list)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Referral links' })).toBeVisible()
  await expect(row(page, 'Grace Edozie').getByText(/₦[\d,]+/)).toBeVisible()

  await page.getByRole('button', { name: 'New link' }).click()
  const making = dialog(page, 'New referral link')
  await making.getByRole('button', { name: 'Create link' }).click()
  await expect(making.getByText('Field is empty', { exact: true })).toBeVisible()
  await expect(making.getByText('This field is empty')).toBeVisible()
  await making.getByLabel('Name').fill('Omoni Oboli')
  await making.getByRole('combobox', { name: 'Movie' }).fill('lionheart')
  await page.getByRole('option', { name: /lionheart/i }).click()
  await expect(making.getByRole('combobox', { name: 'Movie' })).toHaveValue(/^lionheart\b/i)
  const movie = await making.getByRole('combobox', { name: 'Movie' }).inputValue()
  await making.getByLabel('Code').fill('OMONI')
  await making.getByRole('button', { name: 'Create link' }).click()
  await expect(making.getByText('The code has 8 letters and digits')).toBeVisible()
  await making.getByLabel('Code').fill('OMONI246')
  await making.getByRole('button', { name: 'Create link' }).click()
  await expectMessage(page, 'Created referral link')

  const link = row(page, 'Omoni Oboli')
  await expect(link.getByRole('link', { name: '/r/OMONI246' })).toBeVisible()
  await link.getByRole('button', { name: 'Copy the short link of Omoni Oboli' }).click()
  await expectMessage(page, 'Copied!')
  const short = await page.evaluate(() => navigator.clipboard.readText())
  expect(short).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/r\/\w{8}$/)
  for (const agent of [PERSON, 'WhatsApp/2.23.20.0 A']) {
    const answer = await request.get(short, { maxRedirects: 0, headers: { 'user-agent': agent } })
    expect([answer.status(), answer.headers().location]).toEqual([
      302,
      expect.stringMatching(new RegExp(`^https://shop\\.marquee\\.example/.*referral_code=${short.slice(-8)}$`)),
    ])
  }
  await link.getByRole('button', { name: 'QR code of the link of Omoni Oboli' }).click()
  const code = dialog(page, 'QR code of the link of Omoni Oboli')
  await expect(code.getByRole('img', { name: `QR code of ${short}` })).toBeVisible()
  for (const [kind, begin] of [
    ['SVG', '<svg xmlns='],
    ['PNG', '\x89PNG'],
  ] as const) {
    const coming = page.waitForEvent('download')
    await code.getByRole('button', { name: `Download ${kind}` }).click()
    const file = await coming
    expect(file.suggestedFilename()).toBe(`referral-link-${short.slice(-8)}.${kind.toLowerCase()}`)
    expect((await readFile(await file.path())).toString('latin1').slice(0, begin.length)).toBe(begin)
  }
  await page.keyboard.press('Escape')
  await page.goto('/dashboard/referral-links')
  await expect(link.getByRole('cell', { name: /^(Clicks ?)?1$/ })).toBeVisible()

  await link.getByRole('button', { name: 'Edit the link of Omoni Oboli' }).click()
  const editing = dialog(page, 'Edit referral link')
  await expect(editing.getByText(short)).toBeVisible()
  await expect(editing.getByRole('combobox', { name: 'Movie' })).toHaveValue(movie)
  await editing.getByLabel('Name').fill('Omoni O. Oboli')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expectMessage(page, 'Updated referral link')

  await page.getByRole('button', { name: 'Delete the link of Omoni O. Oboli' }).click()
  await dialog(page, /Delete the referral link/)
    .getByRole('button', { name: 'Delete' })
    .click()
  const deleted = toast(page, 'Deleted successfully')
  await expect(row(page, 'Omoni O. Oboli')).toBeHidden()
  await deleted.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Omoni O. Oboli')).toBeVisible()

  // The shortener fails: our own short link helps.
  await page.goto('/dashboard/referral-links?open=new')
  await making.getByLabel('Name').fill('Shortener Down')
  await choose(making, 'Movie', /citation/i)
  await making.getByRole('button', { name: 'Create link' }).click()
  await expect(making.getByText(/The link shortener has a fault \(503\)/)).toBeVisible()
  await expect(making.getByLabel('Name')).toHaveValue('Shortener Down')
  await making.getByRole('button', { name: 'Create it with our own short link' }).click()
  await expectMessage(page, 'Created referral link')
  await expect(row(page, 'Shortener Down')).toBeVisible()

  // A correction after an answer that was lost.
  await page.goto('/dashboard/referral-links?open=new')
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
  await expect(page.getByText('Answered late', { exact: true })).toBeAttached()
  await page.goto('/dashboard/referral-links')
  const typed = Date.now()
  await page.getByRole('searchbox').fill('kehinde')
  await expect(page).toHaveURL(/search=kehinde/)
  expect(Date.now() - typed).toBeGreaterThanOrEqual(2000)
  await expect(row(page, 'Kehinde Kamson')).toBeVisible()
  await expect(row(page, 'Grace Edozie')).toBeHidden()
})
