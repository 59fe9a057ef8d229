import { expect, settled, signIn, test } from './fixtures.ts'
import { filterBy } from './helpers.ts'

type List = {
  path: string
  /** What it can be filtered by, in order. */
  filters: string[]
  /** Values of one of them, and what the address says of these. */
  chosen?: [filter: string, values: string[], address: RegExp]
}
const LISTS: List[] = [
  {
    path: 'purchased-tickets',
    filters: ['Cinema', 'Channel', 'Amount', 'Refund', 'Movie'],
    chosen: ['Channel', ['Web', 'Mobile'], /channel=web%2Cmobile/],
  },
  {
    path: 'movies',
    filters: ['Status', 'Database', 'Likes', 'Dislikes'],
    chosen: ['Status', ['Approved', 'Not approved'], /status=approved%2Cnot-approved/],
  },
  {
    path: 'movies/coming-soon',
    filters: ['Status', 'Database', 'Release date'],
    chosen: ['Database', ['Linked', 'Missing'], /database=linked%2Cmissing/],
  },
  {
    path: 'movies/stats',
    filters: ['Tickets sold', 'Revenue', 'Showings', 'Occupancy (%)', 'Likes', 'Dislikes'],
  },
  {
    path: 'event-cinema',
    filters: ['When', 'Location', 'Date', 'Concession'],
    chosen: ['Concession', ['Not available'], /concession=no/],
  },
  {
    path: 'promotions',
    filters: ['State', 'Start', 'End', 'On the landing page'],
    chosen: ['State', ['Live', 'Scheduled'], /state=live%2Cscheduled/],
  },
  {
    path: 'hero-banners',
    filters: ['State', 'Start', 'End', 'Type'],
    chosen: ['Type', ['Movie', 'Promotion'], /type=movie%2Cpromotion/],
  },
  {
    path: 'notifications',
    filters: ['Status', 'Audience', 'Schedule date', 'Clicks', 'Purchases'],
    chosen: ['Status', ['Scheduled', 'Sent'], /state=scheduled%2Csent/],
  },
  { path: 'bulk-vouchers', filters: ['Subscription', 'Quantity', 'Date created', 'Expiry date'] },
  { path: 'cube-booking-logs', filters: ['Date and time', 'Amount', 'Guests', 'Corkage', 'Booked on'] },
  {
    path: 'admin',
    filters: ['Role', 'Date added', 'Last sign-in', 'Second factor', 'Invitation', 'Admin role'],
    chosen: ['Role', ['Admin', 'Super Admin'], /userType=ADMIN%2CSUPERADMIN/],
  },
  {
    path: 'users/loyalty',
    filters: ['Tier', 'Lifetime points', 'Available points'],
    chosen: ['Tier', ['Fan', 'Fanatic'], /tier=0%2C2/],
  },
  { path: 'points', filters: ['Lifetime points', 'Available points'] },
]

for (const { path, filters, chosen } of LISTS)
  test(`${path}: what it can be filtered by, and several values of one`, async ({ page }) => {
    await signIn(page)
    await page.goto(`/dashboard/${path}`)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await expect(page.getByRole('menuitem')).toHaveText(filters)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    if (!chosen) return
    const [name, values, address] = chosen
    await filterBy(page, name, ...values)
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('button', { name: `${name} ${values.join(', ')}` })).toBeVisible()
    await settled(page)
    await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  })

test('a heading that is pressed twice at once turns the order around', async ({ page }) => {
  await signIn(page)
  await page.goto('/dashboard/movies/stats')
  const heading = page.getByRole('columnheader', { name: /^Revenue/ })
  await heading.getByRole('button').first().dblclick()
  await expect(heading).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(/sort=revenue/)
})
