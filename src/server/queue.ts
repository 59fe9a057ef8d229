/** Lets at most so many pieces of work run at a time; the others wait their turn, in order. */
export function queue(atATime: number) {
  let free = atATime
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

/**
 * For what one call asks of many features: so many of a server's connections (DATABASE_CONNECTIONS, 10) are taken by that, however
 * many people ask; the others stay free for calls that ask one thing.
 */
export const gathering = queue(4)
