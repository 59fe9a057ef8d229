import { setImmediate } from 'node:timers/promises'

/** Of what is begun in one turn of the event loop; answers come back as it was begun. */
export const BEGUN_IN_A_TURN = 10

/**
 * Does something with each, so many on their way at a time, and answers in their order. They are begun a few in each turn:
 * of a hundred that are sent at once the answers arrive at once, and everybody else waits until all of them are read.
 */
export async function inParallel<T, R>(all: readonly T[], atOnce: number, run: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  let turn: Promise<unknown> = Promise.resolve()
  const work = async () => {
    for (let at = next++; at < all.length; at = next++) {
      if (at > 0 && at % BEGUN_IN_A_TURN === 0) turn = turn.then(() => setImmediate())
      await turn
      results[at] = await run(all[at]!)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}
