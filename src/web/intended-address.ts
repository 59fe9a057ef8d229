import { isPrivate } from './public-routes.ts'

/**
 * Address that a signed-out person opened: sign-in leads there (deviations: core 2, private routes). Stored for this
 * tab only, and for the person whose session ended there, if any.
 */
type Wanted = { to: string; person: number | undefined }

const KEY = 'marquee:wanted'

/** @param person restores the address only for this person; omit for anyone */
export function storeIntended(to: string, person: number | undefined): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ to, person } satisfies Wanted))
  } catch {
    // Without storage, sign-in leads to the first screen.
  }
}

/** Returns the stored address of this person once. */
export function takeIntended(person: number): string | undefined {
  try {
    const { to, person: whose } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Wanted>
    sessionStorage.removeItem(KEY)
    return to && isPrivate(to.split(/[?#]/)[0]!) && (whose === undefined || whose === person) ? to : undefined
  } catch {
    return undefined
  }
}
