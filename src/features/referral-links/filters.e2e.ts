import { readFile } from 'node:fs/promises'
import { expect, settled, signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import { dialog, row } from '../../../e2e/helpers.ts'

test(
  'three filters at once, one of them taken away again, kept as a view and as a file',
  { tag: '@both' },
  async ({ page }) => {
    await signIn(page)
    await page.goto('/dashboard/referral-links')
    const add = page.getByRole('button', { name: 'Filter', exact: true })
    const askFor = async (filter: string, from: string, to: string) => {
      await add.click()
      await page.getByRole('menuitem', { name: filter, exact: true }).click()
      const asking = dialog(page, filter)
      await asking.getByLabel('From', { exact: true }).fill(from)
      await asking.getByLabel('To', { exact: true }).fill(to)
      await asking.getByLabel('To', { exact: true }).press('Enter')
      await expect(asking).toHaveCount(0)
    }
    await askFor('Clicks', '1,000', '4000')
    await expect(page.getByRole('button', { name: 'Clicks 1,000 – 4,000' })).toBeVisible()
    await askFor('Revenue generated', '₦1', '')
    await expect(page.getByRole('button', { name: 'Revenue generated ₦1 or more' })).toBeVisible()
    await askFor('Date created', '01/01/2020', '02/01/2020')
    await expect(page).toHaveURL(/clicks=1000..4000&revenue=1..&created=2020-01-01..2020-01-02/)
    await expect(page.getByText('No results')).toBeVisible()
    await settled(page)

    await page.getByRole('button', { name: 'Remove the filter Date created' }).click()
    await expect(add).toBeFocused()
    await expect(page).toHaveURL(/clicks=1000..4000&revenue=1..$/)
    await expect(row(page, 'Kehinde Kamson')).toBeVisible()
    // More clicks than that.
    await expect(row(page, 'Grace Edozie')).toHaveCount(0)

    await page.getByRole('button', { name: 'Save view' }).click()
    const saving = dialog(page, 'Save a view of Referral links')
    await saving.getByLabel('Name').fill('They sell')
    await saving.getByLabel('Name').press('Enter')
    await expectMessage(page, 'View saved')
    const views = page.getByRole('navigation', { name: 'Views of Referral links' })
    await views.getByRole('link', { name: 'All' }).click()
    await expect(row(page, 'Grace Edozie')).toBeVisible()
    await views.getByRole('link', { name: 'They sell' }).click()
    await expect(row(page, 'Grace Edozie')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Clicks 1,000 – 4,000' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Revenue generated ₦1 or more' })).toBeVisible()

    const footer = page.getByRole('navigation', { name: 'Pages of Referral links' })
    const total = Number(/of (\d+)$/.exec((await footer.getByText(/of \d+$/).textContent())!)![1])
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const lines = (await readFile(await (await downloading).path(), 'utf8')).trimEnd().split('\r\n').slice(1)
    expect(lines).toHaveLength(total)
    expect(lines.some((line) => line.startsWith('Kehinde Kamson,'))).toBe(true)
  },
)
