import type { Profile } from '#contract/session.ts'
import { keep, stored } from '../local-storage.ts'
import { noteReadAfter } from './read-after.ts'

/** Reason for the end of a session: by the person, by inactivity, or rejected by the server. */
export type Ended = 'out' | 'idle' | 'expired'

/** Session stored on this device (core 3), shared by all tabs. */
export type Session = { signedIn: boolean; user: Profile | null; jwt: string; refreshToken: string; ended?: Ended }

const KEY = 'marquee:session'
const signedOut: Session = { signedIn: false, user: null, jwt: '', refreshToken: '' }

function read(): Session {
  try {
    const session = JSON.parse(stored(KEY) ?? 'null') as Session | null
    return session?.signedIn && !session.user ? signedOut : (session ?? signedOut)
  } catch {
    return signedOut
  }
}

let current = read()
const listeners = new Set<() => void>()

const take = (next: Session) => {
  current = next
  for (const listener of listeners) listener()
}
/** Stores the session; if the browser has no storage, it lasts as long as the page. */
const set = (next: Session) => {
  keep(KEY, JSON.stringify(next))
  take(next)
}

addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) take(read())
})

export const getSession = () => current
export const subscribeSession = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Reads the stored session, because another tab's change may not have been announced yet. */
export const freshSession = (): Session => {
  const stored = read()
  if (stored.jwt !== current.jwt || stored.signedIn !== current.signedIn) take(stored)
  return current
}

export const startSession = (user: Profile, tokens: { jwt: string; refreshToken: string }) =>
  set({ signedIn: true, user, ...tokens })

/** Stores new tokens in place of those used to get them; ignored if that session has ended. */
export const renewSession = (usedRefreshToken: string, tokens: { jwt: string; refreshToken: string }) => {
  if (freshSession().refreshToken === usedRefreshToken) set({ ...current, ...tokens })
}

/** Stores the person's current profile. */
export const renewUser = (user: Profile) => set({ ...current, user })

/**
 * Clears the stored session.
 * @returns the ended session, or undefined if there was none
 */
export const endSession = (ended: Ended): Session | undefined => {
  const last = freshSession()
  if (!last.signedIn) return
  set({ ...signedOut, ended })
  noteReadAfter(null)
  return last
}
