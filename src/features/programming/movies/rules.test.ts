import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, toFormDay } from '#contract/time.ts'
import {
  castErrors,
  comingSoonDay,
  draftErrors,
  isCastImage,
  isNeeded,
  isRuntimeTyping,
  isYearTyping,
  messages,
  nextCastOrder,
  REQUIRED_LABELS,
  saysYes,
  splitTerms,
  IMPORT_FIELDS,
  importLabel,
  type MovieDraft,
  titleWithoutMarks,
} from './rules.ts'

const complete: MovieDraft = {
  title: 'Citation',
  overview: 'A student speaks up.',
  genres: ['Drama'],
  trailerURL: 'https://video.example/1',
  posterImage: '/api/files/a.jpg',
  posterImageSmall: '/api/files/b.jpg',
  backdropImage: '/api/files/c.jpg',
  backdropImageSmall: '/api/files/d.jpg',
  casts: [],
  releaseYear: '2020',
  featureLength: '151',
  upcoming: 'false',
  openingDate: '',
  censorRating: '15',
  isApproved: false,
  imported: [],
}

describe('the movie form', () => {
  // Clauses: core 83, 119
  test('a complete draft is submittable', () => expect(draftErrors(complete)).toEqual({}))

  // Clauses: core 119, 124, 127, 129
  test.each([
    ['title', ' ', 'Title is empty'],
    ['overview', '', 'Description is empty'],
    ['genres', [], 'Field is empty'],
    ['genres', [''], 'Field is empty'],
    ['trailerURL', '', 'URL is empty'],
    ['trailerURL', 'javascript:alert(1)', 'URL is not a web address'],
    ['posterImage', '', 'Field is empty'],
    ['posterImageSmall', '', 'Field is empty'],
    ['backdropImage', '', 'Field is empty'],
    ['backdropImageSmall', '', 'Field is empty'],
    ['releaseYear', '', 'Release year is empty'],
    ['releaseYear', '0', 'Release year cannot be 0'],
    ['releaseYear', '10000', messages.yearDigits],
    ['releaseYear', '19x0', messages.yearDigits],
    ['featureLength', '', 'Runtime is empty'],
    ['featureLength', '1.5', messages.runtimeDigits],
  ] as const)('%s %j: %s', (field, value, message) => {
    expect(draftErrors({ ...complete, [field]: value })).toEqual({ [field]: message })
  })

  test('an upcoming one needs its opening date', () => {
    expect(draftErrors({ ...complete, upcoming: 'true' })).toEqual({ openingDate: 'Field is empty' })
    expect(draftErrors({ ...complete, upcoming: 'true', openingDate: '12-24-2026' })).toEqual({})
  })

  // Clauses: core 83
  test('every field that is required has a label', () => {
    const empty = Object.fromEntries(Object.entries(complete).map(([key]) => [key, ''])) as unknown as MovieDraft
    const wrong = Object.keys(draftErrors({ ...empty, genres: [], casts: [] }))
    expect(wrong.sort()).toEqual(Object.keys(REQUIRED_LABELS).sort())
  })

  test('all that can be taken from the movie database has a label; approval needs all of it but the cast', () => {
    expect(IMPORT_FIELDS.map(importLabel).sort()).toEqual([...Object.values(REQUIRED_LABELS), 'Cast'].sort())
    expect(IMPORT_FIELDS.filter((field) => !isNeeded(field))).toEqual(['cast'])
  })

  // Clauses: core 130-131
  test('what may be typed in a year or runtime', () => {
    for (const value of ['', '2', '2026']) expect(isYearTyping(value) && isRuntimeTyping(value)).toBe(true)
    for (const value of ['20261', '-1', '1e3', ' 1', '٣'])
      expect(isYearTyping(value) || isRuntimeTyping(value)).toBe(false)
  })
})

describe('cast', () => {
  // Clauses: core 116
  test('a new member comes after all others', () => {
    expect(nextCastOrder([])).toBe(0)
    fc.assert(
      fc.property(fc.array(fc.record({ order: fc.nat() }), { minLength: 1 }), (casts) => {
        const order = nextCastOrder(casts)
        expect(casts.every((member) => member.order < order)).toBe(true)
        expect(casts.some((member) => member.order === order - 1)).toBe(true)
      }),
    )
  })

  // Clauses: core 134
  test.each([
    'https://a.example/b.jpg',
    'http://a.example/b.PNG?x=1',
    '/api/files/c.jpeg',
    'https://a.example/d.gif#e',
  ])('%s is an image', (value) => expect(isCastImage(value)).toBe(true))
  // Clauses: core 134
  test.each([
    '',
    'a.jpg',
    'https://a.example/b.webp',
    'ftp://a.example/b.jpg',
    '//a.example/b.jpg',
    'https://a.example/?b.jpg',
  ])('%j is none', (value) => expect(isCastImage(value)).toBe(false))

  // Clauses: core 75, 133
  test('the dialog names each empty field', () => {
    expect(castErrors({ firstName: '', lastName: ' ', character: '', image: 'x' })).toEqual({
      firstName: 'Firstname is empty',
      lastName: 'Lastname is empty',
      character: 'Character is empty',
      image: 'Invalid URL (*must end with jpg|jpeg|png|gif)',
    })
    expect(castErrors({ firstName: 'Temi', lastName: 'Otedola', character: 'Moremi', image: '/a.jpg' })).toEqual({})
  })
})

describe('the coming-soon date', () => {
  test('both ways of writing a day mean the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), (days) => {
        const day = addDays('2000-01-01', days)
        expect(comingSoonDay(true, day)).toEqual({ day })
        expect(comingSoonDay(true, ` ${toFormDay(day)} `)).toEqual({ day })
        expect(comingSoonDay(false, day)).toEqual({ day: null })
      }),
    )
  })

  // Clauses: core 118
  test('is needed when coming soon, and is nothing when not', () => {
    for (const none of ['', '  ', null, undefined]) {
      expect(comingSoonDay(true, none)).toEqual({ error: 'Opening date is empty' })
      expect(comingSoonDay(false, none)).toEqual({ day: null })
    }
  })

  test.each(['24-12-2026', '2026-02-30', '02-30-2026', '24/12/2026', 'soon', '2026-12-24T00:00:00Z'])(
    '%s is no date',
    (text) => {
      expect(comingSoonDay(true, text)).toEqual({ error: messages.openingDateForm })
    },
  )
})

test('words with commas are a list, each once', () => {
  expect(splitTerms(' Drama,Comedy , ,Drama,')).toEqual(['Drama', 'Comedy'])
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(splitTerms(splitTerms(text).join(', '))).toEqual(splitTerms(text))
    }),
  )
})

test('yes and no as earlier programs say them', () => {
  for (const yes of [true, 1, 'yes', 'Yes', ' true ', '1']) expect(saysYes(yes)).toBe(true)
  for (const no of [false, 0, 'no', '', null, undefined, {}, 'nope', 2]) expect(saysYes(no)).toBe(false)
})

test.each([
  ['Jaws (2D)', 'Jaws'],
  ['Ant-Man 3D', 'Ant-Man'],
  ['Woman King, The', 'The Woman King'],
  ['Black Book, The (2D) [IMAX]', 'The Black Book'],
  ['2D', '2D'],
  ['Room 3D, A', 'A Room 3D'],
  ['Chief Daddy 2: Going for Broke', 'Chief Daddy 2: Going for Broke'],
])('%s is searched for as %s', (title, bare) => {
  expect(titleWithoutMarks(title)).toBe(bare)
})
