import { describe, expect, test } from 'vitest'
import { firstHour, inColumns, inLanes } from './layout.ts'

const WEEK = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22']
const on = (name: string, first: string, last = first) => ({ name, first: `2026-11-${first}`, last: `2026-11-${last}` })
const laid = (entries: ReturnType<typeof on>[], most = 3) => {
  const { bars, hidden } = inLanes(entries, WEEK, most)
  return { bars: bars.map(({ entry, at, span, lane }) => [entry.name, at, span, lane]), hidden }
}
const NOTHING_HIDDEN = [0, 0, 0, 0, 0, 0, 0]

describe('lanes of a week', () => {
  test('hold what is on it, the long ones on top, and no other', () => {
    expect(laid([on('one', '17'), on('long', '16', '18'), on('before', '15'), on('after', '23')])).toEqual({
      bars: [
        ['long', 0, 3, 0],
        ['one', 1, 1, 1],
      ],
      hidden: NOTHING_HIDDEN,
    })
  })

  test('cut what begins before the week and ends after it', () => {
    const { bars } = inLanes([on('through', '02', '30')], WEEK, 3)
    expect(bars).toMatchObject([{ at: 0, span: 7, lane: 0, isFromBefore: true, goesOn: true }])
  })

  test('are used again by what comes later', () => {
    expect(laid([on('a', '16', '17'), on('b', '18', '19')]).bars).toEqual([
      ['a', 0, 2, 0],
      ['b', 2, 2, 0],
    ])
  })

  test('of a full day leave the last one to say so', () => {
    const full = [on('a', '18'), on('b', '18'), on('c', '18')]
    expect(laid(full)).toMatchObject({ hidden: NOTHING_HIDDEN })
    expect(laid([...full, on('d', '18'), on('e', '19')])).toEqual({
      bars: [
        ['a', 2, 1, 0],
        ['b', 2, 1, 1],
        ['e', 3, 1, 0],
      ],
      hidden: [0, 0, 2, 0, 0, 0, 0],
    })
  })

  test('are as many as the busiest day needs, up to the most', () => {
    const lanes = (...entries: ReturnType<typeof on>[]) => inLanes(entries, WEEK, 3).lanes
    const full = [on('a', '18'), on('b', '18'), on('c', '18')]
    expect([lanes(), lanes(on('a', '18'), on('b', '19')), lanes(...full), lanes(...full, on('d', '18'))]).toEqual([
      0, 1, 3, 3,
    ])
  })

  test('hide a long one on all of its days when one of them is full', () => {
    const long = [on('x', '16', '22'), on('y', '16', '22'), on('z', '17', '18')]
    expect(laid([...long, on('one', '18')])).toEqual({
      bars: [
        ['x', 0, 7, 0],
        ['y', 0, 7, 1],
      ],
      hidden: [0, 1, 2, 0, 0, 0, 0],
    })
  })
})

const at = (name: string, from: number, until = from) => ({ entry: name, from, until })
const columned = (...timed: ReturnType<typeof at>[]) => {
  const { blocks, folds } = inColumns(timed)
  return {
    blocks: blocks.map(({ entry, from, until, column, columns }) => [entry, from, until, column, columns]),
    folds,
  }
}

describe('columns of a day', () => {
  test('are one where nothing is at the same time; a moment is as long as can be read', () => {
    expect(columned(at('late', 800), at('early', 600, 720))).toEqual({
      blocks: [
        ['early', 600, 720, 0, 1],
        ['late', 800, 845, 0, 1],
      ],
      folds: [],
    })
  })

  test('stand beside each other where it is', () => {
    expect(columned(at('a', 600, 720), at('b', 610), at('c', 660)).blocks).toEqual([
      ['a', 600, 720, 0, 2],
      ['b', 610, 655, 1, 2],
      ['c', 660, 705, 1, 2],
    ])
  })

  test('are three at most: the last one says how many more there are', () => {
    expect(columned(at('a', 600), at('b', 600), at('c', 600), at('d', 610))).toEqual({
      blocks: [
        ['a', 600, 645, 0, 3],
        ['b', 600, 645, 1, 3],
      ],
      folds: [{ from: 600, count: 2 }],
    })
    expect(columned(at('a', 600), at('b', 600), at('c', 600)).folds).toEqual([])
  })

  test('end with the day', () => {
    expect(columned(at('midnight', 1439)).blocks).toEqual([['midnight', 1395, 1440, 0, 1]])
  })
})

test('a week begins at eight, or with the hour of what is earlier', () => {
  expect([firstHour([]), firstHour([600, 1439]), firstHour([600, 479]), firstHour([30])]).toEqual([8, 8, 7, 0])
})
