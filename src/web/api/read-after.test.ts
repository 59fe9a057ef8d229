import { beforeEach, expect, test, vi } from 'vitest'
import { parsePosition, positionText, READ_AFTER } from '#contract/position.ts'

const EARLY = positionText({ timeline: 1, at: 0xffff })
const LATE = positionText({ timeline: 1, at: 0x10000 })
const PROMOTED = positionText({ timeline: 2, at: 1 })

const storage = new Map<string, string>()
/** Loads a separate module for each tab. */
const tab = async () => {
  vi.resetModules()
  return import('./read-after.ts')
}
beforeEach(() => {
  storage.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
  })
})

test('orders positions as text and reads them back', () => {
  expect(parsePosition(LATE)).toEqual({ timeline: 1, at: 0x10000 })
  expect([PROMOTED, LATE, EARLY].sort()).toEqual([EARLY, LATE, PROMOTED])
  expect(parsePosition('0')).toEqual({ timeline: 0, at: 0 })
  for (const nonsense of ['', '1-2', `${LATE}0`, 'x', LATE.toUpperCase() + 'G'])
    expect(parsePosition(nonsense)).toBeUndefined()
})

test('shares the last written position across tabs, whatever the order of responses', async () => {
  const [one, other] = [await tab(), await tab()]
  expect(one.readAfterHeader()).toEqual({})
  one.noteReadAfter(LATE)
  other.noteReadAfter(EARLY)
  expect(one.readAfterHeader()).toEqual({ [READ_AFTER]: LATE })
  expect(other.readAfterHeader()).toEqual({ [READ_AFTER]: LATE })
  other.noteReadAfter(PROMOTED)
  expect(one.readAfterHeader()).toEqual({ [READ_AFTER]: PROMOTED })
})

test('requires nothing after a write without a position', async () => {
  const one = await tab()
  one.noteReadAfter(LATE)
  one.noteReadAfter(null)
  expect(one.readAfterHeader()).toEqual({})
  one.noteReadAfter(EARLY)
  expect(one.readAfterHeader()).toEqual({ [READ_AFTER]: EARLY })
})

test('keeps the position for the life of the page when the browser stores nothing', async () => {
  const fails = () => {
    throw new Error('denied')
  }
  vi.stubGlobal('localStorage', { getItem: fails, setItem: fails })
  const one = await tab()
  one.noteReadAfter(LATE)
  expect(one.readAfterHeader()).toEqual({ [READ_AFTER]: LATE })
})
