import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  audienceProblems,
  describeAudience,
  conditionProblem,
  describeCondition,
  emptyCondition,
  FIELDS,
  isInQuietHours,
  messages,
  specOf,
  type Condition,
  type Field,
} from './audience-rules.ts'

const one = (field: Field, more: Partial<Condition> = {}): Condition => ({ ...emptyCondition(field), ...more })

describe('a condition', () => {
  test.each<[Condition, string]>([
    [one('bought', { any: ['1', '2'], days: 90 }), 'bought at Lekki or Ikeja in the last 90 days'],
    [one('bought', { days: 1 }), 'bought in the last 1 day'],
    [one('bought', { not: true, days: null }), 'did not buy'],
    [one('genre', { any: ['Horror', 'Thriller', 'Crime'], days: null }), 'saw Horror, Thriller or Crime'],
    [one('movie', { any: ['HO1'], not: true, days: 30 }), 'did not see Anikulapo in the last 30 days'],
    [one('movie', { any: ['gone'], days: null }), 'saw gone'],
    [one('last_purchase', { from: 45, to: 90 }), 'last bought 45 to 90 days ago'],
    [one('last_purchase', { from: 45 }), 'last bought at least 45 days ago'],
    [one('spend', { from: 10_000, days: 90 }), 'spent at least ₦10,000 in the last 90 days'],
    [one('spend', { to: 500.5, days: null }), 'spent at most ₦500.50'],
    [one('subscription', { any: ['active'] }), 'have a subscription'],
    [one('subscription', { any: ['ended', 'never'] }), 'had a subscription that ended or never had a subscription'],
    [one('plan', { any: ['Duo'] }), 'have the plan Duo'],
    [one('tier', { any: ['1', '2'] }), 'are Buff or Fanatic'],
    [one('home', { any: ['7'] }), 'have a default cinema in Lagos'],
    [one('app'), 'have the app'],
    [one('app', { not: true, any: ['ios'] }), 'do not have the app on iOS'],
    [one('joined', { to: 1 }), 'joined at most 1 day ago'],
  ])('%j reads as a part of a sentence', (condition, text) => {
    const names = { 'cinema:1': 'Lekki', 'cinema:2': 'Ikeja', 'movie:HO1': 'Anikulapo', 'state:7': 'Lagos' }
    expect(describeCondition(condition, names)).toBe(text)
    expect(conditionProblem(condition)).toBeUndefined()
  })

  test.each<[Condition, string]>([
    [one('genre'), messages.noAny],
    [one('genre', { any: ['Ghosts'] }), 'Ghosts not found'],
    [one('tier', { any: ['3'] }), '3 not found'],
    [one('tier', { any: ['0'], not: true }), 'Points tier takes no opposite'],
    [one('spend', { any: ['1'], from: 1 }), 'Spend takes no values'],
    [one('tier', { any: ['0'], days: 3 }), 'Points tier takes no days'],
    [one('tier', { any: ['0'], from: 3 }), 'Points tier takes no range'],
    [one('bought', { days: 0 }), messages.badDays],
    [one('bought', { days: 1.5 }), messages.badDays],
    [one('last_purchase'), messages.noRange],
    [one('last_purchase', { from: 90, to: 45 }), messages.badRange],
    [one('last_purchase', { from: -1 }), messages.badAgo],
    [one('spend', { from: 0.001 }), messages.badNaira],
    [one('bought', { any: Array.from({ length: 51 }, (_, n) => String(n)) }), messages.manyAny],
  ])('%j is refused: %s', (condition, problem) => expect(conditionProblem(condition)).toBe(problem))

  test('of every kind says what it takes, and an empty range never passes', () => {
    for (const field of FIELDS) {
      const { range, of, isOpen } = specOf(field)
      const isComplete = !range && (of === undefined || isOpen === true)
      expect(conditionProblem(one(field)) === undefined).toBe(isComplete)
    }
  })
})

test('an audience is one sentence, needs a name and a condition', () => {
  expect(describeAudience([one('bought'), one('app'), one('tier', { any: ['2'] })])).toBe(
    'Customers who bought in the last 90 days, have the app and are Fanatic',
  )
  expect(audienceProblems({ name: ' ', conditions: [] })).toEqual({
    name: messages.noName,
    conditions: messages.noConditions,
  })
  const many = Array.from({ length: 13 }, () => one('app'))
  expect(audienceProblems({ name: 'A', conditions: many }).conditions).toBe(messages.manyConditions)
})

test('quiet hours are a part of the day and their complement is the rest of it', () => {
  const clock = fc
    .integer({ min: 0, max: 1439 })
    .map((n) => `${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`)
  fc.assert(
    fc.property(clock, clock, clock, (from, to, at) => {
      fc.pre(from !== to)
      const limits = (quiet_from: string, quiet_to: string) => ({ per_week: null, quiet_from, quiet_to })
      expect(isInQuietHours(limits(from, to), at)).toBe(!isInQuietHours(limits(to, from), at))
      expect(isInQuietHours(limits('', ''), at)).toBe(false)
    }),
  )
})
