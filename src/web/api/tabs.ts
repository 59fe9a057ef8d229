/**
 * What the tabs of one browser agree on by Web Locks. What one tab stores reaches the others a moment later than a lock
 * that it lets go, so that it is by locks, too, that they tell each other which refresh token has been used. Locks need a
 * secure context; without them each tab is on its own.
 */
const SPENT_MS = 30_000
const PAUSE_MS = 50

const spent = (token: string) => `marquee:spent:${token.slice(-16)}`

export const oneTabAtATime = <T>(run: () => Promise<T>): Promise<T> =>
  navigator.locks ? (navigator.locks.request('marquee:refresh', run) as Promise<T>) : run()

export const spend = (token: string): Promise<void> =>
  new Promise((known) => {
    if (!navigator.locks) return known()
    void navigator.locks.request(spent(token), () => {
      known()
      return new Promise((done) => setTimeout(done, SPENT_MS))
    })
  })

export const isSpent = async (token: string): Promise<boolean> => {
  const { held: locks } = (await navigator.locks?.query()) ?? {}
  return locks?.some(({ name }) => name === spent(token)) ?? false
}

export const pause = () => new Promise<void>((over) => setTimeout(over, PAUSE_MS))
