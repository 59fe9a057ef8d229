import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { BEGUN_IN_A_TURN, inParallel } from './in-parallel.ts'

test('begins a few in each turn, stays within the limit, and returns answers in order', async () => {
  const all = Array.from({ length: 25 * BEGUN_IN_A_TURN }, (_, n) => n)
  const atOnce = 10 * BEGUN_IN_A_TURN
  let [now, isOver, underway, most] = [0, false, 0, 0]
  const begun = new Map<number, number>()
  const count = () => {
    now++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const results = await inParallel(all, atOnce, async (n) => {
    begun.set(now, (begun.get(now) ?? 0) + 1)
    most = Math.max(most, ++underway)
    // The first ones take longer.
    for (let turns = n < atOnce ? 40 : 3; turns > 0; turns--) await turn()
    underway--
    return -n
  })
  isOver = true
  expect(results).toEqual(all.map((n) => -n))
  expect(most).toBe(atOnce)
  expect(Math.max(...begun.values())).toBeLessThanOrEqual(2 * BEGUN_IN_A_TURN)
})

test('throws the first error, and returns an empty list for an empty one', async () => {
  const fails = async (n: number) => {
    if (n === 3) throw new Error('no')
  }
  await expect(inParallel([1, 2, 3], 2, fails)).rejects.toThrow('no')
  expect(await inParallel([], 5, fails)).toEqual([])
})
