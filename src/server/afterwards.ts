import { setImmediate as turn } from 'node:timers/promises'

/** Work after an answer, one piece after the other, so that its duration reveals nothing to the caller. */
export type Afterwards = {
  /** Returns immediately and never fails: errors and dropped work go to `onFailure`. */
  leave: (work: () => Promise<unknown>) => void
  /** Resolves when all work so far is done or has failed. */
  settled: () => Promise<void>
}

/** More pieces wait only while the database is unavailable or very slow. */
const WAITING_MOST = 500

export function afterwards(onFailure: (error: unknown) => void): Afterwards {
  let waiting = 0
  let last: Promise<void> = Promise.resolve()
  const doing = async (before: Promise<void>, work: () => Promise<unknown>) => {
    await before
    try {
      // Lets the answer leave first.
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
      if (waiting >= WAITING_MOST) return onFailure(new Error('Too much work is waiting after answers'))
      waiting++
      last = doing(last, work)
    },
    settled: async () => {
      for (let seen; seen !== last; await seen) seen = last
    },
  }
}
