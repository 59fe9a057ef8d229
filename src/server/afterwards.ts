import { setImmediate as turn } from 'node:timers/promises'

/** Work that no answer waits for, one piece after the other: how long it takes tells nothing to whoever was answered. */
export type Afterwards = {
  /** Answers at once, and never fails: what cannot be done goes to `onFailure`. */
  leave: (work: () => Promise<unknown>) => void
  /** When all that was left so far is done, or given up. */
  settled: () => Promise<void>
}

/** More than these wait only while the database is away or very slow. */
const WAITING_MOST = 500

export function afterwards(onFailure: (error: unknown) => void): Afterwards {
  let waiting = 0
  let last: Promise<void> = Promise.resolve()
  const doing = async (before: Promise<void>, work: () => Promise<unknown>) => {
    await before
    try {
      // The answer is on its way by then.
      await turn()
      await work()
    } catch (error) {
      onFailure(error)
    } finally {
      waiting--
    }
  }
  return {
    leave: (work) => {
      if (waiting >= WAITING_MOST) return onFailure(new Error('Too much waits to be done after answers'))
      waiting++
      last = doing(last, work)
    },
    settled: async () => {
      for (let seen; seen !== last; await seen) seen = last
    },
  }
}
