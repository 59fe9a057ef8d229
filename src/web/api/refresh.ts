import { ApiFailure } from './failure.ts'

export type Tokens = { jwt: string; refreshToken: string }

/** The world of the refresh gate. */
export type GateWorld = {
  /** The tokens as stored right now, by whichever tab. */
  read: () => Tokens
  renew: (usedRefreshToken: string, next: Tokens) => void
  /** The session cannot be renewed. */
  end: () => void
  /** POST /auth/refresh-login. */
  refresh: (refreshToken: string) => Promise<Tokens>
  /** Runs one at a time over all tabs. */
  lock: <T>(act: () => Promise<T>) => Promise<T>
}

/**
 * One refresh for however many calls were answered 401, in however many tabs (core 8).
 * @returns a function from the token that was refused to the one to try again with; undefined when the session is over
 * @throws ApiFailure when the refresh got no answer, or the server is not well: that ends no session
 */
export function refreshGate({ read, renew, end, refresh, lock }: GateWorld) {
  let running: Promise<string | undefined> | undefined

  const renewal = (refused: string) =>
    lock(async () => {
      const { jwt, refreshToken } = read()
      if (jwt && jwt !== refused) return jwt
      if (!refreshToken) return void end()
      try {
        const next = await refresh(refreshToken)
        renew(refreshToken, next)
        return next.jwt
      } catch (error) {
        if (error instanceof ApiFailure && isRefusal(error.status)) return void end()
        throw error
      }
    })

  return (refused: string): Promise<string | undefined> => {
    const { jwt } = read()
    if (jwt && jwt !== refused) return Promise.resolve(jwt)
    running ??= renewal(refused).finally(() => (running = undefined))
    return running
  }
}

/** Too many tries (429) is no verdict on the token. */
const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 429
