import { expect, test } from 'vitest'
import { truncate } from '#contract/characters.ts'
import { imageProblem, leadsTo, messages } from '../rules.ts'
import type { Notification } from '../contract.ts'
import { copyOf, draftProblems, EMPTY, firstMoment, momentOf, momentProblem, toForm } from './draft.ts'

const LAGOS = 'Africa/Lagos'
const NOW = new Date('2026-11-21T22:40:00.000Z')

test('what is typed is the time of the chain, around midnight too', () => {
  expect(momentOf('2026-11-22T00:30', LAGOS)?.toISOString()).toBe('2026-11-21T23:30:00.000Z')
  expect(momentOf('2026-11-21T23:30', LAGOS)?.toISOString()).toBe('2026-11-21T22:30:00.000Z')
  expect(firstMoment(NOW, LAGOS)).toBe('2026-11-22T01:00')
})

test.each([
  ['', messages.empty],
  ['2026-11-22T', messages.empty],
  ['2026-11-21T23:39', messages.past],
  ['2026-11-21T23:40', undefined],
  ['2026-11-22T00:00', undefined],
])('the moment %s: %s', (moment, problem) => expect(momentProblem(moment, LAGOS, NOW)).toBe(problem))

test('no moment is in quiet hours, which may go over midnight', () => {
  const limits = { per_week: null, quiet_from: '21:00', quiet_to: '08:00' }
  const problem = (clock: string) => momentProblem(`2026-11-22T${clock}`, LAGOS, NOW, limits)
  expect(['20:59', '08:00'].map(problem)).toEqual([undefined, undefined])
  for (const clock of ['21:00', '23:59', '00:00', '07:59'])
    expect(problem(clock)).toBe('Choose a time outside quiet hours, 21:00 to 08:00')
})

// Clauses: operations 280
test('space at the ends is no text, and an email is asked of a test alone', () => {
  expect(draftProblems({ ...EMPTY, title: ' ', body: 'b' })).toEqual({ title: messages.empty, email: messages.empty })
  expect(draftProblems({ ...EMPTY, title: ' t ', body: 'b', audience: 'ALL-USERS', email: 'x' })).toEqual({})
})

// Clauses: operations 373, 375
test('the form has the fields of the specification', () => {
  const form = toForm({ ...EMPTY, title: ' Hi ', moment: '2026-11-22T18:30' }, { code: 'ABCD2345', version: undefined })
  expect(Object.fromEntries(form)).toEqual({
    title: 'Hi',
    body: '',
    link: '',
    audience: 'TEST-USER',
    audience_id: '',
    control_percent: '0',
    email: '',
    name: '',
    is_scheduled: 'true',
    schedule_date: '2026-11-22',
    schedule_time: '18:30',
    code: 'ABCD2345',
  })
  expect(toForm(EMPTY, {}).get('is_scheduled')).toBe('false')
})

// Clauses: operations 287
test.each([
  [{ type: 'image/png', bytes: 1024 * 1024, width: 300, height: 200 }, undefined],
  [{ type: 'image/gif', bytes: 1, width: 300, height: 200 }, messages.imageType],
  [{ type: 'image/jpeg', bytes: 1024 * 1024 + 1, width: 300, height: 200 }, messages.imageBytes],
  [{ type: 'image/jpeg', bytes: 1, width: 299, height: 900 }, messages.imageSize],
  [{ type: 'image/jpeg', bytes: 1, width: 900, height: 199 }, messages.imageSize],
])('an image of %j: %s', (image, problem) => expect(imageProblem(image)).toBe(problem))

// Clauses: operations 48
test('a text is cut between its letters', () => {
  expect(truncate('x'.repeat(45), 45)).toBe('x'.repeat(45))
  expect(truncate('x'.repeat(46), 45)).toBe(`${'x'.repeat(44)}…`)
  expect(truncate('🎬🎬🎬', 2)).toBe('🎬…')
})

test('a link carries the code; without one it leads to the shop, where there is one', () => {
  expect(leadsTo('https://a.example/?x=1', 'CODE', undefined)).toBe('https://a.example/?x=1&referral_code=CODE')
  expect(leadsTo('', 'CODE', 'https://shop.example/{movie_id}')).toBe('https://shop.example/?referral_code=CODE')
  expect(leadsTo('', 'CODE', undefined)).toBeUndefined()
})

test('another one like it says the same to the test user, and has no time', () => {
  const sent = {
    title: 'Half price',
    body: 'From eight on',
    link: 'https://shop.example/a',
    image: '/a.jpg',
    name: 'Deal',
  }
  const original = {
    ...sent,
    audience: 'ALL-USERS',
    email: '',
    audience_id: null,
    control_percent: 10,
    schedule_date: '2026-11-21',
    schedule_time: '18:30',
  }
  expect(copyOf(original as Notification)).toEqual({ ...EMPTY, ...sent })
})
