/** Unsaved values of a form, stored on this device for the person who typed them, for a day. */
export type StoredDraft<T> = {
  values: T
  /** Values and version that the form started from, to detect a later save. */
  base: T
  version: number | null
  at: string
}

/** A shift and the next morning. Drafts contain personal data, and the device may be shared. */
const STORED_MS = 24 * 60 * 60 * 1000

const PREFIX = 'marquee:draft:'
const keyOf = (person: number, form: string) => `${PREFIX}${person}:${form}`

/** @param form names the form and its record; null: nothing is stored */
export function readDraft<T>(person: number, form: string | null): StoredDraft<T> | undefined {
  dropOldDrafts()
  return form === null ? undefined : (parsed(keyOf(person, form)) as StoredDraft<T> | undefined)
}

export function keepDraft<T>(person: number, form: string | null, draft: StoredDraft<T>): void {
  if (form === null) return
  try {
    localStorage.setItem(keyOf(person, form), JSON.stringify(draft))
  } catch {
    // Without storage, drafts are not saved, but the form works.
  }
}

export const dropDraft = (person: number, form: string | null): void =>
  dropWhere((key) => form !== null && key === keyOf(person, form))

/** Deletes the drafts of a deleted record by any person, in all its forms (`customer:5:guardian`). */
export const dropDraftsOf = (record: string): void =>
  dropWhere((key) => `${key.replace(PREFIX, '').replace(/^\d+:/, '')}:`.startsWith(`${record}:`))

/** Deletes all drafts at sign-out, so that no personal data stays on the device. */
export const dropAllDrafts = (): void => dropWhere(() => true)

export const dropOldDrafts = (now = Date.now()): void =>
  dropWhere((key) => !(now - Date.parse(parsed(key)?.at ?? '') < STORED_MS))

function dropWhere(matches: (key: string) => boolean) {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX) && matches(key)) localStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to delete.
  }
}

function parsed(key: string): StoredDraft<unknown> | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '') as StoredDraft<unknown>
  } catch {
    return undefined
  }
}
