import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dropAllDrafts, dropDraft, dropDraftsOf, dropOldDrafts, keepDraft, readDraft } from './draft-store.ts'

const HOUR = 60 * 60 * 1000
const draft = (hoursAgo: number) => ({
  values: { email: 'ada@example.ng' },
  base: { email: '' },
  version: 1,
  at: new Date(Date.now() - hoursAgo * HOUR).toISOString(),
})

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
  localStorage.setItem('marquee:session', '{}')
})
afterEach(() => vi.unstubAllGlobals())

// ASVS: 14.3.3
it('keeps a draft for a day and deletes older ones of all forms and people', () => {
  keepDraft(1, 'customer:7', draft(23))
  keepDraft(1, 'customer:8', draft(25))
  keepDraft(2, 'customer:9', draft(25))
  localStorage.setItem('marquee:draft:2:customer:10', '{"values":{}}')
  expect(readDraft(1, 'customer:7')).toMatchObject({ values: { email: 'ada@example.ng' } })
  expect(Object.keys(localStorage)).toEqual(['marquee:session', 'marquee:draft:1:customer:7'])
  dropOldDrafts(Date.now() + 2 * HOUR)
  expect(readDraft(1, 'customer:7')).toBeUndefined()
})

// ASVS: 14.3.1
it('deletes one draft, the drafts of a record by any person, or all', () => {
  for (const person of [1, 2]) for (const id of [7, 70]) keepDraft(person, `customer:${id}`, draft(0))
  dropDraft(1, 'customer:70')
  dropDraftsOf('customer:7')
  expect(Object.keys(localStorage)).toEqual(['marquee:session', 'marquee:draft:2:customer:70'])
  dropAllDrafts()
  expect(Object.keys(localStorage)).toEqual(['marquee:session'])
})

it('deletes the drafts of all forms of a deleted record', () => {
  for (const form of ['customer:7', 'customer:7:guardian', 'customer:70:guardian']) keepDraft(1, form, draft(0))
  dropDraftsOf('customer:7')
  expect(Object.keys(localStorage)).toEqual(['marquee:session', 'marquee:draft:1:customer:70:guardian'])
})

it('stores nothing for a form without a name', () => {
  keepDraft(1, null, draft(0))
  expect(readDraft(1, null)).toBeUndefined()
  dropDraft(1, null)
  expect(Object.keys(localStorage)).toEqual(['marquee:session'])
})
