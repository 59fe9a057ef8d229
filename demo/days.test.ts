import { expect, test } from 'vitest'
import { addDays, weekdayOf, type Day } from '#contract/time.ts'
import { eventsOn } from '#demo/parts/events.ts'
import { pushesOn } from '#demo/parts/notifications.ts'
import { offersOn } from '#demo/parts/promotions.ts'
import { isInSchoolHolidays, lastDate, lastWeekday, nextDate, nextSchoolHolidays, nextWeekday } from './days.ts'

/** A text of the demo with the first and the last day of what it tells of, or the day on which it is sent. */
type DayText = { text: string; first?: Day; last?: Day }

/** What ends at midnight has the day before for its last. */
const lastOf = (until: [Day, string] | undefined) => until && (until[1] === '00:00' ? addDays(until[0], -1) : until[0])

const textsOn = (today: Day): DayText[] => [
  ...offersOn(today).map(({ title, description, from, until }) => ({
    text: `${title}. ${description}`,
    first: from?.[0],
    last: lastOf(until),
  })),
  ...eventsOn(today).map(({ name, description, at: [day] }) => ({
    text: `${name}. ${description}`,
    first: day,
    last: day,
  })),
  ...pushesOn(today).map(({ title, body, day }) => ({ text: `${title}. ${body}`, first: day, last: day })),
]

const isDate = (date: string) => (_: DayText, first: Day, last: Day) => first.endsWith(date) && last === first
const isOnWeekday =
  (...weekdays: number[]) =>
  (_: DayText, first: Day, last: Day) =>
    first === last && weekdays.includes(weekdayOf(first))

/** What a text names, and what must be so of its days. */
const NAMED: [pattern: RegExp, isSo: (dayText: DayText, first: Day, last: Day) => boolean][] = [
  [/Independence|first of October/, isDate('-10-01')],
  [/Valentine|fourteenth of February/, isDate('-02-14')],
  [/Children's Day/, isDate('-05-27')],
  [/Christmas/, isDate('-12-25')],
  [/New Year/, isDate('-01-01')],
  [/December/, (_, first, last) => first.endsWith('-12-01') && last === `${first.slice(0, 4)}-12-31`],
  [
    /school holidays/i,
    (_, first, last) =>
      isInSchoolHolidays(first) &&
      isInSchoolHolidays(last) &&
      !isInSchoolHolidays(addDays(first, -1)) &&
      !isInSchoolHolidays(addDays(last, 1)),
  ],
  [/Family Sunday/, isOnWeekday(0)],
  [/Weekend offer/, isOnWeekday(5, 6, 0)],
  [/Thursdays start/, isOnWeekday(4)],
  [/this Saturday/, isOnWeekday(1, 2, 3, 4, 5)],
  [/Saturdays and Sundays/, ({ first }, _, last) => !first && weekdayOf(last) === 0],
]
const NAMES_A_DAY =
  /(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|weekend|payday|January|February|April|June|July|August|September|October|November|December|Independence|Valentine|Christmas|New Year|Easter|Good Friday|Eid|Sallah|Children's Day|Democracy|Workers' Day|Mother's|Father's|school holiday/i

const everyDay = Array.from({ length: 800 }, (_, at) => addDays('2026-11-21', at))

test('what a text of the demo names falls on the day that it names, whatever day the demo is loaded on', () => {
  const wrong = everyDay.flatMap((today) =>
    textsOn(today)
      .filter(({ text, first, last }) => NAMES_A_DAY.test(text) && (first ?? last))
      .flatMap((dayText) => {
        const rules = NAMED.filter(([pattern]) => pattern.test(dayText.text))
        const [first, last] = [dayText.first ?? dayText.last!, dayText.last ?? dayText.first!]
        const isRight = rules.length > 0 && rules.every(([, isSo]) => isSo(dayText, first, last))
        return isRight ? [] : [`${today}: ${dayText.text} ${first} to ${last}`]
      }),
  )
  expect(wrong).toEqual([])
})

test('what is to come is to come, and what is over is over', () => {
  for (const today of everyDay) {
    const offer = (title: string) => offersOn(today).find((one) => one.title.startsWith(title))!
    expect(lastOf(offer('Independence').until)! < today, today).toBe(true)
    expect(offer('Family bucket').until![0] > today, today).toBe(true)
    expect(offer('Valentine').from![0] >= today, today).toBe(true)
    expect(offer('School holiday').from![0] > today, today).toBe(true)
    expect(lastOf(offer('Detty').until)! >= today, today).toBe(true)
    expect(eventsOn(today).find(({ name }) => name === 'Family Sunday')!.at[0] > today, today).toBe(true)
    for (const { state, day } of pushesOn(today)) expect(day > today, today).toBe(state === 'scheduled')
  }
})

test('named days come next, or were last', () => {
  expect([nextDate('2026-02-14', '02-14'), nextDate('2026-02-15', '02-14')]).toEqual(['2026-02-14', '2027-02-14'])
  expect([lastDate('2026-10-01', '10-01'), lastDate('2026-10-02', '10-01')]).toEqual(['2025-10-01', '2026-10-01'])
  // 22/11/2026 is a Sunday.
  expect([nextWeekday('2026-11-22', 0), nextWeekday('2026-11-23', 0)]).toEqual(['2026-11-22', '2026-11-29'])
  expect([lastWeekday('2026-11-22', 0), lastWeekday('2026-11-21', 0)]).toEqual(['2026-11-22', '2026-11-15'])
  expect(nextSchoolHolidays('2026-12-15')).toEqual(['2026-12-16', '2027-01-06'])
  expect(nextSchoolHolidays('2026-12-16')).toEqual(['2027-07-22', '2027-09-08'])
})
