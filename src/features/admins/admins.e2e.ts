import type { Page } from '@playwright/test'
import { asSignedIn } from '../../../e2e/api.ts'
import { expect, openScreen, signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import { actOn, choose, dialog, row, toast } from '../../../e2e/helpers.ts'

// Clauses: operations 44-45
test('Admin Users: one is added, accepts the invitation, is changed, deleted and taken back', async ({
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
  await expect(adding.getByText('They get a letter with a link')).toBeVisible()
  await adding.getByRole('button', { name: 'ADD ADMIN' }).click()
  await page.getByRole('button', { name: 'Show Ireti Doyle' }).click()
  const person = row(page, 'Ireti Doyle')
  await expect(row(page, 'Kelechi Nwosu')).toBeHidden()
  await expect(person.getByText('Invited', { exact: true })).toBeVisible()
  await actOn(person, 'Ireti Doyle', 'Send invitation again')
  const link = await invitationOf(page, 2)

  const theirs = await (await browser.newContext({ baseURL: server.address })).newPage()
  await theirs.goto(link)
  await expect(theirs.getByRole('heading', { name: 'Welcome, Ireti' })).toBeVisible()
  // By the keyboard alone: the first field has the focus.
  await theirs.keyboard.type('harmattan at noon')
  await theirs.getByLabel('Confirm Password').fill('harmattan at noon')
  await theirs.keyboard.press('Enter')
  await expect(theirs.getByRole('button', { name: 'Ireti Doyle: account and theme' })).toBeVisible()
  await theirs.goto(link)
  await expect(theirs.getByRole('heading', { name: 'This link cannot be used' })).toBeVisible()
  await theirs.context().close()

  await page.reload()
  await actOn(person, 'Ireti Doyle', 'Edit')
  const editing = dialog(page, 'Edit Admin')
  await editing.getByRole('button', { name: 'End all their sessions' }).click()
  await expectMessage(page, 'They are signed out everywhere')
  await choose(editing, 'Admin role', 'Marketing')
  await expect(editing.getByText('Saving signs this person out everywhere')).toBeVisible()
  await editing.getByRole('button', { name: 'SAVE CHANGES' }).click()
  await expect(person.getByText('Marketing')).toBeVisible()

  await actOn(person, 'Ireti Doyle', 'Delete')
  const leaving = dialog(page, 'Delete Ireti Doyle?')
  await choose(leaving, 'Who takes over', /Kelechi Nwosu/)
  await leaving.getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Admin deleted').getByRole('button', { name: 'Undo' }).click()
  await expect(person).toBeVisible()
})

/** The link in the newest of so many letters, as a superadmin sees them in the demo's outbox. */
async function invitationOf(page: Page, letters: number): Promise<string> {
  const { get } = await asSignedIn(page)
  const links = async () => JSON.stringify(await get('/outbox')).match(/\/accept-invitation\/[\w-]+/g) ?? []
  await expect.poll(async () => new Set(await links()).size).toBe(letters)
  return (await links())[0]!
}

// Clauses: operations 46, 191, 450
test('a role is given for some cinemas, an own demotion is asked for, a password is not kept, and who manages nobody reads', async ({
  page,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/admin')
  await page.getByRole('button', { name: 'ADD Admin' }).click()
  const adding = dialog(page, 'Add Admin')
  await adding.getByLabel('First Name').fill('Ayọ̀')
  await adding.getByLabel('Last Name').fill('Ọláwálé')
  await adding.getByLabel('Email').fill('ayo.olawale@marquee.example')
  await adding.getByLabel('Phone Number').fill('0803 555 0197')
  await choose(adding, 'Role', /^ADMIN$/)
  await adding.getByRole('button', { name: 'Add a role at some cinemas' }).click()
  await choose(adding, 'Role 1', 'Cinema manager')
  await choose(adding, 'At', 'All of Oyo')
  await page.getByRole('option', { name: 'Marquee Ilorin' }).click()
  await page.keyboard.press('Escape')
  await adding.getByRole('button', { name: 'ADD ADMIN' }).click()
  await page.getByRole('button', { name: 'Show Ayọ̀ Ọláwálé' }).click()
  await expect(row(page, 'Ayọ̀ Ọláwálé').getByText('Cinema manager at Oyo, Marquee Ilorin')).toBeVisible()

  await openScreen(page, '/dashboard/admin-roles/who?permission=cubes:write')
  await expect(row(page, 'Bisi Ogunbanjo').getByText('Cinema manager at Marquee Lekki')).toBeVisible()
  await row(page, 'Ayọ̀ Ọláwálé').getByRole('link').first().click()
  const cubes = page.getByRole('row').filter({ hasText: 'Cube bookings' })
  await expect(cubes.getByText('2 cinemas').first()).toBeVisible()

  await openScreen(page, '/dashboard/admin?search=ayo.olawale')
  await actOn(page, 'Ayọ̀ Ọláwálé', 'Take back the invitation')
  await dialog(page, 'Take back the invitation of Ayọ̀ Ọláwálé?').getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByText('No results')).toBeVisible()

  await openScreen(page, '/dashboard/admin?search=superadmin@marquee.example')
  await actOn(page, 'Adaeze Okafor', 'Edit')
  const own = dialog(page, 'Edit Admin')
  await choose(own, 'Role', 'EDITOR')
  await expect(own.getByText("Editors can't sign in")).toBeVisible()
  await own.getByRole('button', { name: 'SAVE CHANGES' }).click()
  await dialog(page, 'Change your own role?').getByRole('button', { name: 'Cancel' }).click()
  await expect(own).toBeVisible()

  await openScreen(page, '/dashboard/admin?search=tunde')
  await actOn(page, 'Tunde Bakare', 'Edit')
  const editing = dialog(page, 'Edit Admin')
  await editing.getByLabel('Password', { exact: true }).fill('not to be kept')
  await editing.getByLabel('First Name').fill('Half')
  const kept = () => page.evaluate(() => JSON.stringify(localStorage))
  await expect.poll(kept).toContain('Half')
  expect(await kept()).not.toContain('not to be kept')
  await page.route('**/api/admin/edit-admin/*', (route) =>
    route.fulfill({ status: 409, json: { status: 409, message: 'Not today' } }),
  )
  await editing.getByRole('button', { name: 'SAVE CHANGES' }).click()
  await expectMessage(page, 'Not today')

  await signIn(page, 'admin')
  await openScreen(page, '/dashboard/admin?search=tunde')
  const add = page.getByRole('button', { name: 'ADD Admin' })
  await add.hover()
  await expect(
    page.getByRole('tooltip', { name: 'Your role does not allow you to change: Admin Settings' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Tunde Bakare' }).click()
  const remove = page.getByRole('menuitem', { name: /^Delete/ })
  await expect(remove).toHaveAttribute('aria-disabled', 'true')
  await expect(remove).toContainText('Your role does not allow you to change: Admin Settings')
})
