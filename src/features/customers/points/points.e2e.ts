import { asSignedIn } from '../../../../e2e/api.ts'
import { expect, openScreen, signIn, test } from '../../../../e2e/fixtures.ts'
import { chooseAction, choose, dialog, row } from '../../../../e2e/helpers.ts'

type Member = { id: number; full_name: string; lifetime_points: number; available_points: number }

const text = (points: number) => points.toLocaleString('en-NG')

// Clauses: operations 34, 145-150, 223, 314, 526
test('Points are awarded and redeemed, a tier is changed, a line of the history is taken back, and a loyalty user has it all on a page', async ({
  page,
}) => {
  await signIn(page)
  const api = await asSignedIn(page)
  const { members } = await api.get<{ members: Member[] }>('/points?tier=0&sort=-available&perPage=2')
  const { full_name: name, lifetime_points: lifetime, available_points: available } = members[1]!
  await openScreen(page, '/dashboard/points?sort=-available')
  const tabs = page.getByRole('navigation', { name: 'Tiers' }).getByRole('link')
  await expect(tabs).toHaveText(['Fan', 'Buff', 'Fanatic'])
  const member = row(page, name).first()
  const points = member.locator('[data-label$=" points"]')

  await member.getByRole('button', { name: `Actions for ${name}` }).click()
  await expect(page.getByRole('menuitem')).toContainText(['Add point', 'Change Tier', 'View History', 'Redeem'])
  await page.getByRole('menuitem', { name: 'Redeem' }).click()
  const redeeming = dialog(page, 'Redeem Points')
  await redeeming.getByLabel('Reason').fill('A private showing')
  await redeeming.getByLabel('Points amount').fill('41')
  await redeeming.getByRole('button', { name: 'Redeem points' }).click()
  await expect(points).toHaveText([text(lifetime), text(available - 41)])

  await chooseAction(member, name, 'Change Tier')
  const placing = dialog(page, 'Add User to Tier')
  await choose(placing, 'Target tier', 'Fanatic')
  await placing.getByLabel('Reason').fill('Always in the first row')
  await placing.getByRole('button', { name: 'Change tier' }).click()
  await expect(placing).toBeHidden()

  await tabs.last().click()
  const search = page.getByRole('searchbox', { name: 'Search for User' })
  await search.fill(name)
  await search.press('Enter')
  await chooseAction(member, name, 'View History')
  const history = dialog(page, 'Transaction History')
  await expect(row(history, 'Always in the first row').getByText('Tier: Fan to Fanatic')).toBeVisible()
  await expect(row(history, 'A private showing').getByText(/^[-−]41$/)).toBeVisible()
  await row(history, 'A private showing')
    .getByRole('button', { name: /^Reverse/ })
    .click()
  const reversing = dialog(page, 'Reverse this transaction?')
  await reversing.getByLabel('Reason').fill('Entered for the wrong one')
  await reversing.getByRole('button', { name: 'Reverse', exact: true }).click()
  await expect(history.getByText('Reversed later')).toBeVisible()
  await expect(row(history, 'Entered for the wrong one').getByText('Redemption reversed')).toBeVisible()

  // A loyalty user has all of it on a page.
  await openScreen(page, '/dashboard/users/loyalty?tier=1')
  await page.getByRole('row').nth(1).getByRole('link').click()
  await expect(page.getByRole('group', { name: 'Tier', exact: true }).getByText('Buff', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Award points' }).click()
  const awarding = dialog(page, 'Award Points')
  await awarding.getByLabel('Points amount').fill('77')
  await awarding.getByLabel('Reason').fill('A birthday')
  await awarding.getByRole('button', { name: 'Award points' }).click()
  await expect(row(page, 'A birthday').getByText('+77')).toBeVisible()
})
