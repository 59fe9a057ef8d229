import { expect, test } from 'vitest'
import { mapInSlices, SLICE } from './slices.ts'
import { turnsDuring } from './test/event-loop-turns.ts'

test('maps a list in order, and lets other work run between slices', async () => {
  const list = Array.from({ length: 10 * SLICE }, (_, n) => n)
  const { turns, result } = await turnsDuring(() => mapInSlices(list, (n, index) => [n, index]))
  expect(result).toEqual(list.map((n) => [n, n]))
  expect(turns).toBeGreaterThanOrEqual(9)
})

test('maps a short list immediately, and throws errors', async () => {
  expect(await turnsDuring(() => mapInSlices([1, 2], (n) => n + 1))).toEqual({ turns: 0, result: [2, 3] })
  await expect(
    mapInSlices([1], () => {
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
})
