import { asSignedIn } from '../../../../e2e/api.ts'
import { expect, openScreen, settled, signIn, test } from '../../../../e2e/fixtures.ts'
import { choose, dialog, filterBy } from '../../../../e2e/helpers.ts'
import { expectMessage } from '../../../../e2e/messages.ts'
import type { Page } from '@playwright/test'

const COMING_SOON = '/dashboard/movies/coming-soon'
const tabsOf = (page: Page, list: string) => page.getByRole('navigation', { name: `Views of ${list}` })
const menuOf = (page: Page, view: string) => page.getByRole('button', { name: `Actions for the view ${view}` })

async function saveView(page: Page, list: string, name: string) {
  await page.getByRole('button', { name: 'Save view' }).click()
  const saving = dialog(page, `Save a view of ${list}`)
  await saving.getByLabel('Name').fill(name)
  await saving.getByRole('button', { name: 'Save', exact: true }).click()
  await expectMessage(page, 'View saved')
}

test('Views: a list as one wants it each morning, under a name; that views could not be loaded is said', async ({
  page,
}) => {
  await signIn(page)
  await page.route(/\/api\/views$/, (route) => route.fulfill({ status: 500, json: { success: false } }))
  await openScreen(page, COMING_SOON)
  const again = page.getByRole('button', { name: 'Views could not be loaded: try again' })
  await again.waitFor()
  await page.unroute(/\/api\/views$/)
  await again.click()
  const tabs = tabsOf(page, 'Coming Soon')
  await expect(tabs.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'page')
  await settled(page)
  await expect(page.getByRole('button', { name: 'Save view' })).toHaveCount(0)

  await filterBy(page, 'Status', 'Approved')
  await page.getByRole('button', { name: 'Choose columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Genre' }).click()
  await page.keyboard.press('Escape')
  await saveView(page, 'Coming Soon', 'To announce')
  const tab = tabs.getByRole('link', { name: 'To announce' })
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await expect(page).toHaveURL(/status=approved&columns=movie_title%2Cis_coming_soon_date.*&view=\d+/)

  // What is changed says so, and is taken back or saved.
  await page.getByRole('button', { name: 'Remove the filter Status' }).click()
  await expect(tab).toContainText('Changed')
  await menuOf(page, 'To announce').click()
  await page.getByRole('menuitem', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL(/status=approved/)
  await page.getByRole('searchbox').fill('a')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(tab).not.toContainText('Changed')

  // The columns are the view's: everything has its own.
  await tabs.getByRole('link', { name: 'All' }).click()
  await expect(page).toHaveURL(new RegExp(`${COMING_SOON}$`))
  await tab.click()
  await expect(page.getByRole('searchbox')).toHaveValue('a')
  await expect(page.getByRole('columnheader', { name: 'Genre' })).toHaveCount(0)

  // The list starts with it, wherever one comes from, also on another device.
  await menuOf(page, 'To announce').click()
  await page.getByRole('menuitem', { name: 'Set as my default view' }).click()
  await expectMessage(page, 'Default view set')
  await tabs.getByRole('link', { name: 'All' }).click()
  await expect(page).toHaveURL(/view=all$/)
  await page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('marquee:starts'))
      .forEach((key) => localStorage.removeItem(key)),
  )
  await openScreen(page, COMING_SOON)
  await expect(tab).toHaveAttribute('aria-current', 'page')

  await menuOf(page, 'To announce').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog(page, 'Delete the view To announce?').getByRole('button', { name: 'Delete' }).click()
  await expectMessage(page, 'View deleted')
  await expect(tab).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await tab.click()
  await menuOf(page, 'To announce').click()
  await page.getByRole('menuitem', { name: 'Remove my default view' }).click()
  await expectMessage(page, 'Default view removed')
  await openScreen(page, '/dashboard/categories')
  await openScreen(page, COMING_SOON)
  await expect(tabs.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'page')
})

test('Views: one is shared, found in the palette and opened by a colleague; days move with the calendar, and what a list has no more is said', async ({
  page,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/movies?status=not-approved')
  await saveView(page, 'All Movies', 'To approve')
  await menuOf(page, 'To approve').click()
  await page.getByRole('menuitem', { name: 'Rename or share' }).click()
  const editing = dialog(page, 'Edit the view To approve')
  await choose(editing, 'Visible to', 'Everyone who can see this list')
  await editing.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(tabsOf(page, 'All Movies').getByRole('img', { name: 'Shared' })).toBeVisible()

  await signIn(page, 'admin')
  // As an older product kept it.
  const { post } = await asSignedIn(page)
  await post('/views', {
    list: 'fandb',
    permission: ['edible:read'],
    name: 'Old',
    audience: 'own',
    query: { type: 'Snuff', shelf: '3' },
  })
  await openScreen(page, '/dashboard/categories')
  await page.getByRole('heading', { name: 'Categories' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('to approve')
  await page.getByRole('option', { name: /^To approve/ }).click()
  await expect(page.getByRole('button', { name: 'Status Not approved' })).toBeVisible()
  const tab = tabsOf(page, 'All Movies').getByRole('link', { name: 'To approve' })
  await expect(tab).toHaveAttribute('aria-current', 'page')
  // By the keyboard alone; what may not be changed says why.
  await tab.focus()
  await page.keyboard.press('Tab')
  await expect(menuOf(page, 'To approve')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toContainText('people who manage staff of all cinemas')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Duplicate' }).press('Enter')
  const saving = dialog(page, 'Save a view of All Movies')
  await expect(saving.getByLabel('Name')).toHaveValue('To approve (copy)')
  await saving.getByLabel('Name').press('Enter')
  await expectMessage(page, 'View saved')

  await openScreen(page, '/dashboard/fandb')
  await page.getByRole('button', { name: /^Date added: / }).click()
  await page.getByRole('button', { name: 'Last 30 days' }).click()
  await expect(page.getByRole('button', { name: 'Date added: Last 30 days' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Rows per page of Food and beverages' }).selectOption({ index: 1 })
  await saveView(page, 'Food & beverages', 'New')
  await expect(page).toHaveURL(/dense=no/)
  await page.getByRole('switch', { name: 'Dense rows of Food and beverages' }).click()
  const recent = tabsOf(page, 'Food & beverages').getByRole('link', { name: 'New' })
  await expect(recent).toContainText('Changed')

  await tabsOf(page, 'Food & beverages').getByRole('link', { name: 'Old' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'no longer exist' })).toContainText('shelf: 3')
})
