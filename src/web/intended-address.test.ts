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

it('leads to the screen that was asked for, once, and nobody to where another was', () => {
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
])('leads nowhere else: %j', (to) => {
  storeIntended(to, undefined)
  expect(takeIntended(7)).toBeUndefined()
})

it('leads within the application whatever stands behind /dashboard/', () => {
  for (const to of ['/dashboard/..//evil.example', '/dashboard/../../evil.example', '/dashboard/\\evil.example']) {
    storeIntended(to, undefined)
    const wanted = takeIntended(7)
    expect(new URL(wanted ?? '/', 'https://office.example').origin).toBe('https://office.example')
  }
})
