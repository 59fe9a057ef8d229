import { ApiFailure, noAnswer } from './failure.ts'

export type Tokens = { jwt: string; refreshToken: string }

/** Environment of the refresh gate. */
type GateWorld = {
  /** Tokens as this tab sees them; changes by other tabs may arrive late. */
  read: () => Tokens
  renew: (usedRefreshToken: string, next: Tokens) => void
  /** Ends a session that cannot be renewed. */
  end: () => void
  /** POST /auth/refresh-login. */
  refresh: (refreshToken: string) => Promise<Tokens>
  /** Runs one function at a time across all tabs. */
  lock: <T>(run: () => Promise<T>) => Promise<T>
  /** Announces to all tabs, before it resolves, that a refresh token was used. */
  spend: (refreshToken: string) => Promise<void>
  isSpent: (refreshToken: string) => Promise<boolean>
  pause: () => Promise<void>
}

/** Maximum number of checks for tokens from another tab, with a pause after each. */
const LOOKS = 100

/**
 * Refreshes once for any number of 401 responses in any number of tabs (core 8). A refresh token is never sent twice,
 * because that ends the session.
 * @returns a function from the rejected token to a new one; undefined when the session is over
 * @throws ApiFailure when the refresh has no response or a server error, which does not end the session
 */
export function refreshGate({ read, renew, end, refresh, lock, spend, isSpent, pause }: GateWorld) {
  let running: Promise<string | undefined> | undefined

  const next = async (refreshToken: string): Promise<string | undefined> => {
    try {
      const tokens = await refresh(refreshToken)
      await spend(refreshToken)
      renew(refreshToken, tokens)
      return tokens.jwt
    } catch (error) {
      if (error instanceof ApiFailure && isRefusal(error.status)) return void end()
      throw error
    }
  }

  const renewal = (refused: string) =>
    lock(async () => {
      for (let looks = 0; looks < LOOKS; looks++) {
        const { jwt, refreshToken } = read()
        if (jwt && jwt !== refused) return jwt
        if (!refreshToken) return void end()
        if (!(await isSpent(refreshToken))) return next(refreshToken)
        await pause()
      }
      throw noAnswer()
    })

  return (refused: string): Promise<string | undefined> => {
    const { jwt } = read()
    if (jwt && jwt !== refused) return Promise.resolve(jwt)
    running ??= renewal(refused).finally(() => (running = undefined))
    return running
  }
}

/** Excludes 429, which says nothing about the token. */
const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 429
