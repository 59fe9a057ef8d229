import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { atMost, countCharacters, truncate, hasAtMost } from './characters.ts'

const FAMILY = '👨‍👩‍👧‍👦'

describe('countCharacters and hasAtMost', () => {
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
  ])('counts the characters of %s as %d', (text, count) => expect(countCharacters(text)).toBe(count))

  test('compares the number of characters with a limit', () => {
    expect([hasAtMost('🎬'.repeat(100), 100), hasAtMost('🎬'.repeat(101), 100)]).toEqual([true, false])
    expect([hasAtMost(FAMILY.repeat(60), 100), hasAtMost('a'.repeat(101), 100)]).toEqual([true, false])
  })

  test('rejects unlimited marks on one letter, within a second', () => {
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
])('truncates %s to %d as %s', (text, most, result) => expect(truncate(text, most)).toBe(result))

test('names the limit in the error and in the JSON schema', () => {
  const schema = z.string().check(atMost(2))
  expect(z.safeParse(schema, '🎬🎬').success).toBe(true)
  expect(z.safeParse(schema, 'abc').error?.issues[0]?.message).toBe('Enter up to 2 characters')
  expect(z.toJSONSchema(schema)).toMatchObject({ type: 'string', maxLength: 2 })
})
