import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { CODE_ALPHABET, randomCode } from './code.ts'

test('a code has the length that was asked for, and letters that cannot be taken for others', () => {
  for (const length of [1, 8, 40]) {
    const code = randomCode(length, randomBytes)
    expect(code).toHaveLength(length)
    expect([...code].every((letter) => CODE_ALPHABET.includes(letter))).toBe(true)
  }
  expect(CODE_ALPHABET).not.toMatch(/[01258BDILOQSZ]/)
})

// ASVS: 11.5.1
test('every letter is as likely as any other: bytes that would favour some are passed over', () => {
  const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  const fair = 256 - (256 % CODE_ALPHABET.length)
  const code = randomCode(fair, () => everyByte)
  const counts = new Set([...CODE_ALPHABET].map((letter) => code.split(letter).length - 1))
  expect([...counts]).toEqual([fair / CODE_ALPHABET.length])
})
