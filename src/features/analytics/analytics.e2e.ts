import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { addDays, dayOf, showDay } from '#contract/time.ts'
import { acceptedSender, asSignedIn } from '../../../e2e/api.ts'
import { expect, settled, signIn, test } from '../../../e2e/fixtures.ts'
import { goTo, openRow } from '../../../e2e/helpers.ts'

const ANALYTICS = '/dashboard/analytics'
const HISTORY = `${ANALYTICS}/purchase-history-analytics`

/** How a program of the chain sends, with a key of whoever is signed in. */
const sending = async (page: Page) =>
  acceptedSender(await asSignedIn(page), { streams: ['purchases', 'customers', 'visits'] })

const purchase = (day: string, channel: string, tickets: number, at = `${day}T12:00:00+01:00`) => ({
  at,
  channel,
  name: 'Ngozi Tour',
  email: 'ngozi@tour.example',
  payment_reference: 'TOUR-1',
  // More in one line would be unusual, and held.
  lines: Array.from({ length: Math.ceil(tickets / 500) }, (_, n) => {
    const quantity = Math.min(500, tickets - n * 500)
    return { kind: 'ticket', quantity, amount: quantity * 2500.5 }
  }),
})

const figure = (page: Page, label: string) => page.getByRole('group', { name: label, exact: true })
const chart = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
/** What a table says, as soon as it has rows. */
const cellsOf = async (table: Locator) => {
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  return table
    .getByRole('row')
    .evaluateAll((rows) => rows.slice(1).map((row) => [...row.children].map((cell) => cell.textContent)))
}
/** The lines of the file that a button of a part leads to, and its name. */
async function fileOf(page: Page, button: Locator) {
  const downloading = page.waitForEvent('download')
  await button.click()
  const file = await downloading
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  return { name: file.suggestedFilename(), lines }
}
const count = (value: number) => value.toLocaleString('en-NG')

const REVENUES = ['Subscription revenue', 'Online revenue', 'Concession revenue', 'Ticket revenue']
const USERS = ['Total online customers', 'Active users', 'Unsubscribed users', 'Repeat users']

// Clauses: core 44, 46-50, 52, 54, 56, 194, 204
test('Analytics comes first; every part has its figures, and every chart its file', async ({ page }) => {
  await signIn(page)
  // As soon as the day begins there is something to compare it with.
  const lastWeek = addDays(dayOf(Date.now(), 'Africa/Lagos'), -7)
  const send = await sending(page)
  await send('purchases', { ...purchase(lastWeek, 'web', 1, `${lastWeek}T00:00:00+01:00`), cinema_id: '0004' })
  await page.goto('/')
  await expect(page).toHaveURL(/\/dashboard\/analytics$/)
  await expect(page.getByRole('heading', { name: 'Analytics', exact: true })).toBeVisible()
  await expect(page.getByText(/^As of \d\d\/\d\d\/\d{4} \d\d:\d\d/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Today')
  for (const label of ['Revenue today', 'Tickets today', 'Revenue this cinema week', 'Tickets this cinema week']) {
    await expect(figure(page, label)).toContainText(/\d/)
    await expect(figure(page, label)).toContainText(/vs .* to \d\d:\d\d/)
  }
  for (const label of ['Tickets sold', 'Total revenue', 'Total users', 'Total transactions'])
    await expect(figure(page, label)).toContainText(/\d/)
  await figure(page, 'Tickets sold').getByRole('button', { name: 'What Tickets sold means' }).click()
  await expect(page.getByText('Tickets of all paid purchases')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Tickets of all paid purchases')).toBeHidden()
  const week = (await figure(page, 'Revenue this cinema week').textContent())!
  const behind = page.getByRole('region', { name: 'Furthest behind this cinema week' })
  await expect(behind.getByRole('listitem').first()).toContainText(/₦[\d,]+−[\d.]+%/)
  await expect(page.getByRole('region', { name: 'Opening soon' })).toBeVisible()
  await behind.getByRole('link', { name: 'All cinemas' }).click()
  await expect(page).toHaveURL(/tab=cinemas/)
  await expect(figure(page, 'Revenue')).toContainText(/₦[\d,]+/.exec(week)![0])

  /** Each chart, and what its file says that it is. */
  for (const [part, figures, charts, ranged] of [
    [
      'sales',
      REVENUES,
      {
        'Sales breakdown': 'Tickets by day',
        'Sales revenue breakdown': 'Ticket revenue by day',
        'Cube revenue': 'Cube revenue',
      },
      undefined,
    ],
    [
      'subscriptions',
      [],
      {
        'Monthly recurring revenue': 'Monthly recurring revenue',
        'Churn MRR': 'Cancelled recurring revenue by month',
        'Churn rate by month': 'Churn rate by month',
      },
      'Churn rate',
    ],
    [
      'users',
      USERS,
      {
        Subscribers: 'Subscribers',
        'Total users breakdown': 'Sign-ups by month',
        'Usage by web and mobile app': 'Visits by day',
      },
      'Active users',
    ],
    ['redemption', [], { 'Redemption rate by month': 'Redemption rate of plans by month' }, 'Redemption rate'],
  ] as const)
    await test.step(part, async () => {
      await page.goto(`${ANALYTICS}?tab=${part}&trend_start=2026-03-01&trend_end=2026-03-10`)
      for (const label of figures) await expect(figure(page, label)).toContainText(/\d/)
      // Charts below the window are there when one comes near them.
      await page.getByRole('heading', { level: 2 }).last().scrollIntoViewIfNeeded()
      if (part === 'users') await expect(chart(page, 'Inactive users')).toBeVisible()
      for (const [title, about] of Object.entries(charts)) {
        await expect(chart(page, title)).toBeVisible()
        const { lines } = await fileOf(page, page.getByRole('button', { name: `Download ${title} as CSV` }))
        expect(lines[0]).toContain(`${about}; all cinemas; `)
      }
      if (!ranged) return
      const shown = chart(page, ranged)
      await expect(shown.getByRole('button', { name: 'Start date: 01/03/2026' })).toBeVisible()
      expect((await fileOf(page, shown.getByRole('button', { name: 'Download CSV' }))).lines).toHaveLength(12)
    })

  const away = (url: URL) => url.pathname === '/api/analytics/dashboard'
  await page.route(away, (route) =>
    route.fulfill({ status: 503, json: { status: 503, message: 'The database is away for a moment' } }),
  )
  await page.goto(`${ANALYTICS}?tab=users`)
  const subscribers = chart(page, 'Subscribers')
  await expect(subscribers.getByText('The database is away for a moment')).toBeVisible()
  await page.unroute(away)
  await subscribers.getByRole('button', { name: 'Retry' }).click()
  const ring = page.getByRole('slider', { name: 'Subscribers' })
  await expect(ring).toHaveAttribute('aria-valuetext', /^Active[^:]*: [\d,]+, [\d.]+%$/)
  await ring.focus()
  await page.keyboard.press('ArrowRight')
  await expect(ring).toHaveAttribute('aria-valuetext', /^Inactive[^:]*: [\d,]+, [\d.]+%$/)
})

// Clauses: core 53, 55, 125
test('sales of chosen days appear by themselves, by channel, as a table and as a file; wrong days are not asked for', async ({
  page,
}) => {
  await signIn(page)
  const send = await sending(page)
  await page.goto(`${ANALYTICS}?start_date=2015-02-03&end_date=2015-02-05`)
  const sales = chart(page, 'Sales breakdown')
  await expect(sales.getByText('Nothing was sold in these days')).toBeVisible()
  await expect(page.getByText('live', { exact: true })).toBeVisible()

  await send('purchases', purchase('2015-02-03', 'web', 3))
  await send('purchases', purchase('2015-02-04', 'mobile', 4))
  await send('purchases', purchase('2015-02-04', 'not_specified', 1))
  await expect(figure(page, 'Tickets')).toContainText('8')
  await expect(figure(page, 'Revenue')).toContainText('₦20,004')
  await expect(figure(page, 'Revenue')).toContainText(/Not compared: sales begin on|vs .*: none/)

  const plot = sales.getByRole('slider', { name: 'Sales breakdown' })
  await plot.focus()
  await page.keyboard.press('Home')
  await expect(plot).toHaveAttribute(
    'aria-valuetext',
    /^03\/02\/2015: Tickets 3, Concessions 0, Subscriptions 0, Total 3$/,
  )
  await page.keyboard.press('ArrowRight')
  await expect(plot).toHaveAttribute('aria-valuetext', /^04\/02\/2015: Tickets 5,/)

  await page.getByRole('group', { name: 'Channel' }).getByRole('button', { name: 'Mobile' }).click()
  await expect(page).toHaveURL(/channel=mobile/)
  await expect(figure(page, 'Tickets')).toContainText('4')
  const revenue = chart(page, 'Revenue breakdown')
  await revenue.getByRole('button', { name: 'Table' }).click()
  expect(await cellsOf(revenue.getByRole('table'))).toEqual([
    ['03/02/2015', '₦0', '₦0', '₦0', '₦0'],
    ['04/02/2015', '₦10,002', '₦0', '₦0', '₦10,002'],
    ['05/02/2015', '₦0', '₦0', '₦0', '₦0'],
  ])

  const { lines } = await fileOf(page, page.getByRole('button', { name: 'Download CSV' }))
  expect(lines).toHaveLength(5)
  expect(lines[0]).toContain('Sales overview; all cinemas; 03/02/2015 to 05/02/2015')

  for (const quick of ['Last 7 days', 'Today', 'Yesterday']) {
    await page.getByRole('button', { name: quick, exact: true }).click()
    await expect(page.getByRole('button', { name: quick, exact: true })).toHaveAttribute('aria-pressed', 'true')
  }
  for (let back = 0; back < 3; back++) await page.goBack()
  await expect(page).toHaveURL(/start_date=2015-02-03/)

  // What is too long for a bar a day has one a month.
  await page.goto(`${ANALYTICS}?start_date=2015-02-04&end_date=2015-06-30&channel=mobile`)
  await revenue.getByRole('button', { name: 'Table' }).click()
  const months = ['February', 'March', 'April', 'May', 'June'].map((month, n) =>
    n ? [`${month} 2015`, '₦0', '₦0', '₦0', '₦0'] : [`${month} 2015`, '₦10,002', '₦0', '₦0', '₦10,002'],
  )
  await expect(revenue.getByRole('table')).toContainText('June 2015')
  expect(await cellsOf(revenue.getByRole('table'))).toEqual(months)
  await expect(figure(page, 'Tickets')).toContainText('4')

  // There were sales by then, but none in the week before.
  await page.goto(`${ANALYTICS}?start_date=2015-02-17&end_date=2015-02-19`)
  await expect(figure(page, 'Revenue')).toContainText('₦0vs 10/02/2015 – 12/02/2015: none')

  // A file of chosen cinemas says so in its name.
  const [state] = await (await asSignedIn(page)).get<{ cinemas: { id: string; cinema_name: string }[] }[]>('/cinema')
  const { id, cinema_name: name } = state!.cinemas[0]!
  await page.goto(`${ANALYTICS}?cinemas=${id}&start_date=2026-03-01&end_date=2026-03-10`)
  expect((await fileOf(page, page.getByRole('button', { name: 'Download CSV' }))).name).toBe(
    `sales-overview_${name.toLowerCase().replaceAll(' ', '-')}_2026-03-01_2026-03-10.csv`,
  )

  const asked: string[] = []
  page.on('request', (sent) => asked.push(sent.url()))
  await page.goto(`${ANALYTICS}?tab=subscriptions&conversion_start=2026-03-09&conversion_end=2026-03-08`)
  const field = page.getByRole('button', { name: 'End date: 08/03/2026' })
  await expect(field).toHaveAccessibleDescription('The end date is before the start date')
  await expect(chart(page, 'Churn MRR')).toBeVisible()
  expect(asked.filter((url) => url.includes('/conversion-rate'))).toEqual([])

  await field.click()
  await page.getByRole('dialog', { name: 'End date' }).getByRole('button', { name: '10 March 2026' }).click()
  await expect(page).toHaveURL(/conversion_end=2026-03-10/)
  await expect(figure(page, 'Conversion rate')).toContainText(/%|–/)

  // Of charts it is said once as well, beside the days.
  await page.goto(`${ANALYTICS}?start_date=2026-03-09&end_date=2026-03-08`)
  await expect(chart(page, 'Sales breakdown')).toContainText('Choose other days')
  await expect(page.getByText('The end date is before the start date')).toHaveCount(1)
})

// Clauses: core 30, 45, 51, 57-60, 203
test('a month, channels and cinemas are kept in the address; Purchase History Analytics and Churn have theirs, and their files', async ({
  page,
}) => {
  await signIn(page)
  const send = await sending(page)
  for (const [day, channel, tickets] of [
    ['2016-01-31', 'web', 1],
    ['2016-03-01', 'web', 1205],
    ['2016-03-31', 'mobile', 7],
    ['2016-02-29', 'web', 606],
  ] as const)
    await send('purchases', purchase(day, channel, tickets))
  await page.goto(`${ANALYTICS}?tab=sales`)
  await page.getByRole('combobox', { name: 'Year' }).selectOption('2016')
  await page.getByRole('combobox', { name: 'Month' }).selectOption('March')
  await expect(page).toHaveURL(/month=3/)
  const sales = chart(page, 'Sales breakdown')
  await expect(sales).toContainText('1,212')
  await expect(sales).toContainText('+100%')
  await expect(sales).toContainText('vs 01/02/2016 – 29/02/2016')
  await sales.getByRole('button', { name: 'Table' }).click()
  type Day = { date: string; web: number; mobile: number; not_specified: number; total: number }
  const days = await (await asSignedIn(page)).get<Day[]>('/analytics/ticket-count?year=2016&monthIndex=2')
  expect(days).toHaveLength(31)
  expect(await cellsOf(sales.getByRole('table'))).toEqual(
    days.map((day) => [showDay(day.date), ...[day.web, day.mobile, day.not_specified, day.total].map(count)]),
  )

  await page.getByRole('checkbox', { name: 'Web' }).uncheck()
  await expect(page).toHaveURL(/channel=mobile/)
  await expect(page.getByRole('checkbox', { name: 'All' })).not.toBeChecked()
  await expect(sales.getByRole('columnheader')).toHaveText(['Date', 'Mobile'])
  await page.getByRole('checkbox', { name: 'All' }).check()
  await expect(sales.getByRole('columnheader')).toHaveText(['Date', 'Web', 'Mobile', 'Not specified', 'Total'])
  // Without its last tick there would be nothing to see.
  await page.getByRole('checkbox', { name: 'Web' }).uncheck()
  await page.getByRole('checkbox', { name: 'Mobile' }).click()
  await expect(page).not.toHaveURL(/channel=/)
  await expect(page.getByRole('checkbox', { name: 'All' })).toBeChecked()

  await send('customers', { first_name: 'Ngozi', last_name: 'Tour', registered_at: '2016-05-06T10:00:00+01:00' })
  await page.goto(`${ANALYTICS}?tab=users&year=2016`)
  const signups = chart(page, 'Total users breakdown')
  await signups.getByRole('button', { name: 'Table' }).click()
  const months = await (
    await asSignedIn(page)
  ).get<{ month: number; count: number }[]>('/analytics/new-signups-analytics?year=2016')
  const cells = await cellsOf(signups.getByRole('table'))
  expect(cells.map(([, cell]) => cell)).toEqual(months.map((month) => count(month.count)))
  expect(cells[4]).toEqual(['May 2016', '1'])

  await page.goto(ANALYTICS)
  const picker = page.getByRole('combobox', { name: 'Cinemas' })
  await expect(picker).toHaveValue('All cinemas')
  const sold = figure(page, 'Tickets sold')
  await expect(sold).toContainText(/\d/)
  const ofChain = (await sold.textContent())!
  await picker.click()
  await page.getByRole('option', { name: 'All of Lagos' }).click()
  await expect(page).toHaveURL(/cinemas=/)
  await expect(sold).not.toHaveText(ofChain)
  const ofState = (await sold.textContent())!
  await expect(figure(page, 'Total users')).toContainText('For all cinemas')

  await picker.click()
  await picker.fill('lekki')
  await page.getByRole('option', { name: 'Marquee Lekki' }).click()
  await expect(sold).not.toHaveText(ofState)
  for (const part of ['Sales', 'Subscriptions', 'Users', 'Redemption']) {
    await page.getByRole('navigation', { name: 'Parts of Analytics' }).getByRole('link', { name: part }).click()
    await expect(picker).toHaveValue('Marquee Lekki')
  }
  await page.goto(`${ANALYTICS}?tab=subscriptions&${new URL(page.url()).searchParams}`)
  await expect(page.getByText('For all cinemas').first()).toBeVisible()
  await page.goto(`${HISTORY}?${new URL(page.url()).searchParams}`)
  await expect(picker).toHaveValue('Marquee Lekki')
  await expect(figure(page, 'Discount usage')).toContainText(/\d/)

  await page.goto(`${ANALYTICS}?cinemas=nowhere`)
  await expect(page.getByText('There is no such cinema').first()).toBeVisible()

  for (let n = 0; n < 16; n++) await send('purchases', purchase('2015-01-02', 'web', 1))
  await goTo(page, 'Purchase History Analytics')
  await expect(page).toHaveURL(new RegExp(`${HISTORY}$`))
  await expect(page.getByRole('heading', { name: 'Purchase History Analytics' })).toBeVisible()
  const table = page.getByRole('table', { name: 'One time Purchase' })
  await expect(table.getByRole('row')).toHaveCount(16)
  await expect(page.getByText(/^1–15 of [\d,]+$/)).toBeVisible()
  await page.getByRole('button', { name: 'Last page' }).click()
  await expect(page).toHaveURL(/page=\d+/)
  // Newest first: the oldest are those reported above.
  const last = table.getByRole('row').filter({ hasText: 'ngozi@tour.example' }).last()
  await expect(last).toContainText('TOUR-1')
  await expect(last).toContainText('02/01/2015 12:00')
  await expect(last.getByRole('img', { name: 'With tickets' })).toBeVisible()
  await expect(last.getByRole('img', { name: 'No concessions' })).toBeVisible()

  for (const title of ['Discounts by month', 'One time Purchase']) {
    const { lines } = await fileOf(page, page.getByRole('button', { name: `Download ${title} as CSV` }))
    expect(lines[0]).toContain('; all cinemas; ')
  }

  await page.getByRole('button', { name: 'Yearly' }).click()
  await expect(page).toHaveURL(/duration=YEARLY/)
  await expect(figure(page, 'Redeemed tickets a year')).toContainText(/\d|–/)
  await page.getByRole('combobox', { name: 'Year' }).selectOption('2015')
  await expect(page).toHaveURL(/year=2015/)
  await expect(figure(page, 'Discount usage')).toContainText('0')
  await expect(chart(page, 'Discounts by month').getByText('No discount in this year')).toBeVisible()
  await expect(page).toHaveURL(/page=\d+/)

  await page.route('**/api/analytics/one-time-purchase?*', (route) =>
    route.fulfill({ json: { data: { purchases: [], totalCount: 0 } } }),
  )
  await page.goto(HISTORY)
  await expect(page.getByText('No purchases made yet')).toBeVisible()

  await goTo(page, 'Churn')
  const list = page.getByRole('table', { name: 'Churn' })
  await expect(list.getByRole('row').nth(1)).toContainText(/\d\d\/\d\d\/\d{4}/)
  await expect(list.getByRole('row').nth(1)).toContainText('₦')
  for (const label of ['Churn rate', 'Lost recurring revenue', 'Subscriptions lost'])
    await expect(figure(page, label)).toContainText(/\d/)

  await page.getByRole('button', { name: /^Start and end date/ }).click()
  await page.getByRole('button', { name: 'Last 3 months' }).click()
  await expect(page).toHaveURL(/start_date=/)
  expect((await fileOf(page, page.getByRole('button', { name: 'Download CSV' }))).name).toBe('churn.csv')

  const name = await list.getByRole('row').nth(1).getByRole('link').innerText()
  await list.getByRole('row').nth(1).getByRole('link').click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await page.goto('/dashboard/churn?start_date=2015-01-01&end_date=2015-01-02')
  await expect(page.getByText('Nobody left in these days')).toBeVisible()
})

test(
  'By cinema: which sells worst, against before, by weekday, as a file; on a phone the parts scroll',
  { tag: '@phone' },
  async ({ page }) => {
    await signIn(page)
    // As soon as the week begins one cinema has sold more than another.
    const today = dayOf(Date.now(), 'Africa/Lagos')
    const send = await sending(page)
    await send('purchases', { ...purchase(today, 'web', 1, `${today}T00:00:00+01:00`), cinema_id: '0004' })
    const parts = page.getByRole('navigation', { name: 'Parts of Analytics' })
    // The chosen one is in view, and an end with more fades.
    await page.goto(`${ANALYTICS}?tab=redemption`)
    await expect(parts.getByRole('link', { name: 'Redemption' })).toBeInViewport({ ratio: 1 })
    await expect(parts).toHaveAttribute('data-before')
    await expect(parts).not.toHaveAttribute('data-after')
    await page.goto(ANALYTICS)
    await expect(parts).toHaveAttribute('data-after')
    await expect(parts).not.toHaveAttribute('data-before')
    await parts.getByRole('link', { name: 'By cinema' }).click()
    const table = page.getByRole('table', { name: 'Cinemas' })
    await expect(table.getByRole('row').nth(1)).toContainText('1. ')
    const ranks = async () =>
      (await table.getByRole('row').allTextContents())
        .flatMap((text) => /^(\d+)\. /.exec(text.trim())?.[1] ?? [])
        .map(Number)
    const best = await ranks()
    expect(best).toEqual(best.toSorted((a, b) => a - b))
    expect(best.length).toBeGreaterThan(3)

    // On a phone, where rows are cards, there are no headings to press.
    await page.getByRole('button', { name: 'Sort', exact: true }).filter({ visible: true }).click()
    await page.getByRole('menuitemradio', { name: 'Revenue, ascending', exact: true }).click()
    await expect(page).toHaveURL(/sort=revenue/)
    // Several that sold nothing yet share a rank; the last one is not the first.
    await expect(table.getByRole('row').nth(1)).toContainText(/^(?!1\. )\d+\. /)
    // Two that sold as much are in the order of their ranks either way.
    const revenues = (
      await table
        .locator('tbody tr', { hasText: /^\d+\. / })
        .locator('td:nth-child(2)')
        .allTextContents()
    ).map((text) => Number(text.replace('−', '-').replace(/[^\d-]/g, '')))
    expect(revenues).toHaveLength(best.length)
    expect(revenues).toEqual(revenues.toSorted((a, b) => a - b))

    await page.getByRole('group', { name: 'Period' }).getByRole('button', { name: 'Month' }).click()
    await expect(page).toHaveURL(/period=month/)
    await expect(figure(page, 'Spend per head')).toContainText('₦')
    await page.getByRole('button', { name: 'Earlier' }).click()
    await expect(page).toHaveURL(/day=\d{4}-\d\d-\d\d/)
    await page.getByRole('combobox', { name: 'Compare to' }).selectOption('vs year before')
    await expect(page).toHaveURL(/compare=year/)
    await expect(figure(page, 'Tickets')).toContainText(/vs \d\d\/\d\d\/\d{4} – /)
    await settled(page)
    const heights = await table.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.clientHeight))
    // A card of three lines is 93 px high.
    expect(Math.max(...heights)).toBeLessThan(100)
    await expect(table.getByText('₦0', { exact: true }).filter({ visible: true })).toHaveCount(0)

    await page.getByRole('heading', { level: 2 }).last().scrollIntoViewIfNeeded()
    const weekdays = chart(page, 'Revenue by weekday')
    await weekdays.getByRole('button', { name: 'Table' }).click()
    await expect(weekdays.getByRole('table')).toContainText('Thu')
    const cells = await cellsOf(weekdays.getByRole('table'))
    expect(cells.map(([day]) => day)).toEqual(['Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed', 'Thu'])
    await page.evaluate(() => scrollTo(0, 0))

    const { name, lines } = await fileOf(page, page.getByRole('button', { name: 'Download CSV' }))
    expect(name).toMatch(/^by-cinema_\d{4}-\d\d-01_\d{4}-\d\d-\d\d\.csv$/)
    expect(lines[0]).toMatch(/Cinemas; all cinemas; .* compared with /)

    await openRow(table.getByRole('row').nth(1))
    await expect(page).toHaveURL(/cinemas=\d+/)
    await expect(page.getByRole('heading', { name: 'Sales overview' })).toBeVisible()
  },
)
