/** Returns a text that this browser stores under a name, for all tabs; undefined if there is none or no storage. */
export const stored = (key: string): string | undefined => {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a text in this browser; without storage nothing happens. */
export const keep = (key: string, text: string): void => {
  try {
    localStorage.setItem(key, text)
  } catch {
    // Without storage only this page has the value.
  }
}
