import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetStarts, keepStarts, startOf } from './start.ts'

beforeEach(() => {
  const store: Record<string, string> = {}
  const hidden = (value: unknown) => ({ value, enumerable: false })
  vi.stubGlobal(
    'localStorage',
    Object.defineProperties(store, {
      getItem: hidden((key: string) => store[key] ?? null),
      setItem: hidden((key: string, value: string) => void (store[key] = value)),
      removeItem: hidden((key: string) => void delete store[key]),
    }),
  )
})
afterEach(() => vi.unstubAllGlobals())

it('keeps the default views of each person until sign-out', () => {
  keepStarts(1, { movies: { status: 'approved', view: '3' } })
  keepStarts(2, {})
  localStorage.setItem('marquee:other', '1')
  expect([startOf(1, 'movies'), startOf(1, 'users'), startOf(2, 'movies'), startOf(undefined, 'movies')]).toEqual([
    { status: 'approved', view: '3' },
    undefined,
    undefined,
    undefined,
  ])
  forgetStarts()
  expect([startOf(1, 'movies'), Object.keys(localStorage)]).toEqual([undefined, ['marquee:other']])
})

it('ignores invalid data', () => {
  localStorage.setItem('marquee:starts:1', '{')
  expect(startOf(1, 'movies')).toBeUndefined()
})
