import { expect, it } from 'vitest'
import { linked } from './linked.ts'

it('finds the addresses in a text', () => {
  expect(linked('Open http://a.example/b_c-d (or https://b.example/?x=1). Bye')).toEqual([
    { text: 'Open ' },
    { text: 'http://a.example/b_c-d', url: 'http://a.example/b_c-d' },
    { text: ' (or ' },
    { text: 'https://b.example/?x=1', url: 'https://b.example/?x=1' },
    { text: '). Bye' },
  ])
  expect(linked('none')).toEqual([{ text: 'none' }])
})
