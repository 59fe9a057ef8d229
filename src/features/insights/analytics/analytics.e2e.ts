import type { Locator, Page } from '@playwright/test'
import { addDays, dayOf, showDay } from '#contract/time.ts'
import { asSignedIn } from '../../../../e2e/api.ts'
import { expect, openScreen, settled, signIn, test } from '../../../../e2e/fixtures.ts'
import { openRow } from '../../../../e2e/helpers.ts'
import { ON_PHONE } from '../../../../e2e/sizes.ts'

const ANALYTICS = '/dashboard/analytics'
const HISTORY = `${ANALYTICS}/purchase-history-analytics`

/** How a program of the chain sends, with a key of whoever is signed in; each line must be accepted. */
async function sending(page: Page) {
  const api = await asSignedIn(page)
  const key = { name: `tour ${crypto.randomUUID()}`, source: 'tour', record_types: ['purchases'] }
  const { secret } = await api.post<{ secret: string }>('/feed-keys', key)
  return async (stream: string, ...lines: object[]) => {
    const records = lines.map((line) => ({ id: crypto.randomUUID(), ...line }))
    expect(await api.as(secret).post(`/feed/${stream}`, records)).toMatchObject({ accepted: lines.length })
  }
}

let paid = 0
const purchase = (day: string, channel: string, tickets: number, at = `${day}T12:00:00+01:00`) => ({
  at,
  channel,
  cinema_id: '0004',
  name: 'Ngozi Tour',
  email: 'ngozi@tour.example',
  payment_reference: `TOUR-${++paid}`,
  lines: [{ kind: 'ticket', quantity: tickets, amount: tickets * 2500.5 }],
})

/** Shows a part of Analytics as a link to it does, also from another part: the rest of the address is another alone. */
async function showPart(page: Page, query: string) {
  if (new URL(page.url()).pathname !== ANALYTICS) return openScreen(page, `${ANALYTICS}?${query}`)
  await page.evaluate((to) => history.pushState(null, '', to), `${ANALYTICS}?${query}`)
  const part = new URLSearchParams(query).get('tab') ?? 'overview'
  await expect(
    page.getByRole('navigation', { name: 'Parts of Analytics' }).locator('[aria-current=page]'),
  ).toHaveAttribute('href', new RegExp(part === 'overview' ? '' : `tab=${part}`))
}

const figure = (page: Page, label: string) => page.getByRole('group', { name: label, exact: true })
const figures = (page: Page, ...labels: string[]) =>
  page.getByRole('group', { name: new RegExp(`^(${labels.join('|')})$`) })
const chart = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
/** What a chart says as a table, each row with its cells one after the other. */
const rowsOf = async (part: Locator) => {
  await part.getByRole('button', { name: 'Table' }).click()
  return part.getByRole('table').locator('tbody tr')
}
/** The name of the file that a button leads to. */
async function fileOf(page: Page, button: Locator) {
  const downloading = page.waitForEvent('download')
  await button.click()
  return (await downloading).suggestedFilename()
}

const REVENUES = ['Subscription revenue', 'Online revenue', 'Concession revenue', 'Ticket revenue']
const USERS = ['Total online customers', 'Active users', 'Unsubscribed users', 'Repeat users']

/** The parts, their figures, and each chart with the file that its button asks for; of some it is of the days of the address. */
const PARTS: [part: string, figures: string[], charts: Record<string, string>][] = [
  [
    'sales',
    REVENUES,
    {
      'Download Sales breakdown as CSV': 'chart.csv tickets',
      'Download Sales revenue breakdown as CSV': 'chart.csv ticket-revenue',
      'Download Cube revenue as CSV': 'cube-revenue.csv 2026-03-01 2026-03-31',
    },
  ],
  [
    'subscriptions',
    [],
    {
      'Download Monthly recurring revenue as CSV': 'chain-chart.csv recurring-revenue',
      'Download Churn MRR as CSV': 'chain-chart.csv cancelled-revenue',
      'Download CSV': 'churn-rate.csv 2026-03-01 2026-03-10',
      'Download Churn rate by month as CSV': 'chain-chart.csv churn-by-month',
    },
  ],
  [
    'users',
    USERS,
    {
      'Download Subscribers as CSV': 'chain-chart.csv subscribers',
      'Download CSV': 'users.csv 2026-03-01 2026-03-10',
      'Download Total users breakdown as CSV': 'chain-chart.csv sign-ups',
      'Download Usage by web and mobile app as CSV': 'chain-chart.csv visits',
    },
  ],
  [
    'redemption',
    [],
    {
      'Download CSV': 'redemption-rate.csv 2026-03-01 2026-03-10',
      'Download Redemption rate by month as CSV': 'chain-chart.csv plan-redemption',
    },
  ],
]

// Clauses: core 44, 46-50, 52, 54, 56, 194, 204
test('Analytics comes first; every part has its figures, and every chart its file', async ({ page }) => {
  await signIn(page)
  // As soon as the day begins there is something to compare it with.
  const lastWeek = addDays(dayOf(Date.now(), 'Africa/Lagos'), -7)
  const send = await sending(page)
  await send('purchases', purchase(lastWeek, 'web', 1, `${lastWeek}T00:00:00+01:00`))
  await page.goto('/')
  await expect(page).toHaveURL(/\/dashboard\/analytics$/)
  await expect(page.getByText(/^As of \d\d\/\d\d\/\d{4} \d\d:\d\d/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Today')
  const since = /\d.*vs .* to \d\d:\d\d/
  const today = ['Revenue today', 'Tickets today', 'Revenue this cinema week', 'Tickets this cinema week']
  const inAll = ['Tickets sold', 'Total revenue', 'Total users', 'Total transactions']
  const expected = [...today.map(() => since), ...inAll.map(() => /\d/)]
  await expect(figures(page, ...today, ...inAll)).toContainText(expected)
  await figure(page, 'Tickets sold').getByRole('button', { name: 'What Tickets sold means' }).click()
  await expect(page.getByText('Tickets of paid purchases, minus refunded tickets')).toBeVisible()
  const week = (await figure(page, 'Revenue this cinema week').textContent())!
  const behind = page.getByRole('region', { name: 'Biggest drops this cinema week' })
  await expect(page.getByRole('region', { name: 'Opening soon' })).toBeVisible()
  await expect(behind.getByRole('listitem').first()).toContainText(/₦[\d,]+−[\d.]+%/)
  await behind.getByRole('link', { name: 'All cinemas' }).click()
  await expect(figure(page, 'Revenue')).toContainText(/₦[\d,]+/.exec(week)![0])

  // Without the stream no change elsewhere reads the figures again before Retry is pressed.
  const isFailing = (url: URL) => ['/api/analytics/dashboard', '/api/analytics/live'].includes(url.pathname)
  let requested: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams: of } = new URL(request.url())
    const name = pathname.split('/').at(-1)!
    const what = of.get('chart') ?? `${of.get('start_date')} ${of.get('end_date')}`
    if (name.endsWith('.csv')) requested.push(`${name} ${what}`)
  })
  for (const [part, labels, charts] of PARTS)
    await test.step(part, async () => {
      requested = []
      const query = `tab=${part}&year=2026&month=3&trend_start=2026-03-01&trend_end=2026-03-10`
      if (part === 'users') {
        await page.route(isFailing, (route) =>
          route.fulfill({ status: 503, json: { status: 503, message: 'The database is away for a moment' } }),
        )
        // Read again: the overview has it already.
        await openScreen(page, `${ANALYTICS}?${query}`)
      } else await showPart(page, query)
      if (part === 'users') {
        const subscribers = chart(page, 'Subscribers')
        await expect(subscribers.getByText('The database is away for a moment')).toBeVisible()
        await page.unroute(isFailing)
        await subscribers.getByRole('button', { name: 'Retry' }).click()
        const ring = page.getByRole('slider', { name: 'Subscribers' })
        await expect(ring).toHaveAttribute('aria-valuetext', /^Active[^:]*: [\d,]+, [\d.]+%$/)
        await ring.press('ArrowRight')
        await expect(ring).toHaveAttribute('aria-valuetext', /^Inactive[^:]*: [\d,]+, [\d.]+%$/)
      }
      if (labels.length) await expect(figures(page, ...labels)).toContainText(labels.map(() => /\d/))
      // Charts below the window are there when one comes near them.
      await page.getByRole('heading', { level: 2 }).last().scrollIntoViewIfNeeded()
      if (part === 'users') await expect(chart(page, 'Inactive users')).toBeVisible()
      const buttons = page.getByRole('main').getByRole('button', { name: /^Download (.+ as )?CSV$/ })
      await expect(buttons).toHaveCount(Object.keys(charts).length)
      const names = await buttons.evaluateAll((all: HTMLElement[]) =>
        all.map((button) => {
          button.click()
          return button.ariaLabel ?? button.textContent
        }),
      )
      await expect.poll(() => Object.fromEntries(names.map((name, at) => [name, requested[at]]))).toEqual(charts)
    })
})

// Clauses: core 45, 53, 55, 125
test('sales of chosen days appear by themselves, by channel, as a table and as a file; wrong days are not asked for; a month, channels and cinemas are kept in the address', async ({
  page,
}) => {
  await signIn(page)
  const send = await sending(page)
  await openScreen(page, `${ANALYTICS}?cinemas=0004&start_date=2015-02-03&end_date=2015-02-05`)
  const sales = chart(page, 'Sales breakdown')
  await expect(sales.getByText('No sales in this period')).toBeVisible()
  await expect(page.getByText('live', { exact: true })).toBeVisible()

  await send(
    'purchases',
    purchase('2015-02-03', 'web', 3),
    purchase('2015-02-04', 'mobile', 4),
    purchase('2015-02-04', 'not_specified', 1),
  )
  await expect(figure(page, 'Revenue')).toContainText(/₦20,004.*(No comparison: first sale was|vs .*: none)/)
  const plot = sales.getByRole('slider', { name: 'Sales breakdown' })
  await plot.press('Home')
  await expect(plot).toHaveAttribute(
    'aria-valuetext',
    /^03\/02\/2015: Tickets 3, Concessions 0, Subscriptions 0, Total 3$/,
  )
  await plot.press('ArrowRight')
  await expect(plot).toHaveAttribute('aria-valuetext', /^04\/02\/2015: Tickets 5,/)

  await page.getByRole('group', { name: 'Channel' }).getByRole('button', { name: 'Mobile' }).click()
  const revenue = chart(page, 'Revenue breakdown')
  await expect(await rowsOf(revenue)).toHaveText([
    '03/02/2015₦0₦0₦0₦0',
    '04/02/2015₦10,002₦0₦0₦10,002',
    '05/02/2015₦0₦0₦0₦0',
  ])
  await expect(figure(page, 'Tickets')).toContainText('4')
  // A file of chosen cinemas says so in its name.
  expect(await fileOf(page, page.getByRole('button', { name: 'Download CSV' }))).toBe(
    'sales-overview_marquee-lekki_2015-02-03_2015-02-05.csv',
  )
  const yesterday = page.getByRole('button', { name: 'Yesterday', exact: true })
  await yesterday.click()
  await expect(yesterday).toHaveAttribute('aria-pressed', 'true')
  await page.goBack()
  await expect(page).toHaveURL(/start_date=2015-02-03.*channel=mobile/)

  const requested: string[] = []
  page.on('request', (sent) => requested.push(sent.url()))
  await showPart(page, 'tab=subscriptions&conversion_start=2026-03-09&conversion_end=2026-03-08')
  const field = page.getByRole('button', { name: 'End date: 08/03/2026' })
  await expect(field).toHaveAccessibleDescription('The end date is before the start date')
  await expect(chart(page, 'Churn MRR')).toBeVisible()
  expect(requested.filter((url) => url.includes('/conversion-rate'))).toEqual([])
  await field.click()
  await page.getByRole('dialog', { name: 'End date' }).getByRole('button', { name: '10 March 2026' }).click()
  await expect(figure(page, 'Conversion rate')).toContainText(/%|–/)

  // Of charts it is said once as well, beside the days.
  await showPart(page, 'start_date=2026-03-09&end_date=2026-03-08')
  await expect(sales).toContainText('Choose other dates')
  await expect(page.getByText('The end date is before the start date')).toHaveCount(1)

  await test.step('a month, channels and cinemas are kept in the address', async () => {
    await send(
      'purchases',
      purchase('2016-01-31', 'web', 1),
      purchase('2016-02-29', 'web', 303),
      purchase('2016-02-29', 'web', 303),
      ...[500, 500, 205].map((tickets) => purchase('2016-03-01', 'web', tickets)),
      purchase('2016-03-31', 'mobile', 7),
    )
    await showPart(page, 'tab=sales')
    await page.getByRole('combobox', { name: 'Year' }).selectOption('2016')
    await page.getByRole('combobox', { name: 'Month' }).selectOption('March')
    const sales = chart(page, 'Sales breakdown')
    await expect(sales).toContainText(/1,212.*\+100%.*vs 01\/02\/2016 – 29\/02\/2016/)
    const days = Array.from({ length: 31 }, (_, at) => showDay(addDays('2016-03-01', at)))
    await expect(await rowsOf(sales)).toHaveText(
      days.map((day, at) => `${day}${at === 0 ? '1,205001,205' : at === 30 ? '0707' : '0000'}`),
    )

    const tick = (name: string) => page.getByRole('checkbox', { name })
    await tick('Web').uncheck()
    await expect(page).toHaveURL(({ searchParams: to }) =>
      [to.get('year'), to.get('month'), to.get('channel')].every(
        (chosen, at) => chosen === ['2016', '3', 'mobile'][at],
      ),
    )
    await expect(sales.getByRole('columnheader')).toHaveText(['Date', 'Mobile'])
    await tick('All').check()
    await expect(sales.getByRole('columnheader')).toHaveText(['Date', 'Web', 'Mobile', 'Not specified', 'Total'])
    // Without its last tick there would be nothing to see.
    await tick('Web').uncheck()
    await tick('Mobile').click()
    await expect(tick('All')).toBeChecked()

    await showPart(page, '')
    const picker = page.getByRole('combobox', { name: 'Cinemas' })
    const sold = figure(page, 'Tickets sold')
    await expect(sold).toContainText(/\d/)
    const ofChain = (await sold.textContent())!
    await picker.click()
    // What is typed replaces what was chosen.
    const places = page.getByRole('listbox', { name: 'Cinemas' }).getByRole('option')
    await expect(places.first()).toBeVisible()
    await page.keyboard.type('lekki')
    await expect(places).toHaveText(['Marquee Lekki'])
    await places.click()
    await expect(sold).not.toHaveText(ofChain)
    await expect(figure(page, 'Total users')).toContainText('For all cinemas')
    await page
      .getByRole('navigation', { name: 'Parts of Analytics' })
      .getByRole('link', { name: 'Subscriptions' })
      .click()
    await expect(page.getByText('For all cinemas').first()).toBeVisible()
    await expect(picker).toHaveValue('Marquee Lekki')
  })
})

// Clauses: core 30, 57-60, 203
test('Purchase History Analytics and Churn: who bought or left in the chosen days, and what that is of all', async ({
  page,
}) => {
  await signIn(page)
  const send = await sending(page)
  await send('purchases', ...Array.from({ length: 16 }, () => purchase('2015-01-02', 'web', 1)))
  await openScreen(page, `${HISTORY}?cinemas=0004`)
  const table = page.getByRole('table', { name: 'One time Purchase' })
  await expect(table.getByRole('row')).toHaveCount(16)
  await page.getByRole('button', { name: 'Last page' }).click()
  // Newest first: the oldest are those reported above.
  await expect(table.getByRole('row').last()).toHaveAccessibleName(
    /^Ngozi Tour ngozi.*TOUR-\d+ With tickets No concessions 02\/01\/2015 12:00$/,
  )
  for (const [title, name] of [
    ['Discounts by month', /^concession-discounts_marquee-lekki_/],
    ['One time Purchase', /^one-time-purchases_marquee-lekki_/],
  ] as const)
    expect(await fileOf(page, page.getByRole('button', { name: `Download ${title} as CSV` }))).toMatch(name)

  await page.getByRole('button', { name: 'Yearly' }).click()
  await expect(figure(page, 'Redeemed tickets a year')).toContainText(/\d|–/)
  await page.getByRole('combobox', { name: 'Year' }).selectOption('2015')
  await expect(figure(page, 'Discount usage')).toContainText('0')
  await expect(chart(page, 'Discounts by month').getByText('No discounts in this year')).toBeVisible()
  await expect(page).toHaveURL(({ searchParams: to }) => to.has('page') && to.get('duration') === 'YEARLY')

  await page.route('**/api/analytics/one-time-purchase?*', (route) =>
    route.fulfill({ json: { data: { purchases: [], totalCount: 0 } } }),
  )
  await page.evaluate((to) => history.pushState(null, '', to), `${HISTORY}?cinemas=0012`)
  await expect(page.getByText('No purchases made yet')).toBeVisible()

  await openScreen(page, '/dashboard/churn')
  const first = page.getByRole('table', { name: 'Churn' }).getByRole('row').nth(1)
  await expect(first).toContainText(/\d\d\/\d\d\/\d{4}.*₦/)
  const labels = ['Churn rate', 'Lost recurring revenue', 'Subscriptions lost']
  await expect(figures(page, ...labels)).toContainText([/\d/, /\d/, /\d/])
  const name = await first.getByRole('link').innerText()
  await first.getByRole('link').click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await openScreen(page, '/dashboard/churn?start_date=2015-01-01&end_date=2015-01-02')
  await expect(page.getByText('No churn in this period')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use(ON_PHONE)

  test('By cinema: which sells worst, against before, by weekday, as a file; on a phone the parts scroll', async ({
    page,
  }) => {
    await signIn(page)
    // As soon as the week begins one cinema has sold more than another.
    const today = dayOf(Date.now(), 'Africa/Lagos')
    const send = await sending(page)
    await send('purchases', purchase(today, 'web', 1, `${today}T00:00:00+01:00`))
    const parts = page.getByRole('navigation', { name: 'Parts of Analytics' })
    // The chosen one is in view, and an end with more fades.
    await openScreen(page, `${ANALYTICS}?tab=redemption`)
    await expect(parts.getByRole('link', { name: 'Redemption' })).toBeInViewport({ ratio: 1 })
    await expect(parts).toHaveAttribute('data-before')
    await expect(parts).not.toHaveAttribute('data-after')
    await openScreen(page, ANALYTICS)
    await expect(parts).toHaveAttribute('data-after')
    // What waits is said above the parts, which are where they stay once it is.
    await expect(page.getByRole('link', { name: /not approved$/ }).first()).toBeVisible()
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
    await expect(figure(page, 'Spend per head')).toContainText('₦')
    await page.getByRole('button', { name: 'Earlier' }).click()
    await page.getByRole('combobox', { name: 'Compare to' }).selectOption('vs previous year')
    await expect(page).toHaveURL(/period=month.*day=\d{4}-\d\d-\d\d.*compare=year/)
    await expect(figure(page, 'Tickets')).toContainText(/vs \d\d\/\d\d\/\d{4} – /)
    await settled(page)
    const heights = await table.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.clientHeight))
    // A card of three lines is 93 px high.
    expect(Math.max(...heights)).toBeLessThan(100)
    await expect(table.getByText('₦0', { exact: true }).filter({ visible: true })).toHaveCount(0)

    await page.getByRole('heading', { level: 2 }).last().scrollIntoViewIfNeeded()
    await expect(await rowsOf(chart(page, 'Revenue by weekday'))).toHaveText(
      ['Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed', 'Thu'].map((day) => new RegExp(`^${day}`)),
    )
    await page.evaluate(() => scrollTo(0, 0))
    expect(await fileOf(page, page.getByRole('button', { name: 'Download CSV' }))).toMatch(
      /^by-cinema_\d{4}-\d\d-01_\d{4}-\d\d-\d\d\.csv$/,
    )
    await openRow(table.getByRole('row').nth(1))
    await expect(page).toHaveURL(/cinemas=\d+/)
  })
})
