/** A text that this browser keeps under a name, for all its tabs; undefined where there is none, or nothing can be kept. */
export const stored = (key: string): string | undefined => {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a text for as long as the browser does; one that keeps nothing forgets it at once. */
export const keep = (key: string, text: string): void => {
  try {
    localStorage.setItem(key, text)
  } catch {
    // Then only this page knows it.
  }
}
