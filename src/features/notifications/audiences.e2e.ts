import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../../../e2e/fixtures.ts'
import { actOnRow, choose, dialog, goTo, row } from '../../../e2e/helpers.ts'
import { expectMessage } from '../../../e2e/messages.ts'

const condition = (page: Page, label: string) =>
  page.getByRole('list', { name: 'Conditions' }).getByRole('listitem', { name: label, exact: true })

/** Chooses one of several in a field of a condition. */
async function pick(page: Page, field: string, typed: string, option: string) {
  await page.getByRole('combobox', { name: field, exact: true }).fill(typed)
  await page.getByRole('option', { name: option, exact: true }).click()
  await page.keyboard.press('Escape')
}

test('an audience is filled in as a sentence, with movies and cinemas by name, counted, saved, changed and deleted', async ({
  page,
}) => {
  await signIn(page)
  await goTo(page, 'Notifications')
  await page.getByRole('link', { name: 'Audiences' }).click()
  await expect(page).toHaveURL(/\/dashboard\/notifications\/audiences$/)
  await expect(row(page, 'Horror fans')).toContainText('Customers who saw Horror in the last 180 days')

  await page.getByRole('button', { name: 'New audience' }).click()
  const made = dialog(page, 'New audience')
  await made.getByRole('button', { name: 'Save audience' }).click()
  await expect(made.getByText('Give the audience a name')).toBeVisible()
  await expect(made.getByText('Add at least one condition')).toBeVisible()
  await made.getByLabel('Name').fill('Fans of drama who stayed away')
  await choose(made, 'Add a condition', 'Saw a genre')
  await made.getByRole('button', { name: 'Save audience' }).click()
  await expect(condition(page, 'Saw a genre').getByRole('alert')).toHaveText('Choose at least one')
  await pick(page, 'Saw a genre', 'dra', 'Drama')
  await made.getByLabel('Saw a genre: days').fill('365')
  await choose(made, 'Add a condition', 'Has the app')
  await expect(made.getByText(/^Reaches [\d,]+ devices? \([\d,]+ customers?\)/)).toBeVisible()
  await made.getByRole('button', { name: 'Save audience' }).click()
  await expectMessage(page, 'Audience saved')
  const saved = row(page, 'Fans of drama')
  await expect(saved).toContainText('Customers who saw Drama in the last 365 days and have the app')

  await actOnRow(page, 'Edit', 'Fans of drama who stayed away')
  const edited = dialog(page, 'Edit audience')
  await edited.getByRole('button', { name: 'Remove the condition Has the app' }).click()
  await choose(edited, 'Add a condition', 'Last purchase')
  await edited.getByLabel('Last purchase: at least').fill('45')
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(saved).toContainText('and last bought at least 45 days ago')

  await actOnRow(page, 'Delete', 'Fans of drama who stayed away')
  await dialog(page, /^Delete the audience/)
    .getByRole('button', { name: 'Delete' })
    .click()
  await expectMessage(page, 'Audience deleted')
  await expect(saved).toHaveCount(0)

  await page.getByRole('button', { name: 'New audience' }).click()
  await made.getByLabel('Name').fill('Of one cinema')
  await choose(made, 'Add a condition', 'Bought at a cinema')
  await page.getByRole('combobox', { name: 'Bought at a cinema', exact: true }).click()
  const cinema = page.getByRole('listbox').getByRole('option').first()
  const name = (await cinema.textContent())!
  await cinema.click()
  await page.keyboard.press('Escape')
  await choose(made, 'Add a condition', 'Saw a movie')
  await made.getByLabel('Saw a movie: whether they did').selectOption('did not see')
  await page.getByRole('combobox', { name: 'Saw a movie', exact: true }).click()
  const movie = page.getByRole('listbox').getByRole('option').first()
  const title = (await movie.textContent())!
  await movie.click()
  await page.keyboard.press('Escape')
  await made.getByRole('button', { name: 'Save audience' }).click()
  await expect(row(page, 'Of one cinema')).toContainText(
    `Customers who bought at ${name} in the last 90 days and did not see ${title} in the last 90 days`,
  )
})

test('a notification goes to a saved audience, part of which is held out, at most so many a week and none in quiet hours', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/dashboard/notifications/send')
  await page.getByLabel('Title').fill('Fright night')
  await page.getByLabel('Body').fill('At every cinema, from ten on.')
  await page.getByRole('button', { name: 'New audience' }).click()
  const made = dialog(page, 'New audience')
  await made.getByLabel('Name').fill('Everybody who saw a drama')
  await choose(made, 'Add a condition', 'Saw a genre')
  await pick(page, 'Saw a genre', 'dra', 'Drama')
  await made.getByRole('button', { name: 'Save audience' }).click()
  await expect(page.getByRole('combobox', { name: 'Audience' })).toHaveValue('Everybody who saw a drama')
  // What was typed before stays.
  await expect(page.getByLabel('Title')).toHaveValue('Fright night')
  await choose(page, 'Hold out to compare', '20% of the customers')
  const count = page.getByRole('status').filter({ hasText: 'in the audience' })
  await expect(count).toContainText(/−[\d,]+do not have the app/)
  await expect(count).toContainText(/−[\d,]+held out to compare \(20%\)/)
  await page.getByRole('button', { name: 'Schedule' }).click()
  await dialog(page, 'Schedule notification').getByRole('button', { name: 'Schedule' }).click()
  await expect(row(page, 'Fright night')).toContainText('Everybody who saw a drama')
  await row(page, 'Fright night').getByRole('link', { name: 'Fright night' }).first().click()
  await expect(page.getByText('Customers who saw Drama in the last 90 days')).toBeVisible()
  await expect(page.getByText('It is compared once it has been sent.')).toBeVisible()

  await page.goto('/dashboard/notifications/audiences')
  const limits = page.getByRole('form', { name: 'Sending limits' })
  await limits.getByLabel('Most per person in a week').fill('x')
  await limits.getByRole('spinbutton', { name: 'Quiet from, hours' }).fill('00')
  await limits.getByRole('spinbutton', { name: 'Quiet from, minutes' }).fill('00')
  await limits.getByRole('button', { name: 'Save limits' }).click()
  await expect(limits.getByText('A whole number from 1 to 50, or empty for no limit')).toBeVisible()
  await limits.getByLabel('Most per person in a week').fill('3')
  await limits.getByRole('spinbutton', { name: 'Quiet until, hours' }).fill('23')
  await limits.getByRole('spinbutton', { name: 'Quiet until, minutes' }).fill('59')
  await limits.getByRole('button', { name: 'Save limits' }).click()
  await expectMessage(page, 'Sending limits saved')

  await page.goto('/dashboard/notifications/send')
  await page.getByLabel('Title').fill('Late')
  await page.getByLabel('Body').fill('Too late')
  await choose(page, 'Audience', 'All users')
  await page.getByRole('button', { name: 'Schedule' }).click()
  const scheduling = dialog(page, 'Schedule notification')
  await scheduling.getByRole('button', { name: 'Schedule' }).click()
  await expect(scheduling.getByText(/^Nothing is sent in quiet hours, 00:00 to 23:59/)).toBeVisible()
})
