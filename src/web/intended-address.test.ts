import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storeIntended, takeIntended } from './intended-address.ts'

const stored = new Map<string, string>()
beforeEach(() =>
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }),
)
afterEach(() => {
  stored.clear()
  vi.unstubAllGlobals()
})

it('returns the stored address once, and not for another person', () => {
  storeIntended('/dashboard/movies?page=2#top', 7)
  expect(takeIntended(7)).toBe('/dashboard/movies?page=2#top')
  expect(takeIntended(7)).toBeUndefined()
  storeIntended('/dashboard/movies', 8)
  expect(takeIntended(7)).toBeUndefined()
})

it.each([
  'https://evil.example/dashboard',
  '//evil.example/dashboard/',
  '/\\evil.example/dashboard/',
  '\\\\evil.example',
  '/dashboard.evil.example',
  '/dashboardx',
  'javascript:alert(1)//dashboard/',
  '/@evil.example/dashboard/',
  ' //evil.example',
  '/\t/evil.example/dashboard/',
  'dashboard/',
])('ignores %j', (to) => {
  storeIntended(to, undefined)
  expect(takeIntended(7)).toBeUndefined()
})

it('stays within the application for any address below /dashboard/', () => {
  for (const to of ['/dashboard/..//evil.example', '/dashboard/../../evil.example', '/dashboard/\\evil.example']) {
    storeIntended(to, undefined)
    const wanted = takeIntended(7)
    expect(new URL(wanted ?? '/', 'https://office.example').origin).toBe('https://office.example')
  }
})
