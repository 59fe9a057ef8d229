/** Limits how many pieces of work run at a time. The others wait in order. */
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
 * Limits the connections (DATABASE_CONNECTIONS, 10) used by calls that query many features, so that the others stay
 * free for simpler calls.
 */
export const gathering = queue(4)
