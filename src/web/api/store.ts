import type { Profile } from '#contract/session.ts'
import { keep, stored } from '../local-storage.ts'
import { noteReadAfter } from './read-after.ts'

/** How a session came to its end: by the person, by idleness, or refused by the server. */
export type Ended = 'out' | 'idle' | 'expired'

/** What is kept of the session on this device (core 3), shared by all tabs. */
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
/** A browser that keeps nothing holds the session as long as the page lives. */
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

/** The session as stored right now: another tab's change may not have been announced here yet. */
export const freshSession = (): Session => {
  const stored = read()
  if (stored.jwt !== current.jwt || stored.signedIn !== current.signedIn) take(stored)
  return current
}

export const startSession = (user: Profile, tokens: { jwt: string; refreshToken: string }) =>
  set({ signedIn: true, user, ...tokens })

/** Puts the next tokens in place of the ones they were got with; ignored when that session has ended meanwhile. */
export const renewSession = (usedRefreshToken: string, tokens: { jwt: string; refreshToken: string }) => {
  if (freshSession().refreshToken === usedRefreshToken) set({ ...current, ...tokens })
}

/** Puts the person's profile as it is now in place of the one that is stored. */
export const renewUser = (user: Profile) => set({ ...current, user })

/** Clears what is stored. @returns the session that ended, or undefined when there was none */
export const endSession = (ended: Ended): Session | undefined => {
  const last = freshSession()
  if (!last.signedIn) return
  set({ ...signedOut, ended })
  noteReadAfter(null)
  return last
}
