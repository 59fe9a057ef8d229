import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import { actOn, choose, dialog, goTo, row, toast } from '../../../e2e/helpers.ts'

// Clauses: operations 44-45, 191, 277
test('Admin Users: one is added, accepts the invitation, is changed, deleted and taken back', async ({
  page,
  browser,
  server,
}) => {
  await signIn(page)
  await goTo(page, 'Admin Settings')
  await expect(page.getByRole('heading', { name: 'Admin Users' })).toBeVisible()
  await expect(row(page, 'Kelechi Nwosu').getByText('Manager')).toBeVisible()

  await page.getByRole('button', { name: 'ADD Admin' }).click()
  const adding = dialog(page, 'Add Admin')
  await adding.getByRole('button', { name: 'ADD ADMIN' }).press('Enter')
  await expect(adding.getByText('Field is empty')).toHaveCount(5)
  await adding.getByLabel('First Name').fill('Ireti')
  await adding.getByLabel('Last Name').fill('Doyle')
  await adding.getByLabel('Email').fill('superadmin@marquee.example')
  await adding.getByLabel('Phone Number').fill('0803 555 0199')
  await choose(adding, 'Role', 'EDITOR')
  await expect(adding.getByText("Editors can't sign in")).toBeVisible()
  await expect(adding.getByLabel('Admin role')).toBeHidden()
  await choose(adding, 'Role', /^ADMIN$/)
  await choose(adding, 'Admin role', 'Front desk')
  await expect(adding.getByText('They get a letter with a link')).toBeVisible()
  await adding.getByRole('button', { name: 'ADD ADMIN' }).click()
  await expect(adding.getByText('Another admin has this email')).toBeVisible()
  await adding.getByLabel('Email').fill('ireti.doyle@marquee.example')
  await adding.getByRole('button', { name: 'ADD ADMIN' }).click()
  await expectMessage(page, 'Invitation sent')
  await expect(adding).toBeHidden()

  await page.getByRole('button', { name: 'Show Ireti Doyle' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search for admins' })).toHaveValue('ireti.doyle@marquee.example')
  const person = row(page, 'Ireti Doyle')
  await expect(person.getByText('0803 555 0199')).toBeVisible()
  await expect(row(page, 'Kelechi Nwosu')).toBeHidden()
  await expect(person.getByText('Invited', { exact: true })).toBeVisible()
  await actOn(person, 'Ireti Doyle', 'Send invitation again')
  await expectMessage(page, 'Invitation sent')
  const link = await invitationOf(page, 'Ireti', 2)

  const theirs = await (await browser.newContext({ baseURL: server.address })).newPage()
  await theirs.goto(link)
  await expect(theirs.getByRole('heading', { name: 'Welcome, Ireti' })).toBeVisible()
  // By the keyboard alone: the first field has the focus.
  await theirs.keyboard.type('password1234567')
  await theirs.keyboard.press('Enter')
  await expect(theirs.getByText('Cannot have empty field')).toBeVisible()
  await theirs.getByLabel('Confirm Password').fill('password1234567')
  await theirs.keyboard.press('Enter')
  await expect(theirs.getByText('Others use this password')).toBeVisible()
  await theirs.getByLabel('New Password').fill('harmattan at noon')
  await theirs.getByLabel('Confirm Password').fill('harmattan at noon')
  await theirs.keyboard.press('Enter')
  await expect(theirs.getByRole('button', { name: 'Ireti Doyle: account and theme' })).toBeVisible()
  await theirs.goto(link)
  await expect(theirs.getByRole('heading', { name: 'This link cannot be used' })).toBeVisible()

  await page.reload()
  await expect(person.getByText('Invited', { exact: true })).toBeHidden()
  await actOn(person, 'Ireti Doyle', 'Edit')
  const editing = dialog(page, 'Edit Admin')
  await expect(editing.getByText('Saving signs this person out everywhere')).toBeHidden()
  await editing.getByRole('button', { name: 'End all their sessions' }).click()
  await expectMessage(page, 'They are signed out everywhere')
  await choose(editing, 'Admin role', 'Marketing')
  await expect(editing.getByText('Saving signs this person out everywhere')).toBeVisible()
  await editing.getByRole('button', { name: 'SAVE CHANGES' }).click()
  await expectMessage(page, 'Admin updated')
  await expect(person.getByText('Marketing')).toBeVisible()
  await theirs.goto('/dashboard')
  await expect(theirs.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await theirs.context().close()

  await actOn(person, 'Ireti Doyle', 'Delete')
  const leaving = dialog(page, 'Delete Ireti Doyle?')
  await choose(leaving, 'Who takes over', /Kelechi Nwosu/)
  await leaving.getByRole('button', { name: 'Delete' }).click()
  await expect(person).toBeHidden()
  await toast(page, 'Admin deleted').getByRole('button', { name: 'Undo' }).click()
  await expectMessage(page, 'Admin is back')
  await expect(person).toBeVisible()
})

/** The link in the newest of so many letters, as a superadmin sees them in the demo's outbox. */
async function invitationOf(page: Page, firstName: string, letters: number): Promise<string> {
  const outbox = await page.context().newPage()
  const letter = outbox.getByRole('link', { name: /\/accept-invitation\// })
  await expect
    .poll(async () => {
      await outbox.goto('/outbox')
      await expect(outbox.getByRole('heading', { name: 'Outbox' })).toBeVisible()
      return letter.count()
    })
    .toBe(letters)
  await expect(outbox.getByText(`Hello ${firstName},`).first()).toBeVisible()
  const { pathname } = new URL((await letter.first().getAttribute('href'))!)
  await outbox.close()
  return pathname
}

// Clauses: operations 46, 278, 450
test('a role is given for some cinemas, an own demotion is asked for, a password is not kept, and who manages nobody reads', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/dashboard/admin')
  await expect(row(page, 'Bisi Ogunbanjo').getByText('Cinema manager at Marquee Lekki')).toBeVisible()
  await page.getByRole('button', { name: 'ADD Admin' }).click()
  const adding = dialog(page, 'Add Admin')
  await adding.getByLabel('First Name').fill('Ayọ̀')
  await adding.getByLabel('Last Name').fill('Ọláwálé')
  await adding.getByLabel('Email').fill('ayo.olawale@marquee.example')
  await adding.getByLabel('Phone Number').fill('0803 555 0197')
  await choose(adding, 'Role', /^ADMIN$/)
  await adding.getByRole('button', { name: 'Add a role at some cinemas' }).click()
  await adding.getByRole('button', { name: 'ADD ADMIN' }).press('Enter')
  await expect(adding.getByText('Choose a role')).toBeVisible()
  await choose(adding, 'Role 1', 'Cinema manager')
  await adding.getByRole('button', { name: 'ADD ADMIN' }).press('Enter')
  await expect(adding.getByText('Choose a state or a cinema')).toBeVisible()
  await choose(adding, 'At', 'All of Oyo')
  await page.getByRole('option', { name: 'Marquee Ilorin' }).click()
  await page.keyboard.press('Escape')
  await adding.getByRole('button', { name: 'ADD ADMIN' }).click()
  await expectMessage(page, 'Invitation sent')
  await page.getByRole('button', { name: 'Show Ayọ̀ Ọláwálé' }).click()
  await expect(row(page, 'Ayọ̀ Ọláwálé').getByText('Cinema manager at Oyo, Marquee Ilorin')).toBeVisible()

  await page.goto('/dashboard/admin-roles/who?permission=cubes:write')
  await expect(row(page, 'Bisi Ogunbanjo').getByText('Cinema manager at Marquee Lekki')).toBeVisible()
  await row(page, 'Ayọ̀ Ọláwálé').getByRole('link').first().click()
  const cubes = page.getByRole('row').filter({ hasText: 'Cube bookings' })
  await expect(cubes.getByText('2 cinemas').first()).toBeVisible()

  await page.goto('/dashboard/admin?search=ayo.olawale')
  await actOn(page, 'Ayọ̀ Ọláwálé', 'Take back the invitation')
  await dialog(page, 'Take back the invitation of Ayọ̀ Ọláwálé?').getByRole('button', { name: 'Take back' }).click()
  await expectMessage(page, 'Invitation taken back')
  await expect(page.getByText('No results')).toBeVisible()

  await page.goto('/dashboard/admin?search=superadmin@marquee.example')
  await actOn(page, 'Adaeze Okafor', 'Edit')
  const own = dialog(page, 'Edit Admin')
  await choose(own, 'Role', 'EDITOR')
  await own.getByRole('button', { name: 'SAVE CHANGES' }).click()
  await dialog(page, 'Change your own role?').getByRole('button', { name: 'Cancel' }).click()
  await expect(own).toBeVisible()

  await page.goto('/dashboard/admin?search=tunde')
  await actOn(page, 'Tunde Bakare', 'Edit')
  const editing = dialog(page, 'Edit Admin')
  await editing.getByLabel('First Name').fill('Half')
  await editing.getByLabel('Password', { exact: true }).fill('not to be kept')
  await page.keyboard.press('Escape')
  await dialog(page, 'Close without saving?').getByRole('button', { name: 'Keep editing' }).click()
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Half')
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('not to be kept')
  await page.reload()
  await editing.getByRole('button', { name: 'Restore' }).click()
  await expect(editing.getByLabel('First Name')).toHaveValue('Half')
  await expect(editing.getByLabel('Password', { exact: true })).toHaveValue('')
  await page.route('**/api/admin/edit-admin/*', (route) =>
    route.fulfill({ status: 409, json: { status: 409, message: 'Not today' } }),
  )
  await editing.getByRole('button', { name: 'SAVE CHANGES' }).click()
  await expectMessage(page, 'Not today')
  await expect(editing.getByLabel('First Name')).toHaveValue('Half')
  await editing.getByLabel('Last Name').fill('')
  await editing.getByRole('button', { name: 'SAVE CHANGES' }).press('Enter')
  await expect(editing.getByText('Field is empty')).toBeVisible()

  await signIn(page, 'admin')
  await page.goto('/dashboard/admin?search=tunde')
  const add = page.getByRole('button', { name: 'ADD Admin' })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await add.hover()
  await expect(
    page.getByRole('tooltip', { name: 'Your role does not allow you to change: Admin Settings' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Tunde Bakare' }).click()
  const remove = page.getByRole('menuitem', { name: /^Delete/ })
  await expect(remove).toHaveAttribute('aria-disabled', 'true')
  await expect(remove).toContainText('Your role does not allow you to change: Admin Settings')
})
