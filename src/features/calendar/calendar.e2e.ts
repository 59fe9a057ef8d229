import type { Page } from '@playwright/test'
import { today } from '../../../e2e/day.ts'
import { expect, settled, signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import { dialog, goTo, row } from '../../../e2e/helpers.ts'

/** 10 December 2099 is a Thursday; nobody else has planned anything then. */
const DAY = '2099-12-10'
const open = (page: Page, query: string) => page.goto(`/dashboard/calendar?${query}`)
const dayGroup = (page: Page, name: string) => page.getByRole('group', { name })

async function token(page: Page): Promise<string> {
  const session = await page.evaluate(() => localStorage.getItem('marquee:session'))
  return (JSON.parse(session!) as { jwt: string }).jwt
}
async function schedule(page: Page, title: string, day: string, clock: string) {
  const answer = await page.request.post('/api/notification/send-push-notification', {
    headers: { authorization: `Bearer ${await token(page)}` },
    multipart: {
      title,
      body: 'Come and see.',
      audience: 'ALL-USERS',
      is_scheduled: 'true',
      schedule_date: day,
      schedule_time: clock,
    },
  })
  expect(answer.status()).toBe(200)
}
async function promote(page: Page, title: string, starts_at: string | null, ends_at: string | null) {
  const media = '/api/files/none.jpg'
  const answer = await page.request.post('/api/promotions', {
    headers: { authorization: `Bearer ${await token(page)}` },
    data: {
      title,
      description: 'Come and see.',
      web_media: media,
      mobile_media: media,
      thumbnail: media,
      ctaOptions: { primaryCTA: 'Come', primaryCTAUrl: 'https://cinema.example/' },
      starts_at,
      ends_at,
    },
  })
  expect(answer.status()).toBe(200)
}

test('one calendar of everything that is scheduled: month, week, kinds, holidays; a click opens the thing, and what is written there is seen at once', async ({
  page,
}) => {
  await signIn(page)
  const calls = (url: URL) => url.pathname === '/api/calendar'
  await page.route(calls, (route) =>
    route.fulfill({ status: 503, json: { status: 503, message: 'The database is away. Try again in a moment' } }),
  )
  await page.goto('/dashboard/calendar')
  await expect(page.getByText('The database is away. Try again in a moment')).toBeVisible()
  await page.unroute(calls)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page).toHaveURL(/\/dashboard\/calendar$/)
  await expect(page.getByRole('heading', { name: 'Calendar' })).toBeVisible()
  await expect(dayGroup(page, ', today,')).toBeVisible()

  await open(page, `day=${today(1)}`)
  const push = page.getByRole('link', { name: "Tomorrow is subscribers' day" })
  await expect(push).toContainText('17:30')
  const kinds = page.getByRole('group', { name: 'Kinds' })
  await kinds.getByRole('button', { name: 'Promotions' }).click()
  await expect(page).toHaveURL(/kinds=promotion$/)
  await expect(push).toBeHidden()
  await kinds.getByRole('button', { name: 'Notifications' }).click()
  await expect(push).toBeVisible()
  await kinds.getByRole('button', { name: 'All' }).click()
  await expect(page).not.toHaveURL(/kinds/)

  await page.getByRole('button', { name: 'Week' }).click()
  await expect(page).toHaveURL(/view=week/)
  await settled(page)
  await expect(push).toBeVisible()
  await push.click()
  await expect(page.getByRole('heading', { name: "Tomorrow is subscribers' day" })).toBeVisible()
  await page.goBack()
  await expect(push).toBeVisible()

  // The arrows and Today.
  await open(page, `day=${DAY}`)
  const period = (words: string) => page.getByRole('heading', { name: words, exact: true })
  await expect(period('December 2099')).toBeVisible()
  await page.getByRole('button', { name: 'Next month' }).press('Enter')
  await expect(period('January 2100')).toBeVisible()
  await page.getByRole('button', { name: 'Previous month' }).press('Enter')
  await page.getByRole('button', { name: 'Previous month' }).press('Enter')
  await expect(period('November 2099')).toBeVisible()
  await expect(page.getByText('Nothing is scheduled')).toBeVisible()
  await page.getByRole('button', { name: 'Week' }).click()
  await expect(period('26 October – 1 November 2099')).toBeVisible()
  await page.getByRole('button', { name: 'Next week' }).click()
  await expect(period('2 – 8 November 2099')).toBeVisible()
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(page).not.toHaveURL(/day=/)
  await expect(dayGroup(page, ', today,')).toBeVisible()

  await schedule(page, 'Not for long', '2099-03-10', '10:00')
  await open(page, 'day=2099-03-10')
  const gone = page.getByRole('link', { name: 'Not for long' })
  await expect(gone).toHaveAccessibleName(/Notification.* scheduled/)
  await goTo(page, 'Notifications')
  await row(page, 'Not for long').getByRole('button', { name: 'Cancel Not for long' }).click()
  await dialog(page, 'Cancel this notification?').getByRole('button', { name: 'Cancel it' }).click()
  await expectMessage(page, 'Notification cancelled')
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard\/calendar/)
  await expect(gone).toHaveAccessibleName(/cancelled/)

  // Those that follow the moon are expected.
  for (const view of ['month', 'week']) {
    await open(page, `day=2027-03-26&view=${view}`)
    await expect(page.getByText('Good Friday').first()).toBeVisible()
  }
  await open(page, 'day=2027-03-10')
  await expect(page.getByText('Eid-el-Fitr (expected)').first()).toBeVisible()
})

test.describe('in a browser of another zone', () => {
  test.use({ timezoneId: 'America/New_York' })
  test("a day has the chain's hours, around midnight too; it opens what is on it, says what is more, and adds to itself", async ({
    page,
  }) => {
    await signIn(page)
    await schedule(page, 'Before midnight', '2099-06-10', '23:30')
    await schedule(page, 'After midnight', '2099-06-11', '00:30')
    await promote(page, 'Until midnight', '2099-06-10T20:00:00+01:00', '2099-06-11T00:00:00+01:00')
    await open(page, 'day=2099-06-10')
    const before = dayGroup(page, 'Wednesday 10 June 2099')
    const after = dayGroup(page, 'Thursday 11 June 2099')
    for (const view of ['month', 'week']) {
      await open(page, `day=2099-06-10&view=${view}`)
      await expect(before.getByRole('link')).toHaveCount(2)
      await expect(before.getByRole('link', { name: 'Before midnight' })).toContainText('23:30')
      await expect(before.getByRole('link', { name: 'Until midnight' })).toContainText('20:00 – 24:00')
      await expect(after.getByRole('link')).toHaveCount(1)
      await expect(after.getByRole('link', { name: 'After midnight' })).toContainText('00:30')
    }
    await open(page, '')
    await expect(dayGroup(page, ', today,')).toHaveCount(1)
    const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Lagos', weekday: 'long', day: 'numeric' })
    const [weekday, number] = day.formatToParts(Date.now()).filter(({ type }) => type !== 'literal')
    await expect(dayGroup(page, `${weekday!.value} ${number!.value} `).and(dayGroup(page, ', today,'))).toBeVisible()

    await promote(page, 'A week of Nollywood', '2099-12-08T09:00:00+01:00', '2099-12-14T00:00:00+01:00')
    for (let at = 0; at < 6; at++) await schedule(page, `Call number ${at + 1}`, DAY, `18:0${at}`)
    await open(page, `day=${DAY}`)
    const calls = (part: Page | ReturnType<typeof dialog>) => part.getByRole('link', { name: /Call number/ })
    await expect(calls(page)).toHaveCount(4)
    await expect(page.getByRole('link', { name: 'A week of Nollywood' })).toHaveCount(1)
    await page.getByRole('button', { name: '+2 more on Thursday 10 December' }).press('Enter')
    await expect(page).toHaveURL(/list=2099-12-10/)
    const list = dialog(page, 'Thursday 10 December 2099')
    await expect(calls(list)).toHaveCount(6)
    await expect(list.getByRole('link', { name: 'A week of Nollywood' })).toContainText('until 13/12/2099')
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await expect(page).not.toHaveURL(/list/)

    await open(page, `view=week&day=${DAY}`)
    await expect(calls(page)).toHaveCount(2)
    await page.getByRole('button', { name: '+4 more on Thursday 10 December' }).click()
    await expect(calls(list)).toHaveCount(6)

    await open(page, 'day=2099-05-13')
    await page.getByRole('button', { name: 'Add on Wednesday 13 May' }).click()
    const empty = dialog(page, 'Wednesday 13 May 2099')
    await expect(empty.getByText('Nothing is scheduled on this day.')).toBeVisible()
    await empty.getByRole('button', { name: 'Add event' }).click()
    await expect(page.getByRole('heading', { name: 'Create an Event' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Date' })).toHaveValue('13/05/2099')
    await page.goBack()
    await empty.getByRole('button', { name: 'Add promotion' }).click()
    await expect(page.getByLabel('Start date')).toHaveValue('13/05/2099')
    await expect(page.getByLabel('Start hours')).toHaveValue('00')

    // Of more than the calendar holds it says so on every day that they may run on to.
    const entry = {
      kind: 'promotion',
      id: '1',
      title: 'All summer long',
      place: 'Marquee Lekki',
      starts_at: '2099-07-01T08:00:00.000Z',
      ends_at: '2099-08-20T08:00:00.000Z',
      all_day: false,
      state: 'scheduled',
      is_off: false,
    }
    const more = [{ kind: 'promotion', day: '2099-07-27', until: '2099-09-06' }]
    await page.route(
      (url) => url.pathname === '/api/calendar',
      (route) => route.fulfill({ json: { data: { entries: [entry], more } } }),
    )
    await open(page, 'day=2099-08-15&list=2099-08-15')
    const full = dialog(page, 'Saturday 15 August 2099')
    await expect(full.getByText('There may be more promotions.')).toBeVisible()
    await expect(full.getByRole('link', { name: 'See all of them' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(full).toBeHidden()
    await open(page, 'day=2099-08-15&list=2099-07-27')
    await expect(dialog(page, 'Monday 27 July 2099').getByText('There are more than 25 promotions.')).toBeVisible()
  })
})

test(
  'on a phone a calendar is a list of days, which says what is ongoing and what is more',
  { tag: '@phone' },
  async ({ page }) => {
    await signIn(page)
    await promote(page, 'A week of Nollywood', '2099-12-08T09:00:00+01:00', '2099-12-14T00:00:00+01:00')
    for (let at = 0; at < 6; at++) await schedule(page, `Call number ${at + 1}`, DAY, `18:0${at}`)
    await open(page, `day=${DAY}`)
    await open(page, `day=${DAY}`)
    await expect(page.getByRole('link', { name: /Call number/ })).toHaveCount(6)
    await expect(dayGroup(page, 'Sunday 13 December 2099').getByText('ends 24:00')).toBeVisible()

    const entry = {
      kind: 'promotion',
      id: '1',
      title: 'All summer long',
      place: 'Marquee Lekki',
      starts_at: '2099-07-01T08:00:00.000Z',
      ends_at: '2099-08-20T08:00:00.000Z',
      all_day: false,
      state: 'scheduled',
      is_off: false,
    }
    const more = [{ kind: 'promotion', day: '2099-07-27', until: '2099-09-06' }]
    await page.route(
      (url) => url.pathname === '/api/calendar',
      (route) => route.fulfill({ json: { data: { entries: [entry], more } } }),
    )
    await open(page, 'day=2099-08-15')
    await expect(dayGroup(page, 'Ongoing').getByText('There may be more promotions.')).toBeVisible()
  },
)
