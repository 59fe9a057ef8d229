import type { Page } from '@playwright/test'
import { asSignedIn } from '../../../../e2e/api.ts'
import { today } from '../../../../e2e/day.ts'
import { expect, openScreen, signIn, test } from '../../../../e2e/fixtures.ts'
import { dialog } from '../../../../e2e/helpers.ts'
import { ON_PHONE } from '../../../../e2e/sizes.ts'

/** 10 December 2099 is a Thursday; nobody else has planned anything then. */
const DAY = '2099-12-10'
/** Opens the calendar; where it is open, another day or view is another address alone. */
async function open(page: Page, query: string) {
  const address = `/dashboard/calendar?${query}`
  if (new URL(page.url()).pathname !== '/dashboard/calendar') await openScreen(page, address)
  else await page.evaluate((to) => history.pushState(null, '', to), address)
}
const dayGroup = (page: Page, name: string) => page.getByRole('group', { name })

type Push = [title: string, day: string, clock: string]
type Promotion = [title: string, starts_at: string, ends_at: string]

async function plan(page: Page, pushes: readonly Push[], promotions: readonly Promotion[]) {
  const { post, form } = await asSignedIn(page)
  for (const [title, schedule_date, schedule_time] of pushes) {
    const fields = { title, body: 'Come and see.', audience: 'ALL-USERS', is_scheduled: 'true' }
    await form('POST', '/notification/send-push-notification', { ...fields, schedule_date, schedule_time })
  }
  const media = '/api/files/none.jpg'
  for (const [title, starts_at, ends_at] of promotions)
    await post('/promotions', {
      title,
      description: 'Come and see.',
      web_media: media,
      mobile_media: media,
      thumbnail: media,
      ctaOptions: { primaryCTA: 'Come', primaryCTAUrl: 'https://cinema.example/' },
      starts_at,
      ends_at,
    })
}

const callsOn = (day: string): Push[] => [1, 2, 3, 4, 5, 6].map((n) => [`Call number ${n}`, day, `18:0${n}`])
const NOLLYWOOD: Promotion = ['A week of Nollywood', '2099-12-08T09:00:00+01:00', '2099-12-14T00:00:00+01:00']

/** Of more than the calendar holds it says so on every day that they may run on to. */
const answerMore = (page: Page) =>
  page.route(
    (url) => url.pathname === '/api/calendar',
    (route) =>
      route.fulfill({
        json: {
          data: {
            entries: [
              {
                kind: 'promotion',
                id: '1',
                title: 'All summer long',
                place: 'Marquee Lekki',
                starts_at: '2099-07-01T08:00:00.000Z',
                ends_at: '2099-08-20T08:00:00.000Z',
                all_day: false,
                state: 'scheduled',
                is_off: false,
              },
            ],
            more: [{ kind: 'promotion', day: '2099-07-27', until: '2099-09-06' }],
          },
        },
      }),
  )

test('one calendar of everything that is scheduled: month, week, kinds, holidays; a click opens the thing', async ({
  page,
}) => {
  await signIn(page)
  await open(page, `day=${today(1)}`)
  const push = page.getByRole('link', { name: "Tomorrow is subscribers' day" })
  await expect(push).toContainText('17:30')
  const kinds = page.getByRole('group', { name: 'Kinds' })
  await kinds.getByRole('button', { name: 'Promotions' }).click()
  await expect(page).toHaveURL(/kinds=promotion$/)
  await expect(push).toBeHidden()
  await kinds.getByRole('button', { name: 'All' }).click()
  await page.getByRole('button', { name: 'Week' }).click()
  await expect(page).toHaveURL((url) => url.searchParams.get('view') === 'week' && !url.searchParams.has('kinds'))
  await push.click()
  await expect(page.getByRole('heading', { name: "Tomorrow is subscribers' day" })).toBeVisible()
  await page.goBack()
  await expect(push).toBeVisible()

  // The arrows and Today; the holidays that follow the moon are expected.
  const period = (title: string) => page.getByRole('heading', { name: title, exact: true })
  await open(page, 'day=2027-02-10')
  await expect(period('February 2027')).toBeVisible()
  await page.getByRole('button', { name: 'Next month' }).press('Enter')
  await expect(period('March 2027')).toBeVisible()
  await expect(page.getByText('Eid-el-Fitr (expected)').first()).toBeVisible()
  await open(page, 'day=2027-04-02&view=week')
  await page.getByRole('button', { name: 'Previous week' }).click()
  await expect(period('22 – 28 March 2027')).toBeVisible()
  await expect(page.getByText('Good Friday').first()).toBeVisible()
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(page).not.toHaveURL(/day=/)
  await expect(dayGroup(page, ', today,')).toBeVisible()
})

test.describe('in a browser of another zone', () => {
  test.use({ timezoneId: 'America/New_York' })
  test("a day has the chain's hours, around midnight too; it opens what is on it, says what is more, and adds to itself", async ({
    page,
  }) => {
    await signIn(page)
    const pushes: Push[] = [
      ['Before midnight', '2099-06-10', '23:30'],
      ['After midnight', '2099-06-11', '00:30'],
    ]
    const night: Promotion = ['Until midnight', '2099-06-10T20:00:00+01:00', '2099-06-11T00:00:00+01:00']
    await plan(page, [...pushes, ...callsOn(DAY)], [night, NOLLYWOOD])
    for (const view of ['month', 'week']) {
      await open(page, `day=2099-06-10&view=${view}`)
      const before = dayGroup(page, 'Wednesday 10 June 2099').getByRole('link')
      await expect(before).toContainText([/20:00 – 24:00.*Until midnight/, /23:30.*Before midnight/])
      const after = dayGroup(page, 'Thursday 11 June 2099').getByRole('link')
      await expect(after).toContainText([/00:30.*After midnight/])
      await expect(after).toHaveCount(1)
    }
    await open(page, '')
    const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Lagos', weekday: 'long', day: 'numeric' })
    const [weekday, number] = day.formatToParts(Date.now()).filter(({ type }) => type !== 'literal')
    await expect(dayGroup(page, `${weekday!.value} ${number!.value} `).and(dayGroup(page, ', today,'))).toBeVisible()

    await open(page, `day=${DAY}`)
    const calls = (part: Page | ReturnType<typeof dialog>) => part.getByRole('link', { name: /Call number/ })
    await expect(calls(page)).toHaveCount(4)
    await page.getByRole('button', { name: '+2 more on Thursday 10 December' }).press('Enter')
    await expect(page).toHaveURL(/list=2099-12-10/)
    const list = dialog(page, 'Thursday 10 December 2099')
    await expect(calls(list)).toHaveCount(6)
    await expect(list.getByRole('link', { name: 'A week of Nollywood' })).toContainText('until 13/12/2099')
    await page.keyboard.press('Escape')
    await expect(page).not.toHaveURL(/list/)

    await open(page, 'day=2099-05-13')
    await page.getByRole('button', { name: 'Add on Wednesday 13 May' }).click()
    const empty = dialog(page, 'Wednesday 13 May 2099')
    await expect(empty.getByText('Nothing is scheduled on this day')).toBeVisible()
    await empty.getByRole('button', { name: 'Add event' }).click()
    await expect(page.getByRole('textbox', { name: 'Date' })).toHaveValue('13/05/2099')
    await page.goBack()
    await empty.getByRole('button', { name: 'Add promotion' }).click()
    await expect(page.getByLabel('Start date')).toHaveValue('13/05/2099')
    await expect(page.getByLabel('Start hours')).toHaveValue('00')

    await answerMore(page)
    await open(page, 'day=2099-08-15&list=2099-08-15')
    const full = dialog(page, 'Saturday 15 August 2099')
    await expect(full.getByText('There may be more promotions.')).toBeVisible()
    await expect(full.getByRole('link', { name: 'See all' })).toBeVisible()
    await open(page, 'day=2099-08-15&list=2099-07-27')
    await expect(dialog(page, 'Monday 27 July 2099').getByText('There are more than 25 promotions.')).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use(ON_PHONE)

  test('on a phone a calendar is a list of days, which says what is ongoing and what is more', async ({ page }) => {
    await signIn(page)
    await plan(page, callsOn('2099-11-12'), [
      ['Days of film', '2099-11-10T09:00:00+01:00', '2099-11-16T00:00:00+01:00'],
    ])
    await open(page, 'day=2099-11-12')
    await expect(page.getByRole('link', { name: /Call number/ })).toHaveCount(6)
    await expect(dayGroup(page, 'Sunday 15 November 2099').getByText('ends 24:00')).toBeVisible()
    await answerMore(page)
    await open(page, 'day=2099-08-15')
    await expect(dayGroup(page, 'Ongoing').getByText('There may be more promotions.')).toBeVisible()
  })
})
