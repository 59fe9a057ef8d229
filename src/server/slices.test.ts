import { expect, test } from 'vitest'
import { mapInSlices, SLICE } from './slices.ts'
import { turnsDuring } from './test/event-loop-turns.ts'

test('a list is mapped in order, and others have a turn between its slices', async () => {
  const list = Array.from({ length: 10 * SLICE }, (_, n) => n)
  const { turns, result } = await turnsDuring(() => mapInSlices(list, (n, index) => [n, index]))
  expect(result).toEqual(list.map((n) => [n, n]))
  expect(turns).toBeGreaterThanOrEqual(9)
})

test('a short one is mapped at once, and what fails is thrown', async () => {
  expect(await turnsDuring(() => mapInSlices([1, 2], (n) => n + 1))).toEqual({ turns: 0, result: [2, 3] })
  await expect(
    mapInSlices([1], () => {
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
})
