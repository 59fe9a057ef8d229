import { keep, stored } from '../local-storage.ts'

type Query = Readonly<Record<string, string>>

/** Default views of a person by the address of the list below /dashboard, as read at sign-in. */
const PREFIX = 'marquee:starts:'

export function startOf(person: number | undefined, list: string): Query | undefined {
  try {
    return (JSON.parse(stored(`${PREFIX}${person}`) ?? '{}') as Record<string, Query>)[list]
  } catch {
    return undefined
  }
}

export const keepStarts = (person: number, starts: Readonly<Record<string, Query>>): void =>
  keep(`${PREFIX}${person}`, JSON.stringify(starts))

/** Deletes the default views of all people at sign-out. */
export function forgetStarts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to delete.
  }
}
