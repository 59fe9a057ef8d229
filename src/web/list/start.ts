import { keep, stored } from '../local-storage.ts'

type Query = Readonly<Record<string, string>>

/** What lists start with for somebody, by their address below /dashboard, as this device knows it since they signed in. */
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

/** Everybody's: whoever signs out leaves nothing of what they look for. */
export function forgetStarts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  } catch {
    // Where nothing can be kept, nothing is to be forgotten.
  }
}
