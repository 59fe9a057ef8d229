import { ApiFailure, noAnswer } from './failure.ts'

export type Tokens = { jwt: string; refreshToken: string }

/** The world of the refresh gate. */
type GateWorld = {
  /** The tokens as this tab sees them stored; another tab's change can take a moment to be seen here. */
  read: () => Tokens
  renew: (usedRefreshToken: string, next: Tokens) => void
  /** The session cannot be renewed. */
  end: () => void
  /** POST /auth/refresh-login. */
  refresh: (refreshToken: string) => Promise<Tokens>
  /** Runs one at a time over all tabs. */
  lock: <T>(run: () => Promise<T>) => Promise<T>
  /** Makes known to all tabs, before it resolves, that a refresh token has been used. */
  spend: (refreshToken: string) => Promise<void>
  isSpent: (refreshToken: string) => Promise<boolean>
  pause: () => Promise<void>
}

/** How often a tab looks for the tokens that another one got, with a pause after each time. */
const LOOKS = 100

/**
 * One refresh for however many calls were answered 401, in however many tabs (core 8). A refresh token is never sent
 * twice: that would end the session.
 * @returns a function from the token that was refused to the one to try again with; undefined when the session is over
 * @throws ApiFailure when the refresh got no answer, or the server is not well: that ends no session
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

/** Too many tries (429) is no verdict on the token. */
const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 429
