/** What was typed into a form and not saved, kept on this device for the person who typed it. */
export type StoredDraft<T> = {
  values: T
  /** What the form started from, and that record's version: a later save is held to them. */
  base: T
  version: number | null
  at: string
}

const keyOf = (person: number, form: string) => `marquee:draft:${person}:${form}`

export function readDraft<T>(person: number, form: string): StoredDraft<T> | undefined {
  try {
    return JSON.parse(localStorage.getItem(keyOf(person, form)) ?? '') as StoredDraft<T>
  } catch {
    return undefined
  }
}

export function keepDraft<T>(person: number, form: string, draft: StoredDraft<T>): void {
  try {
    localStorage.setItem(keyOf(person, form), JSON.stringify(draft))
  } catch {
    // A full or forbidden store costs the safety net, not the form.
  }
}

export const dropDraft = (person: number, form: string): void => localStorage.removeItem(keyOf(person, form))
