/** The acts of each list, by the keyboard alone: rows are selected, an act is chosen, and it says what it would do. */
import { expect, openScreen, signIn, test } from '../../../e2e/fixtures.ts'
import type { Page } from '@playwright/test'

const LISTS: {
  of: string
  at: string
  act: string
  asks: RegExp
  within?: (page: Page) => Promise<void>
  prints?: RegExp
}[] = [
  { of: 'coming soon', at: 'movies/coming-soon', act: 'Withdraw approval', asks: /^Withdraw the approval of/ },
  { of: 'events', at: 'event-cinema', act: 'Delete', asks: /^Delete \d events?$/ },
  { of: 'categories', at: 'categories', act: 'Delete', asks: /^Delete \d categor/ },
  { of: 'promotions', at: 'promotions', act: 'Deactivate', asks: /^Deactivate \d promotion/ },
  { of: 'hero banners', at: 'hero-banners', act: 'Deactivate', asks: /^Deactivate \d hero banner/ },
  { of: 'loyalty users', at: 'users/loyalty', act: 'Award points', asks: /^Award points to/ },
  { of: 'the kids club', at: 'kids-klub', act: 'Remove', asks: /^Remove from the kids club/ },
  { of: 'admins', at: 'admin', act: 'Send invitation again', asks: /^Send the invitation again to/ },
  { of: 'concessions', at: 'concessions', act: 'Set price', asks: /^Set the price of/ },
  { of: 'combo deals', at: 'concessions/combo-deals', act: 'Delete', asks: /^Delete \d combo deal/ },
  { of: 'cube bookings', at: 'cube-booking-logs', act: 'Cancel', asks: /^Ask for the cancellation of/ },
  {
    of: 'vouchers',
    at: 'bulk-vouchers',
    act: 'Withdraw',
    asks: /^Withdraw \d voucher/,
    within: (page) => page.getByRole('link', { name: 'Zenith Harbour Bank' }).press('Enter'),
  },
  {
    of: 'mismatches of a day',
    at: 'payment-logs/reconciliation',
    act: 'Resolve',
    asks: /^Resolve \d mismatch/,
    prints: /demo chain's payments are charged/,
    // A day whose payments all match has nothing to select.
    within: (page) =>
      page.getByRole('table').getByRole('row').filter({ hasText: ' open' }).first().getByRole('link').press('Enter'),
  },
  { of: 'error log', at: 'error-logs', act: 'Ignore', asks: /^Ignore \d error/ },
]

const half = LISTS.length / 2
for (const lists of [LISTS.slice(0, half), LISTS.slice(half)])
  test(`Bulk Actions ask by the keyboard alone: ${lists.map(({ of }) => of).join(', ')}`, async ({ page, server }) => {
    await signIn(page)
    for (const { of, at, act, asks, within, prints } of lists)
      await test.step(of, async () => {
        if (prints) await server.prints(prints)
        await openScreen(page, `/dashboard/${at}`)
        await within?.(page)
        const box = page.getByRole('checkbox', { name: 'Select row 1', exact: true })
        await box.press('Space')
        await page.getByRole('button', { name: act, exact: true }).first().press('Enter')
        const asked = page.getByRole('dialog', { name: asks })
        // What is filled in for all, or what would become of each.
        await expect(
          asked
            .getByRole('button', { name: 'Check' })
            .or(asked.getByText(/^(Will change|Refused|Already so)$/).first()),
        ).toBeVisible()
        if (of !== lists[0]!.of) return
        await page.keyboard.press('Escape')
        await expect(asked).toHaveCount(0)
        await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter')
        await expect(box).not.toBeChecked()
      })
  })
