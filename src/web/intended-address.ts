import { isPrivate } from './public-routes.ts'

/**
 * The address that a signed-out person asked for: sign-in leads there (deviations: core 2, private routes). It is kept
 * for this tab alone, and for the person whose session ended there, if anybody's did.
 */
type Wanted = { to: string; person: number | undefined }

const KEY = 'marquee:wanted'

/** @param person whose session has ended at this address; without one anybody may go on there */
export function storeIntended(to: string, person: number | undefined): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ to, person } satisfies Wanted))
  } catch {
    // Then the sign-in leads to the first screen.
  }
}

/** What was kept for this person, once. */
export function takeIntended(person: number): string | undefined {
  try {
    const { to, person: whose } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Wanted>
    sessionStorage.removeItem(KEY)
    return to && isPrivate(to.split(/[?#]/)[0]!) && (whose === undefined || whose === person) ? to : undefined
  } catch {
    return undefined
  }
}
