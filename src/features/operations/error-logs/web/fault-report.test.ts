import { beforeEach, expect, test, vi } from 'vitest'

const { ApiFailure } = await import('#web/api/failure.ts')
let toReport: (thrown: unknown, componentStack: string) => { message: string; stack: string } | undefined
beforeEach(async () => {
  vi.resetModules()
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('addEventListener', () => {})
  ;({ toReport } = await import('./fault-report.ts'))
})

test('a fault is told by its kind, words and place, with the components around it', () => {
  const error = new TypeError('x is null')
  const report = toReport(error, '\n    at Menu\n    at Shell')!
  expect(report.message).toBe('TypeError: x is null')
  expect(report.stack).toBe(`${error.stack}\nIn\n    at Menu\n    at Shell`)
})

test('what is thrown need not be an error, nor short', () => {
  expect(toReport('only words', '')!.message).toBe('only words')
  expect(toReport(new Error('a'.repeat(9000)), 'b'.repeat(30_000))).toMatchObject({
    message: 'a'.repeat(2000),
    stack: expect.stringMatching(/^.{20000}$/s),
  })
})

test('one fault is told once, and of one page ten at most', () => {
  const error = new Error('again')
  expect([toReport(error, ''), toReport(error, '')].map(Boolean)).toEqual([true, false])
  const reports = Array.from({ length: 20 }, (_, n) => toReport(new Error(`no ${n}`), ''))
  expect(reports.filter(Boolean)).toHaveLength(9)
})

test.each([
  new ApiFailure(500),
  new DOMException('stopped', 'AbortError'),
  new Error('Failed to fetch dynamically imported module: /assets/x.js'),
  'ResizeObserver loop completed with undelivered notifications.',
  'Script error.',
])('%s is no fault of the page', (thrown) => {
  expect(toReport(thrown, '')).toBeUndefined()
})
