import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { atMost, countCharacters, truncate, hasAtMost } from './characters.ts'

const FAMILY = '👨‍👩‍👧‍👦'

describe('characters are counted as people count them', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['🎬🎬', 2],
    [FAMILY, 1],
    ['👩🏽‍🍳', 1],
    ['🇳🇬', 1],
    ['Ọ̀ṣun', 4],
    ['a\u0301\u0323', 1],
    ['한국', 2],
  ])('%s has %d', (text, count) => expect(countCharacters(text)).toBe(count))

  test('a text has at most so many', () => {
    expect([hasAtMost('🎬'.repeat(100), 100), hasAtMost('🎬'.repeat(101), 100)]).toEqual([true, false])
    expect([hasAtMost(FAMILY.repeat(60), 100), hasAtMost('a'.repeat(101), 100)]).toEqual([true, false])
  })

  test('marks cannot be stacked without end', () => {
    expect(hasAtMost(`a${'\u0301'.repeat(799)}`, 100)).toBe(true)
    expect(hasAtMost(`a${'\u0301'.repeat(800)}`, 100)).toBe(false)
    const start = performance.now()
    expect(hasAtMost(`a${'\u0301'.repeat(5_000_000)}`, 100)).toBe(false)
    expect(performance.now() - start).toBeLessThan(1000)
  })
})

test.each([
  ['abcdef', 6, 'abcdef'],
  ['abcdefg', 6, 'abcde…'],
  ['abcd efg', 6, 'abcd…'],
  ['🎬🎬🎬', 3, '🎬🎬🎬'],
  ['🎬🎬🎬🎬', 3, '🎬🎬…'],
  [FAMILY.repeat(3), 2, `${FAMILY}…`],
])('%s is cut to %d as %s', (text, most, result) => expect(truncate(text, most)).toBe(result))

test('the check says how many, and the shape does', () => {
  const schema = z.string().check(atMost(2))
  expect(z.safeParse(schema, '🎬🎬').success).toBe(true)
  expect(z.safeParse(schema, 'abc').error?.issues[0]?.message).toBe('At most 2 characters')
  expect(z.toJSONSchema(schema)).toMatchObject({ type: 'string', maxLength: 2 })
})
