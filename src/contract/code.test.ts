import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { CODE_ALPHABET, randomCode } from './code.ts'

test('returns a code of the requested length without look-alike characters', () => {
  for (const length of [1, 8, 40]) {
    const code = randomCode(length, randomBytes)
    expect(code).toHaveLength(length)
    expect([...code].every((letter) => CODE_ALPHABET.includes(letter))).toBe(true)
  }
  expect(CODE_ALPHABET).not.toMatch(/[01258BDILOQSZ]/)
})

// ASVS: 11.5.1
test('skips bytes that would make some characters likelier', () => {
  const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  const fair = 256 - (256 % CODE_ALPHABET.length)
  const code = randomCode(fair, () => everyByte)
  const counts = new Set([...CODE_ALPHABET].map((letter) => code.split(letter).length - 1))
  expect([...counts]).toEqual([fair / CODE_ALPHABET.length])
})
