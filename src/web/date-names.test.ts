import { expect, it } from 'vitest'
import { dateLanguages } from '#contract/date-language.ts'
import { datesIn, dateNamesIn } from './date-names.ts'

const days = (count: number, of: (at: number) => number, options: Intl.DateTimeFormatOptions, language: string) =>
  Array.from({ length: count }, (_, at) =>
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options }).format(of(at)),
  )
const months = (length: 'long' | 'short', language: string) =>
  days(12, (at) => Date.UTC(2026, at, 3), { month: length }, language)
/** 1 March 2026 was a Sunday. */
const weekdays = (length: 'long' | 'short', language: string) =>
  days(7, (at) => Date.UTC(2026, 2, at + 1), { weekday: length }, language)

it.each(dateLanguages)('the words of dates in %s are those of the Unicode repository', (language) => {
  expect(Intl.DateTimeFormat.supportedLocalesOf(language)).toEqual([language])
  const names = dateNamesIn(language)
  expect(names.months).toEqual(months('long', language))
  // Yoruba's short months are the long ones there, with the word for a month before each.
  expect(names.monthsShort).toEqual(months('short', language).map((name) => name.replace(/^Oṣù /, '')))
  expect(names.weekdays).toEqual(weekdays('long', language))
  expect(names.weekdaysShort).toEqual(weekdays('short', language))
  expect(new Set(names.weekdaysMin).size).toBe(7)
  expect(new Set(names.monthsShort).size).toBe(12)
  for (const [at, min] of names.weekdaysMin.entries()) expect(names.weekdays[at]![0]).toBe(min[0])
})

it('no language speaks another one’s words', () => {
  const of = dateLanguages.map((language) => dateNamesIn(language).months.join())
  expect(new Set(of).size).toBe(dateLanguages.length)
})

it.each([
  ['en', 'Monday 30 November 2026', 'Nov', 'Mon', 'November 2026', '30 November – 6 December 2026'],
  ['fr', 'lundi 30 novembre 2026', 'nov.', 'lun.', 'novembre 2026', '30 novembre – 6 décembre 2026'],
  ['yo', 'Ajé 30 Oṣù Bélú 2026', 'Bélú', 'Ajé', 'Oṣù Bélú 2026', '30 Oṣù Bélú – 6 Oṣù Ọ̀pẹ̀ 2026'],
  ['ig', 'Mọnde 30 Novemba 2026', 'Nov', 'Mọn', 'Novemba 2026', '30 Novemba – 6 Disemba 2026'],
  ['ha', 'Litinin 30 Nuwamba 2026', 'Nuw', 'Lit', 'Nuwamba 2026', '30 Nuwamba – 6 Disamba 2026'],
] as const)('dates in words: %s', (language, full, short, weekday, month, span) => {
  const dates = datesIn(language)
  const day = '2026-11-30'
  expect([dates.full(day), dates.monthShort(day), dates.weekday(day), dates.month(day)]).toEqual([
    full,
    short,
    weekday,
    month,
  ])
  expect(dates.span(day, '2026-12-06')).toBe(span)
})

it('a span says each month and year once', () => {
  const { span, brief } = datesIn('en')
  expect(span('2026-11-16', '2026-11-22')).toBe('16 – 22 November 2026')
  expect(span('2026-12-28', '2027-01-03')).toBe('28 December 2026 – 3 January 2027')
  expect(brief('2026-11-01')).toBe('Sunday 1 November')
})
