/** Allowed names of stored files, in any store: without characters that paths or addresses must escape. */
const NAME = /^[a-z0-9][a-z0-9._-]{3,120}$/

export const isStoredName = (name: string) => NAME.test(name)

/** @throws Error for another name, which is a bug because we choose the names */
export function checkStoredName(name: string) {
  if (!isStoredName(name)) throw new Error(`"${name}" is no name for a stored file`)
}

/** Names of pictures of people (the use `profile`). */
const OF_A_PERSON = /^profile-/

/**
 * Returns how long a file may be cached: forever by anyone, because a name never gets new content.
 * Pictures of people: an hour, only in the viewer's browser, because an erasure removes the picture from the store, not
 * from caches.
 */
export const cacheControlOf = (name: string): string =>
  OF_A_PERSON.test(name) ? 'private, max-age=3600' : 'public, max-age=31536000, immutable'
