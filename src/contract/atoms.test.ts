import { describe, expect, test } from 'vitest'
import { isWebAddress } from './atoms.ts'

describe('an address on the web', () => {
  test.each(['https://chain.example/a?b#c', 'http://chain.example', '/api/files/image-1.jpg', '/a'])(
    '%s is one',
    (address) => expect(isWebAddress(address)).toBe(true),
  )
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
  ])('%s is none', (address) => expect(isWebAddress(address)).toBe(false))
})
