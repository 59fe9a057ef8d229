import { expect, openScreen, signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import { choose, dialog, row } from '../../../e2e/helpers.ts'
import { PHONE } from '../../../e2e/sizes.ts'
import { confirmedLongAgo } from '../../../e2e/step-up.ts'

// Clauses: operations 337
test('a role is made, changed and deleted, and a costly step asks who is there; who can do what is said; a right counts at once', async ({
  page,
  server,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/admin-roles')
  await expect(row(page, 'Front desk').getByRole('button', { name: 'Delete Front desk' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )

  await page.getByRole('button', { name: 'New role' }).click()
  const making = dialog(page, 'New role')
  const create = making.getByRole('button', { name: 'Create role' })
  // On a phone a dialog has the whole screen; what saves it is in sight there, and on a small laptop.
  await page.setViewportSize(PHONE)
  await expect.poll(() => making.boundingBox()).toEqual({ x: 0, y: 0, ...PHONE })
  await expect(create).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(create).toBeInViewport({ ratio: 1 })
  await making.getByLabel('Name').fill('Projection')
  await making.getByRole('checkbox', { name: 'Change Movies' }).check()
  await expect(making.getByRole('checkbox', { name: 'See Movies' })).toBeChecked()
  await making.getByRole('checkbox', { name: 'See Audit Log' }).check()
  await making.getByLabel('Most points at once').fill('500')
  await confirmedLongAgo(server)
  await create.click()
  const asks = dialog(page, 'Confirm it’s you')
  await asks.getByLabel('Password', { exact: true }).fill('marquee-demo')
  await page.keyboard.press('Enter')
  const made = row(page, 'Projection')
  await expect(made.getByText('Change Movies. See Audit Log')).toBeVisible()

  await made.getByRole('button', { name: 'Edit Projection' }).click()
  const editing = dialog(page, 'Edit Projection')
  await expect(editing.getByLabel('Most points at once')).toHaveValue('500')
  await editing.getByRole('checkbox', { name: 'See Movies' }).uncheck()
  await expect(editing.getByRole('checkbox', { name: 'Change Movies' })).not.toBeChecked()
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(made.getByText('See Audit Log', { exact: true })).toBeVisible()

  await made.getByRole('button', { name: 'Delete Projection' }).click()
  await dialog(page, 'Delete Projection?').getByRole('button', { name: 'Delete' }).click()
  await expect(made).toBeHidden()

  const choice = page.getByRole('radiogroup', { name: 'Users that roles for some cinemas see' })
  await choice.getByText('All users').click()
  await expectMessage(page, 'Saved')
  await page.reload()
  await expect(choice.getByLabel('All users')).toBeChecked()

  await openScreen(page, '/dashboard/admin-roles/who')
  await expect(page.getByRole('heading', { name: 'What Adaeze Okafor may do' })).toBeVisible()
  await choose(page, 'Person', /Ibrahim Bello/)
  const his = page.getByRole('table', { name: 'What Ibrahim Bello may do' })
  await expect(row(his, 'Users').getByRole('img', { name: 'Allowed', exact: true })).toHaveCount(2)
  await expect(row(his, 'Audit Log').getByRole('img', { name: 'Not allowed' })).toHaveCount(2)

  await page.getByText('By permission').click()
  await choose(page, 'Permission', 'Change: Kids Klub')
  await expect(row(page, 'Ibrahim Bello')).toBeVisible()
  await expect(row(page, 'Somto Okonkwo')).toBeHidden()

  // A right that is given or taken counts without another sign-in.
  let hasFew = true
  await page.route('**/api/users', async (route) => {
    const response = await route.fetch()
    const { data, ...answer } = await response.json()
    await route.fulfill({
      response,
      json: { ...answer, data: { ...data, ...(hasFew && { permissions: ['movies:read'] }) } },
    })
  })
  await signIn(page, 'admin')
  await openScreen(page, '/dashboard/audit-log')
  await expect(page.getByRole('heading', { name: 'Permission denied' })).toBeVisible()
  // What is being read when the tab is looked at is not read twice.
  await page.waitForLoadState('networkidle')

  hasFew = false
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(page.getByRole('heading', { name: 'Audit Log' })).toBeVisible()

  hasFew = true
  await page.route('**/api/audit-log?*', (route) =>
    route.fulfill({ status: 403, json: { status: 403, message: 'Permission denied' } }),
  )
  await page.getByRole('searchbox').fill('role')
  await expect(page.getByRole('heading', { name: 'Permission denied' })).toBeVisible()
})
