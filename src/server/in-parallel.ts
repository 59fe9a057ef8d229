import { setImmediate } from 'node:timers/promises'

/** Calls begun in each turn of the event loop. Answers come back in the same rhythm. */
export const BEGUN_IN_A_TURN = 10

/**
 * Runs calls in parallel up to a limit, and returns their results in order. Each turn begins a few: the answers of a
 * hundred simultaneous calls would arrive together and delay all other requests.
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
