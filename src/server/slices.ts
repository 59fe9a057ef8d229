import { setImmediate } from 'node:timers/promises'

/** Records of a slice, whose work takes a few milliseconds. */
export const SLICE = 100

/** Maps a long list in slices. Other requests run between slices, because one thread answers them all. */
export async function mapInSlices<T, R>(list: readonly T[], work: (one: T, index: number) => R): Promise<R[]> {
  const results: R[] = []
  for (const [index, one] of list.entries()) {
    if (index > 0 && index % SLICE === 0) await setImmediate()
    results.push(work(one, index))
  }
  return results
}
