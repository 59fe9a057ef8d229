/**
 * Coordinates the tabs of a browser with Web Locks. Stored values reach other tabs slightly after a lock is released,
 * so a used refresh token is announced by a lock, too. Locks need a secure context; without them each tab is on its
 * own.
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
