import { setImmediate } from 'node:timers/promises'

/** Of lines that are read or written one by one, so many take a few milliseconds. */
export const SLICE = 100

/**
 * Maps a long list a slice at a time. Between two slices everybody else has a turn: one thread answers them all, and while
 * it computes they wait.
 */
export async function mapInSlices<T, R>(list: readonly T[], work: (one: T, index: number) => R): Promise<R[]> {
  const results: R[] = []
  for (const [index, one] of list.entries()) {
    if (index > 0 && index % SLICE === 0) await setImmediate()
    results.push(work(one, index))
  }
  return results
}
