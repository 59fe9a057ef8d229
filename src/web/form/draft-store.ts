/** What was typed into a form and not saved, stored on this device for the person who typed it, for a day. */
export type StoredDraft<T> = {
  values: T
  /** What the form started from, and that record's version: a later save is held to them. */
  base: T
  version: number | null
  at: string
}

/** A shift, and the morning after it. Drafts name people, and the device may be shared. */
const STORED_MS = 24 * 60 * 60 * 1000

const PREFIX = 'marquee:draft:'
const keyOf = (person: number, form: string) => `${PREFIX}${person}:${form}`

/** @param form names the form and its record; null for a form that keeps nothing */
export function readDraft<T>(person: number, form: string | null): StoredDraft<T> | undefined {
  dropOldDrafts()
  return form === null ? undefined : (parsed(keyOf(person, form)) as StoredDraft<T> | undefined)
}

export function keepDraft<T>(person: number, form: string | null, draft: StoredDraft<T>): void {
  if (form === null) return
  try {
    localStorage.setItem(keyOf(person, form), JSON.stringify(draft))
  } catch {
    // A full or forbidden store costs the safety net, not the form.
  }
}

export const dropDraft = (person: number, form: string | null): void =>
  dropWhere((key) => form !== null && key === keyOf(person, form))

/** Of a record that does not exist any more: whoever typed of it, and in whichever of its forms (`customer:5:guardian`). */
export const dropDraftsOf = (record: string): void =>
  dropWhere((key) => `${key.replace(PREFIX, '').replace(/^\d+:/, '')}:`.startsWith(`${record}:`))

/** Everybody's: whoever signs out leaves nothing of the people they looked after. */
export const dropAllDrafts = (): void => dropWhere(() => true)

export const dropOldDrafts = (now = Date.now()): void =>
  dropWhere((key) => !(now - Date.parse(parsed(key)?.at ?? '') < STORED_MS))

function dropWhere(matches: (key: string) => boolean) {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX) && matches(key)) localStorage.removeItem(key)
  } catch {
    // Where nothing can be kept, nothing is to be dropped.
  }
}

function parsed(key: string): StoredDraft<unknown> | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '') as StoredDraft<unknown>
  } catch {
    return undefined
  }
}
