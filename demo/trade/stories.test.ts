/** What is to be found in the demo chain's figures, on whatever day it is loaded. */
import { beforeAll, describe, expect, test } from 'vitest'
import { cinemaWeek } from '#contract/cinema-week.ts'
import { addDays, dayOf, type Day } from '#contract/time.ts'
import { FALLING, STILL, stillOn, talkedOf } from './stories.ts'
import { DemoTrade, type Trade } from './trade.ts'

const ZONE = 'Africa/Lagos'

describe.each(['2026-11-21', '2027-02-03', '2026-07-16'])('loaded on %s', (today) => {
  const origin = new Date(`${today}T09:00:00Z`)
  let recent: Trade
  let before: Trade
  beforeAll(async () => {
    const trade = await DemoTrade.make({ origin, size: 'normal', seed: 1, zone: ZONE }, origin)
    recent = trade.during(addDays(today, -30), addDays(today, -1), 0, origin.getTime())
    before = trade.during(addDays(today, -130), addDays(today, -101), 0, origin.getTime())
  })
  const tickets = (trade: Trade, isSuch: (of: { cinema: string; movie: string; day: Day }) => boolean) =>
    trade.purchases.reduce((sum, { show, cinema, at, lines }) => {
      const sold = lines.filter(({ kind }) => kind === 'ticket').reduce((all, { quantity }) => all + quantity, 0)
      return show && isSuch({ cinema: cinema!, movie: show.movie, day: dayOf(at, ZONE) }) ? sum + sold : sum
    }, 0)
  const share = (trade: Trade, cinema: string) =>
    tickets(trade, (of) => of.cinema === cinema) / tickets(trade, () => true)

  test('a cinema falls behind the others', () => {
    expect(share(recent, FALLING)).toBeLessThan(0.65 * share(before, FALLING))
  })

  test('a film that opened to nobody grows from week to week', () => {
    const film = talkedOf(today)!
    const thisWeek = cinemaWeek(today, 'friday').from
    const inWeek = (week: number) => {
      const from = addDays(thisWeek, -7 * week)
      return tickets(recent, ({ movie, day }) => movie === film && day >= from && day < addDays(from, 7))
    }
    expect(inWeek(1)).toBeGreaterThan(1.2 * inWeek(2))
    expect(inWeek(1)).toBeGreaterThan(20)
  })

  test('a till stood still for an afternoon, while the shop sold on', () => {
    const day = [...Array(15).keys()].map((n) => addDays(today, -n)).find((one) => stillOn(one, today))!
    const [from, until] = stillOn(day, today)!
    const sold = (channel: string, on: Day) =>
      recent.purchases.filter((purchase) => {
        const hour = new Date(purchase.at + 3_600_000).getUTCHours()
        return (
          purchase.cinema === STILL &&
          dayOf(purchase.at, ZONE) === on &&
          hour >= from &&
          hour < until &&
          (purchase.channel === 'not_specified') === (channel === 'counter')
        )
      }).length
    expect(sold('counter', day)).toBe(0)
    expect(sold('online', day)).toBeGreaterThan(0)
  })
})
