import { beforeEach, expect, test, vi } from 'vitest'
import { parsePosition, positionText, READ_AFTER } from '#contract/position.ts'

const EARLY = positionText({ timeline: 1, at: 0xffff })
const LATE = positionText({ timeline: 1, at: 0x10000 })
const PROMOTED = positionText({ timeline: 2, at: 1 })

const storage = new Map<string, string>()
/** Each tab has a module of its own. */
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

test('a position is a text that is read again, and of which the later is the greater', () => {
  expect(parsePosition(LATE)).toEqual({ timeline: 1, at: 0x10000 })
  expect([PROMOTED, LATE, EARLY].sort()).toEqual([EARLY, LATE, PROMOTED])
  expect(parsePosition('0')).toEqual({ timeline: 0, at: 0 })
  for (const nonsense of ['', '1-2', `${LATE}0`, 'x', LATE.toUpperCase() + 'G'])
    expect(parsePosition(nonsense)).toBeUndefined()
})

test('what any tab has written last is what all of them have seen, in whatever order the answers come', async () => {
  const [one, other] = [await tab(), await tab()]
  expect(one.readAfterHeader()).toEqual({})
  one.noteReadAfter(LATE)
  other.noteReadAfter(EARLY)
  expect(one.readAfterHeader()).toEqual({ [READ_AFTER]: LATE })
  expect(other.readAfterHeader()).toEqual({ [READ_AFTER]: LATE })
  other.noteReadAfter(PROMOTED)
  expect(one.readAfterHeader()).toEqual({ [READ_AFTER]: PROMOTED })
})

test('after a write of which nothing is known nothing is claimed', async () => {
  const one = await tab()
  one.noteReadAfter(LATE)
  one.noteReadAfter(null)
  expect(one.readAfterHeader()).toEqual({})
  one.noteReadAfter(EARLY)
  expect(one.readAfterHeader()).toEqual({ [READ_AFTER]: EARLY })
})

test('a browser that keeps nothing knows it for as long as the page lives', async () => {
  const fails = () => {
    throw new Error('denied')
  }
  vi.stubGlobal('localStorage', { getItem: fails, setItem: fails })
  const one = await tab()
  one.noteReadAfter(LATE)
  expect(one.readAfterHeader()).toEqual({ [READ_AFTER]: LATE })
})
