import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/time.ts'
import { embeddedCinemas } from './cinemas.ts'
import { plannedOn } from './changes.ts'
import { sessionOf, showsBetween } from './programme.ts'

const ZONE = 'Africa/Lagos'
const day = fc.integer({ min: 0, max: 1500 }).map((n) => addDays('2026-01-01', n))
const cinema = fc.constantFrom(...embeddedCinemas.map(({ id }) => id))
const plan = (id: string, on: string, seen: string) => plannedOn(seen, id, on, addDays(on, 1), ZONE)

it('on its day the programme is what is played', () => {
  fc.assert(
    fc.property(cinema, day, (id, on) => {
      expect(plan(id, on, on)).toEqual(showsBetween(id, on, addDays(on, 1), ZONE).map(sessionOf))
    }),
  )
})

it('no show that tickets are sold for changes: none of three days ahead is added or moved, and early shows alone are called off', () => {
  fc.assert(
    fc.property(cinema, day, fc.integer({ min: 0, max: 3 }), (id, on, ahead) => {
      const played = new Map(plan(id, on, on).map((session) => [session.id, session]))
      const planned = plan(id, on, addDays(on, -ahead))
      expect(planned.filter(({ id: one }) => !one.endsWith('99'))).toEqual([...played.values()])
      for (const early of planned.filter(({ id: one }) => one.endsWith('99')))
        expect([...played.values()].every(({ startsAt }) => early.endsAt < startsAt)).toBe(true)
    }),
  )
})

it('on nearly every day something of the next two weeks is called off, moved and added', () => {
  const days = Array.from({ length: 30 }, (_, n) => addDays('2026-11-01', n))
  const changed = days.map((today) => {
    const seen = (on: string) =>
      new Map(
        embeddedCinemas.flatMap(({ id }) =>
          plannedOn(on, id, today, addDays(today, 13), ZONE).map((one) => [`${id} ${one.id}`, one.startsAt.getTime()]),
        ),
      )
    const [before, now] = [seen(addDays(today, -1)), seen(today)]
    return (
      [...before.keys()].some((key) => !now.has(key)) &&
      [...now.keys()].some((key) => !before.has(key)) &&
      [...now].some(([key, at]) => before.has(key) && before.get(key) !== at)
    )
  })
  expect(changed.filter(Boolean).length).toBeGreaterThan(25)
})

it('no two showings of a cinema share an id or a film and a time', () => {
  fc.assert(
    fc.property(cinema, day, (id, seen) => {
      const all = plannedOn(seen, id, seen, addDays(seen, 14), ZONE)
      expect(new Set(all.map((one) => one.id)).size).toBe(all.length)
      expect(new Set(all.map(({ filmId, startsAt }) => `${filmId} ${startsAt.getTime()}`)).size).toBe(all.length)
      expect(all.every(({ startsAt, endsAt }) => startsAt < endsAt && dayOf(startsAt, ZONE) >= seen)).toBe(true)
    }),
    // A day on which a show would be moved to when another of its film begins.
    { numRuns: 40, examples: [['0056', '2026-04-27']] },
  )
})
