/** What a tour says of any screen, in the words of a person who looks at it. */
import { expect, type Locator, type Page } from '@playwright/test'

/** Where a tour stands that has just signed in: no screen is open yet. */
export const THRESHOLD = '/threshold'

/** A screen, or a dialog or another part of one. */
type Part = Page | Locator

/**
 * Opens a screen as a link does, until the screen before has gone: a tour loads the application once, as a person does.
 * It is loaded where it is not open yet, and again where only the rest of the address is another. A record after another of
 * its kind, and what is to be read afresh, is a `page.goto`.
 */
export async function openScreen(page: Page, address: string) {
  const isLoaded = page.url().includes('/dashboard/') && address.startsWith('/dashboard/')
  if (isLoaded && new URL(address, page.url()).pathname !== new URL(page.url()).pathname) {
    await page.evaluate((to) => {
      for (const heading of document.querySelectorAll('h1')) heading.dataset.before = ''
      history.pushState(null, '', to)
    }, address)
    await expect(page.locator('h1[data-before]')).toHaveCount(0)
  } else await page.goto(address)
  await expect(page.locator('h1')).not.toHaveCount(0)
}

/** The row of a list that has this text; on a small screen it is a card. */
export const row = (part: Part, text: string | RegExp): Locator => part.getByRole('row').filter({ hasText: text })

/** Opens what a row stands for by a click beside its name: the whole row leads there, but for what can be pressed in it. */
export const openRow = (row: Locator): Promise<void> =>
  row
    .getByRole('cell')
    .last()
    .click({ position: { x: 2, y: 2 } })

/** Does something of what stands behind the three dots of a thing. */
export async function chooseAction(part: Part, name: string | RegExp, action: string) {
  const page = 'page' in part ? part.page() : part
  const of = typeof name === 'string' ? `Actions for ${name}` : name
  await part.getByRole('button', { name: of }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** The message that says what has been done, or why not. */
export const toast = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: text }).last()

/** Chooses from the list that opens at a field. @param option its words, or which it is, from 0 */
export async function choose(part: Part, label: string, option: string | RegExp | number) {
  const page = 'page' in part ? part.page() : part
  await part
    .getByRole('combobox', { name: label })
    .or(part.getByRole('textbox', { name: label }))
    .first()
    .click()
  const options = page.getByRole('option', typeof option === 'number' ? {} : { name: option })
  await (typeof option === 'number' ? options.nth(option) : options).click()
}

/** Adds a filter to a list and chooses of its options. */
export async function filterBy(page: Page, filter: string, ...options: (string | RegExp)[]) {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: filter, exact: true }).click()
  for (const name of options)
    await page
      .getByRole('menuitemcheckbox', { name, exact: true })
      .or(page.getByRole('menuitemradio', { name, exact: true }))
      .click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
}

/** Does to a row what its list offers: by a button of its own, or on a phone by one in its menu. */
export async function chooseRowAction(page: Page, action: string, name: string) {
  const menu = page.getByRole('button', { name: `Actions for ${name}`, exact: true })
  const own = page
    .getByRole('button', { name: `${action} ${name}` })
    .or(page.getByRole('link', { name: `${action} ${name}` }))
  await expect(menu.or(own)).toBeVisible()
  if (!(await menu.isVisible())) return own.click()
  await menu.click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** The open dialog or drawer of this title. */
export const dialog = (page: Page, title: string | RegExp): Locator => page.getByRole('dialog', { name: title })

/** Uses what was chosen for a picture field as the crop is proposed. */
export const usePicture = (page: Page): Promise<void> =>
  dialog(page, 'Crop picture').getByRole('button', { name: 'Use picture' }).click()

/** Opens the navigation where it is behind a button, as on a small screen, and follows one of its links. */
export async function goTo(page: Page, name: string) {
  // Who has just signed in looks at no screen yet.
  if (page.url().endsWith(THRESHOLD)) await page.goto('/')
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
  const menu = page.getByRole('button', { name: /navigation|menu/i }).first()
  // Which of the two is there is known when the shell is.
  await link.or(menu).filter({ visible: true }).first().waitFor()
  if (!(await link.isVisible())) await menu.click()
  await link.click()
}

/** A costly step that is ready to be sent: the dialog of a new role, with a name. Whether it asks: `confirmedLongAgo`. */
export async function costlyStep(page: Page): Promise<Locator> {
  await openScreen(page, '/dashboard/admin-roles')
  await page.getByRole('button', { name: 'New role' }).click()
  const making = dialog(page, 'New role')
  await making.getByLabel('Name', { exact: true }).fill('Night shift')
  return making
}
