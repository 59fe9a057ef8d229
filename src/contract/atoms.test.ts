import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isWebAddress, name, text } from './atoms.ts'

describe('text', () => {
  test.each([
    ['\u202Egro.mets\u202C', 'gro.mets'],
    ['\u2067Ada\u2069', 'Ada'],
    ['A\u0007da\u009F\u007F', 'Ada'],
    ['\u200B\uFEFF Ada \u200B', 'Ada'],
    ['Ada\u200D', 'Ada'],
    ['علی\u200Cرضا', 'علی\u200Cرضا'],
    ['👩\u200D🍳', '👩\u200D🍳'],
    ['e\u0301', '\u00e9'],
    ['one\n\ttwo', 'one\n\ttwo'],
  ])('stores %j as %j', (typed, stored) => expect(z.parse(text(100), typed)).toBe(stored))

  test.each(['\u202E\u202C', '\u200D', '\u200B \u200F'])('rejects %j as empty', (typed) =>
    expect(z.safeParse(name(100, 'Name is empty'), typed).error?.issues[0]?.message).toBe('Name is empty'),
  )
})

test('limits a text in characters as people count them', () => {
  expect(z.safeParse(text(100), '🎬'.repeat(60)).success).toBe(true)
  expect(z.safeParse(text(100), '🎬'.repeat(101)).error?.issues[0]?.message).toBe('Enter up to 100 characters')
})

describe('isWebAddress', () => {
  test.each(['https://chain.example/a?b#c', 'http://chain.example', '/api/files/image-1.jpg', '/a'])(
    'accepts %s',
    (address) => expect(isWebAddress(address)).toBe(true),
  )
  // ASVS: 1.2.2, 3.7.2
  test.each([
    '/\\evil.example',
    '//evil.example',
    '/a\\b',
    '/',
    'https://ada:secret@chain.example',
    'https://ada@chain.example',
    'https://:secret@chain.example',
    'javascript:alert(1)',
    'data:text/html,x',
  ])('rejects %s', (address) => expect(isWebAddress(address)).toBe(false))
})
