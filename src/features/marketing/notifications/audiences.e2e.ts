import type { Page } from '@playwright/test'
import { expect, openScreen, signIn, test } from '../../../../e2e/fixtures.ts'
import { choose, dialog, row } from '../../../../e2e/helpers.ts'
import { expectMessage } from '../../../../e2e/messages.ts'

/** Chooses one of several in a field of a condition. */
async function pick(page: Page, field: string, typed: string, option: string) {
  await page.getByRole('combobox', { name: field, exact: true }).fill(typed)
  await page.getByRole('option', { name: option, exact: true }).click()
  await page.keyboard.press('Escape')
}

test('a notification goes to an audience that is filled in as a sentence, with movies and cinemas by name, part of which is held out; the audience is changed and deleted; a notification has limits', async ({
  page,
}) => {
  const name = 'Fans of drama who stayed away'
  await signIn(page)
  await openScreen(page, '/dashboard/notifications/send')
  await page.getByLabel('Title').fill('Fright night')
  await page.getByLabel('Body').fill('At every cinema, from ten on.')
  await page.getByRole('button', { name: 'New audience' }).click()
  const made = dialog(page, 'New audience')
  await made.getByLabel('Name').fill(name)
  await choose(made, 'Add a condition', 'Saw a genre')
  await pick(page, 'Saw a genre', 'dra', 'Drama')
  await made.getByLabel('Saw a genre: days').fill('365')
  await choose(made, 'Add a condition', 'Bought at a cinema')
  await pick(page, 'Bought at a cinema', 'lekki', 'Marquee Lekki')
  await expect(made.getByText(/^Reaches [\d,]+ devices? \([\d,]+ customers?\)/)).toBeVisible()
  await made.getByRole('button', { name: 'Save audience' }).click()
  await expect(page.getByRole('combobox', { name: 'Audience' })).toHaveValue(name)
  // What was typed before stays.
  await expect(page.getByLabel('Title')).toHaveValue('Fright night')
  await choose(page, 'Control group', '20% of customers')
  const count = page.getByRole('status').filter({ hasText: 'in the audience' })
  await expect(count).toContainText(/−[\d,]+do not have the app/)
  await expect(count).toContainText(/−[\d,]+in the control group \(20%\)/)
  await page.getByRole('button', { name: 'Schedule' }).click()
  await dialog(page, 'Schedule notification').getByRole('button', { name: 'Schedule' }).click()
  const scheduled = row(page, 'Fright night')
  await expect(scheduled).toContainText(name)
  await scheduled.getByRole('link', { name: 'Fright night' }).first().click()
  const sentence = 'Customers who saw Drama in the last 365 days and bought at Marquee Lekki in the last 90 days'
  await expect(page.getByText(sentence)).toBeVisible()
  await expect(page.getByText('The comparison starts once the notification is sent')).toBeVisible()

  await test.step('the audience is changed and deleted', async () => {
    await openScreen(page, '/dashboard/notifications/audiences')
    await expect(row(page, 'Horror fans')).toContainText('Customers who saw Horror in the last 180 days')
    const saved = row(page, name)
    await expect(saved).toContainText(sentence)
    await page.getByRole('button', { name: 'New audience' }).click()
    await expect(made.getByLabel('Name')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(made).toBeHidden()

    await saved.getByRole('button', { name: `Edit ${name}` }).click()
    const edited = dialog(page, 'Edit audience')
    await edited.getByRole('button', { name: 'Remove the condition Bought at a cinema' }).click()
    await choose(edited, 'Add a condition', 'Saw a movie')
    await edited.getByLabel('Saw a movie: whether they did').selectOption('did not see')
    await pick(page, 'Saw a movie', 'citation', 'Citation')
    await edited.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(saved).toContainText('and did not see Citation in the last 90 days')

    await saved.getByRole('button', { name: `Delete ${name}` }).click()
    await dialog(page, /^Delete the audience/)
      .getByRole('button', { name: 'Delete' })
      .click()
    await expectMessage(page, 'Audience deleted')
    await expect(saved).toHaveCount(0)
  })

  await test.step('a notification has limits', async () => {
    const limits = page.getByRole('form', { name: 'Sending limits' })
    await limits.getByRole('spinbutton', { name: 'Quiet from, hours' }).fill('00')
    await limits.getByRole('spinbutton', { name: 'Quiet from, minutes' }).fill('00')
    await limits.getByLabel('Maximum per person per week').fill('3')
    await limits.getByRole('spinbutton', { name: 'Quiet until, hours' }).fill('23')
    await limits.getByRole('spinbutton', { name: 'Quiet until, minutes' }).fill('59')
    await limits.getByRole('button', { name: 'Save limits' }).click()
    await expectMessage(page, 'Sending limits saved')
  })
})
