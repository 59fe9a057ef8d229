import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, weekdayOf, type Day } from '#contract/time.ts'
import { TIERS } from '#features/customers/points/rules.ts'
import { embeddedCinemas } from '#demo/chain/cinemas.ts'
import { programmeOn, showsBetween } from '#demo/chain/programme.ts'
import { DEMO_PLANS } from '#demo/chain/codes.ts'
import { holidaysOf } from './calendar.ts'
import { hit, type DemoSize } from './demand.ts'
import { DemoTrade, type Trade } from './trade.ts'

const ZONE = 'Africa/Lagos'
const TODAY = '2026-11-21'
const ORIGIN = new Date(`${TODAY}T09:00:00Z`)
const NOW = ORIGIN.getTime()
const make = (size: DemoSize, until = ORIGIN) => DemoTrade.make({ origin: ORIGIN, size, seed: 1, zone: ZONE }, until)

/** Days of the history that are over, first to last. */
function daysOf(trade: DemoTrade): Day[] {
  const days: Day[] = []
  for (let day = trade.first; day < TODAY; day = addDays(day, 1)) days.push(day)
  return days
}
const KINDS = ['purchases', 'refunds', 'redemptions', 'reviews', 'visits', 'errors'] as const satisfies (keyof Trade)[]
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('the normal chain', () => {
  let trade: DemoTrade
  let bought: Map<Day, number>
  beforeAll(async () => {
    trade = await make('normal')
    bought = new Map(daysOf(trade).map((day) => [day, trade.countOn(day)]))
  })
  const on = (isSuch: (day: Day) => boolean) =>
    mean([...bought].filter(([day]) => isSuch(day)).map(([, count]) => count))

  test('is three years of trade, as large as it should be', () => {
    expect(trade.first).toBe('2023-11-21')
    expect([...bought.values()].reduce((sum, count) => sum + count)).toBeGreaterThan(150_000)
    expect(trade.customersAt(NOW)).toBeGreaterThan(20_000)
    expect(Math.min(...bought.values())).toBeGreaterThan(10)
  })

  test('sells more on weekends than on weekdays, on holidays than around them, and more from year to year', () => {
    const weekend = on((day) => [0, 6].includes(weekdayOf(day)))
    expect(weekend).toBeGreaterThan(1.5 * on((day) => ![0, 6].includes(weekdayOf(day))))
    for (const year of [2024, 2025]) {
      for (const day of [`${year}-12-25`, `${year}-12-26`, `${year}-10-01`])
        expect(bought.get(day), day).toBeGreaterThan(1.5 * on((other) => other.startsWith(day.slice(0, 7))))
      expect(on((day) => day.startsWith(`${year + 1}-03`))).toBeGreaterThan(on((day) => day.startsWith(`${year}-03`)))
    }
  })

  test('sells more in the week of a great premiere than in the one before', () => {
    const fridays = daysOf(trade).filter((day) => weekdayOf(day) === 5 && day > addDays(trade.first, 14))
    const opening = (friday: Day) =>
      programmeOn(friday)
        .filter(({ opens }) => opens === friday)
        .reduce((sum, { film }) => sum + hit(film), 0)
    const lift = (friday: Day) =>
      [0, 1, 2].reduce((sum, at) => sum + bought.get(addDays(friday, at))!, 0) /
      [-7, -6, -5].reduce((sum, at) => sum + bought.get(addDays(friday, at))!, 0)
    const ordered = fridays
      .filter((friday) => bought.has(addDays(friday, 2)))
      .toSorted((a, b) => opening(b) - opening(a))
    const third = Math.floor(ordered.length / 3)
    expect(mean(ordered.slice(0, third).map(lift))).toBeGreaterThan(1.15 * mean(ordered.slice(-third).map(lift)))
  })

  test('has subscriptions that start, go on, end for a reason, and come back', () => {
    const events = trade.eventsOf(trade.subscriptions.members, 0, NOW)
    const count = (kind: string) => events.filter((event) => event.kind === kind).length
    for (const kind of ['start', 'renewal', 'end']) expect(count(kind), kind).toBeGreaterThan(1000)
    expect(new Set(events.map(({ plan }) => plan))).toEqual(new Set(['Solo', 'Duo', 'Squad']))
    expect(events.filter(({ kind, reason }) => kind === 'end' && !reason)).toEqual([])
    expect(count('start')).toBeGreaterThan(1.1 * trade.subscriptions.members.length)
    const changes = trade.subscriptions.members.filter(({ terms }) => new Set(terms.map(({ plan }) => plan)).size > 1)
    expect(changes.length).toBeGreaterThan(100)
  })

  test('uses no more tickets than a plan has', () => {
    for (const { terms } of trade.subscriptions.members)
      for (const { uses, plan } of terms)
        expect(uses.reduce((sum, { tickets }) => sum + tickets, 0)).toBeLessThanOrEqual(plan.tickets)
  })
})

describe('the small chain', () => {
  let trade: DemoTrade
  let all: Trade
  beforeAll(async () => {
    trade = await make('small')
    // Some months are enough of what is the same on every day.
    const early = trade.during('2024-02-01', '2024-04-30', 0, NOW)
    const late = trade.during('2026-08-25', TODAY, 0, NOW)
    all = Object.fromEntries(KINDS.map((what) => [what, [...early[what], ...late[what]]])) as never
  })

  test('is the same for the same day, in whatever pieces it is asked for', async () => {
    const until = new Date('2026-11-30T20:00:00Z')
    const later = await make('small', until)
    const split = Date.parse('2026-11-24T15:00:00Z')
    const together = later.during('2026-11-10', '2026-11-30', 0, until.getTime())
    const parts = [
      later.during('2026-11-10', '2026-11-21', 0, NOW),
      later.during('2026-11-15', '2026-11-24', NOW, split),
      later.during('2026-11-18', '2026-11-30', split, until.getTime()),
    ]
    const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).sort()
    for (const what of KINDS)
      expect(ids(parts.flatMap((part): { id: string }[] => part[what])), what).toEqual(ids(together[what]))
    expect(later.during('2026-11-01', TODAY, 0, NOW)).toEqual(trade.during('2026-11-01', TODAY, 0, NOW))
    expect(later.customersFrom(0, 50)).toEqual(trade.customersFrom(0, 50))
  })

  test('ends now', () => {
    const latest = Math.max(...all.purchases.map(({ at }) => at))
    expect(latest).toBeLessThanOrEqual(NOW)
    expect(latest).toBeGreaterThan(NOW - 86_400_000)
    for (const list of Object.values(all)) expect(list.filter(({ at }) => at > NOW)).toEqual([])
  })

  test('turns from the web shop to the app', () => {
    const share = (channel: string, year: string) => {
      const its = all.purchases.filter(({ at }) => new Date(at).toISOString().startsWith(year))
      return its.filter((purchase) => purchase.channel === channel).length / its.length
    }
    expect(share('web', '2026')).toBeLessThan(0.7 * share('web', '2024'))
    expect(share('mobile', '2026')).toBeGreaterThan(1.3 * share('mobile', '2024'))
  })

  test('sells tickets of shows that the cinemas play, and not after they began', () => {
    const day = addDays(TODAY, -7)
    const shows = new Set(
      embeddedCinemas.flatMap(({ id }) =>
        showsBetween(id, day, addDays(day, 1), ZONE).map((show) => `${id} ${show.filmId} ${show.startsAt.getTime()}`),
      ),
    )
    const sold = all.purchases.filter(({ show }) => show && new Date(show.at + 3_600_000).toISOString().startsWith(day))
    expect(sold.length).toBeGreaterThan(5)
    for (const { show } of sold) expect(shows).toContain(`${show!.cinema} ${show!.movie} ${show!.at}`)
    expect(all.purchases.filter(({ show, at }) => show && at > show.at)).toEqual([])
  })

  test('sells no more seats of a show than it has', { tags: ['nightly'] }, async () => {
    const seats = new Map<string, number>(
      embeddedCinemas.flatMap(({ id, screens }) => screens.map((one) => [`${id} ${one.id}`, one.seats])),
    )
    const left = new Map<string, number>(
      embeddedCinemas.flatMap(({ id }) =>
        showsBetween(id, '2026-11-17', addDays(TODAY, 4), ZONE).map(({ filmId, startsAt, screenId }) => [
          `${id} ${filmId} ${startsAt.getTime()}`,
          seats.get(`${id} ${screenId}`)!,
        ]),
      ),
    )
    for (const { show, lines } of (await make('large')).during('2026-11-17', TODAY, 0, NOW).purchases) {
      if (!show) continue
      const key = `${show.cinema} ${show.movie} ${show.at}`
      left.set(key, left.get(key)! - lines[0]!.quantity)
    }
    expect(Math.min(...left.values())).toBeGreaterThanOrEqual(0)
    expect([...left.values()].filter((free) => free < 10).length).toBeGreaterThan(10)
  })

  test('refunds about one purchase in seventy, and no more than was paid', () => {
    const share = all.refunds.length / all.purchases.length
    expect(share).toBeGreaterThan(0.01)
    expect(share).toBeLessThan(0.02)
    const bought = new Map(all.purchases.map((purchase) => [purchase.id, purchase]))
    for (const { purchase: id, at, lines } of all.refunds) {
      const purchase = bought.get(id)!
      expect(at).toBeGreaterThan(purchase.at)
      expect(lines.reduce((sum, { kobo }) => sum + kobo, 0)).toBeLessThanOrEqual(
        purchase.lines.reduce((sum, { kobo }) => sum + kobo, 0),
      )
    }
  })

  test('knows nobody real', () => {
    const people = trade.customersFrom(0, trade.customersAt(NOW))
    const guests = all.purchases.filter(({ email }) => email)
    expect(guests.length).toBeGreaterThan(100)
    for (const { email, phone } of [...people, ...guests]) {
      expect(email).toMatch(/^[a-z]+\.[a-z]+\d+@(mail\.example|post\.example|inbox\.example|example\.(com|org))$/)
      expect(phone).toMatch(/^\+234(70|80|81|90|91)\d{8}$/)
    }
    expect(new Set(people.map(({ email }) => email)).size).toBe(people.length)
  })
})

test('a plan has not the name of a loyalty tier, which means something else', () => {
  expect(DEMO_PLANS.filter(({ name }) => TIERS.some((tier: string) => tier === name))).toEqual([])
})

test.each([
  ['2024-03-31', '2024-04-10'],
  ['2025-04-20', '2025-03-31'],
  ['2026-04-05', '2026-03-20'],
])('knows Easter of %s and Eid al-Fitr of about %s', (easterSunday, eid) => {
  const holidays = holidaysOf(Number(eid.slice(0, 4)))
  expect(holidays.get(easterSunday)).toBeGreaterThan(1.3)
  expect([-1, 0, 1].some((off) => holidays.has(addDays(eid, off)))).toBe(true)
  expect(holidays.has(addDays(eid, -5))).toBe(false)
})
