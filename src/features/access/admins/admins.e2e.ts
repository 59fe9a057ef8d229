import type { Page } from '@playwright/test'
import { asSignedIn } from '../../../../e2e/api.ts'
import { expect, openScreen, signIn, test } from '../../../../e2e/fixtures.ts'
import { expectMessage } from '../../../../e2e/messages.ts'
import { chooseAction, choose, dialog, row, toast } from '../../../../e2e/helpers.ts'
import { PHONE } from '../../../../e2e/sizes.ts'
import { confirmedLongAgo } from '../../../../e2e/reauthentication.ts'

// Clauses: operations 44-45
test('Admin Users: one is added with a role for some cinemas, accepts the invitation, is changed, deleted and taken back', async ({
  page,
  browser,
  server,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/admin')
  await page.getByRole('button', { name: 'ADD Admin' }).click()
  const adding = dialog(page, 'Add Admin')
  await adding.getByLabel('First Name').fill('Ireti')
  await adding.getByLabel('Last Name').fill('Doyle')
  await adding.getByLabel('Email').fill('ireti.doyle@marquee.example')
  await adding.getByLabel('Phone Number').fill('0803 555 0199')
  await choose(adding, 'Role', /^ADMIN$/)
  await choose(adding, 'Admin role', 'Front desk')
  await adding.getByRole('button', { name: 'Add cinema role' }).click()
  await choose(adding, 'Role 1', 'Cinema manager')
  await choose(adding, 'At', 'All of Oyo')
  await page.getByRole('option', { name: 'Marquee Ilorin' }).click()
  await page.keyboard.press('Escape')
  await expect(adding.getByText('They get an email with a link')).toBeVisible()
  await adding.getByRole('button', { name: 'ADD ADMIN' }).click()
  await page.getByRole('button', { name: 'Show Ireti Doyle' }).click()
  const person = row(page, 'Ireti Doyle')
  await expect(row(page, 'Kelechi Nwosu')).toBeHidden()
  await expect(person.getByText('0803 555 0199')).toBeVisible()
  await expect(person.getByText('Invited', { exact: true })).toBeVisible()
  await expect(person.getByText('Cinema manager at Oyo, Marquee Ilorin')).toBeVisible()
  await chooseAction(person, 'Ireti Doyle', 'Send invitation again')
  const link = await invitationOf(page, 2)

  const otherPage = await (await browser.newContext({ baseURL: server.address })).newPage()
  await otherPage.goto(link)
  await expect(otherPage.getByRole('heading', { name: 'Welcome, Ireti' })).toBeVisible()
  // By the keyboard alone: the first field has the focus.
  await otherPage.keyboard.type('harmattan at noon')
  await otherPage.getByLabel('Confirm Password').fill('harmattan at noon')
  await otherPage.keyboard.press('Enter')
  await expect(otherPage.getByRole('button', { name: 'Ireti Doyle: account and theme' })).toBeVisible()
  await otherPage.context().close()

  await openScreen(page, '/dashboard/admin-roles/who?permission=cubes:write')
  await expect(row(page, 'Bisi Ogunbanjo').getByText('Cinema manager at Marquee Lekki')).toBeVisible()
  await row(page, 'Ireti Doyle').getByRole('link').first().click()
  const cubes = page.getByRole('row').filter({ hasText: 'Cube bookings' })
  await expect(cubes.getByText('2 cinemas').first()).toBeVisible()

  await openScreen(page, '/dashboard/admin?search=ireti.doyle')
  await chooseAction(person, 'Ireti Doyle', 'Edit')
  const editing = dialog(page, 'Edit Admin')
  await editing.getByRole('button', { name: 'End all sessions' }).click()
  await expectMessage(page, 'Signed out everywhere')
  await choose(editing, 'Admin role', 'Marketing')
  await expect(editing.getByText('Saving signs this person out everywhere')).toBeVisible()
  await editing.getByRole('button', { name: 'SAVE CHANGES' }).click()
  await expect(person.getByText('Marketing')).toBeVisible()

  await chooseAction(person, 'Ireti Doyle', 'Delete')
  const leaving = dialog(page, 'Delete Ireti Doyle?')
  await choose(leaving, 'New owner', /Kelechi Nwosu/)
  await leaving.getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Admin deleted').getByRole('button', { name: 'Undo' }).click()
  await expect(person).toBeVisible()
})

/** The link in the newest of so many letters, as a superadmin sees them in the demo's outbox. */
async function invitationOf(page: Page, emails: number): Promise<string> {
  const { get } = await asSignedIn(page)
  const links = async () => JSON.stringify(await get('/outbox')).match(/\/accept-invitation\/[\w-]+/g) ?? []
  await expect.poll(async () => new Set(await links()).size, { intervals: [100] }).toBe(emails)
  return (await links())[0]!
}

// Clauses: operations 46, 191, 450
test('an invitation is taken back, an own demotion is asked for, a password is not kept, and who manages nobody reads', async ({
  page,
}) => {
  await signIn(page)
  const { post } = await asSignedIn(page)
  const invited = { first_name: 'Ayọ̀', last_name: 'Ọláwálé', email: 'ayo.olawale@marquee.example' }
  await post('/admin/create-admin', { ...invited, mobile: '0803 555 0197', userType: 'ADMIN' })
  await openScreen(page, '/dashboard/admin?search=ayo.olawale')
  await chooseAction(page, 'Ayọ̀ Ọláwálé', 'Revoke invitation')
  await dialog(page, 'Revoke the invitation of Ayọ̀ Ọláwálé?').getByRole('button', { name: 'Revoke invitation' }).click()
  await expect(page.getByText('No results').first()).toBeVisible()

  await page.evaluate(() => history.pushState(null, '', '?search=superadmin@marquee.example'))
  await chooseAction(page, 'Adaeze Okafor', 'Edit')
  const own = dialog(page, 'Edit Admin')
  await choose(own, 'Role', 'EDITOR')
  await expect(own.getByText('Editors cannot sign in')).toBeVisible()
  await own.getByRole('button', { name: 'SAVE CHANGES' }).click()
  await dialog(page, 'Change your own role?').getByRole('button', { name: 'Cancel' }).click()
  await expect(own).toBeVisible()

  await openScreen(page, '/dashboard/admin?search=tunde')
  await chooseAction(page, 'Tunde Bakare', 'Edit')
  const editing = dialog(page, 'Edit Admin')
  await editing.getByLabel('Password', { exact: true }).fill('not to be kept')
  await editing.getByLabel('First Name').fill('Half')
  const storage = () => page.evaluate(() => JSON.stringify(localStorage))
  await expect.poll(storage).toContain('Half')
  expect(await storage()).not.toContain('not to be kept')
  await page.route('**/api/admin/edit-admin/*', (route) =>
    route.fulfill({ status: 409, json: { status: 409, message: 'Not today' } }),
  )
  await editing.getByRole('button', { name: 'SAVE CHANGES' }).click()
  await expectMessage(page, 'Not today')

  await signIn(page, 'admin')
  await openScreen(page, '/dashboard/admin?search=tunde')
  const add = page.getByRole('button', { name: 'ADD Admin' })
  await add.hover()
  await expect(page.getByRole('tooltip', { name: 'You do not have permission to manage Admin Settings' })).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Tunde Bakare' }).click()
  const remove = page.getByRole('menuitem', { name: /^Delete/ })
  await expect(remove).toHaveAttribute('aria-disabled', 'true')
})

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
  await making.getByRole('checkbox', { name: 'Manage Movies' }).check()
  await expect(making.getByRole('checkbox', { name: 'View Movies' })).toBeChecked()
  await making.getByRole('checkbox', { name: 'View Audit log' }).check()
  await making.getByLabel('Points limit').fill('500')
  await confirmedLongAgo(server)
  await create.click()
  const asks = dialog(page, 'Confirm it’s you')
  await asks.getByLabel('Password', { exact: true }).fill('marquee-demo')
  await page.keyboard.press('Enter')
  const made = row(page, 'Projection')
  await expect(made.getByText('Manage Movies. View Audit log')).toBeVisible()

  await made.getByRole('button', { name: 'Edit Projection' }).click()
  const editing = dialog(page, 'Edit Projection')
  await expect(editing.getByLabel('Points limit')).toHaveValue('500')
  await editing.getByRole('checkbox', { name: 'View Movies' }).uncheck()
  await expect(editing.getByRole('checkbox', { name: 'Manage Movies' })).not.toBeChecked()
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(made.getByText('View Audit log', { exact: true })).toBeVisible()

  await made.getByRole('button', { name: 'Delete Projection' }).click()
  await dialog(page, 'Delete Projection?').getByRole('button', { name: 'Delete' }).click()
  await expect(made).toBeHidden()

  const choice = page.getByRole('radiogroup', { name: 'Which customers cinema staff can see' })
  await choice.getByText('All users').click()
  await expectMessage(page, 'Saved')
  await page.reload()
  await expect(choice.getByLabel('All users')).toBeChecked()

  await openScreen(page, '/dashboard/admin-roles/who')
  await expect(page.getByRole('heading', { name: 'Permissions of Adaeze Okafor' })).toBeVisible()
  await choose(page, 'Person', /Ibrahim Bello/)
  const his = page.getByRole('table', { name: 'Permissions of Ibrahim Bello' })
  await expect(row(his, 'Users').getByRole('img', { name: 'Allowed', exact: true })).toHaveCount(2)
  await expect(row(his, 'Audit log').getByRole('img', { name: 'Not allowed' })).toHaveCount(2)

  await page.getByText('By permission').click()
  await choose(page, 'Permission', 'Manage: Kids Klub')
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
  const known = page.waitForResponse('**/api/users')
  await openScreen(page, '/dashboard/audit-log')
  await expect(page.getByRole('heading', { name: 'Permission denied' })).toBeVisible()
  // What is being read when the tab is looked at is not read twice.
  await (await known).finished()

  hasFew = false
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible()

  hasFew = true
  await page.route('**/api/audit-log?*', (route) =>
    route.fulfill({ status: 403, json: { status: 403, message: 'Permission denied' } }),
  )
  await page.evaluate(() => history.pushState(null, '', '?actionKind=refused'))
  await expect(page.getByRole('heading', { name: 'Permission denied' })).toBeVisible()
})
