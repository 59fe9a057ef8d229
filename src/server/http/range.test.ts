import { expect, test } from 'vitest'
import { sliceOf } from './range.ts'

test.each([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=99-99', { start: 99, end: 99 }],
  ['bytes=100-', 'beyond'],
  ['bytes=-0', 'beyond'],
  [undefined, undefined],
  ['bytes=-', undefined],
  ['bytes=9-3', undefined],
  ['bytes=0-1,5-6', undefined],
  ['lines=0-9', undefined],
])('reads %s of 100 bytes as %j', (range, slice) => expect(sliceOf(range, 100)).toEqual(slice))

test('has no range in an empty file', () => {
  expect(sliceOf('bytes=0-', 0)).toBe('beyond')
  expect(sliceOf('bytes=-5', 0)).toBe('beyond')
})
