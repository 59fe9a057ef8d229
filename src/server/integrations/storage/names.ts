/** What a stored file may be called, in any store: nothing that a path or an address would have to escape. */
const NAME = /^[a-z0-9][a-z0-9._-]{3,120}$/

export const isStoredName = (name: string) => NAME.test(name)

/** @throws Error for a name of another kind: names are made by us, so that is a fault of ours */
export function checkStoredName(name: string) {
  if (!isStoredName(name)) throw new Error(`"${name}" is no name for a stored file`)
}

/** Pictures of people are called so (the use `profile`). */
const OF_A_PERSON = /^profile-/

/**
 * How long a file may be kept, and by whom: for ever by anybody, since a name is never given new content; but a picture of
 * a person for an hour, by the browser of who saw it alone: an erasure takes it out of the store, not out of caches.
 */
export const cacheControlOf = (name: string): string =>
  OF_A_PERSON.test(name) ? 'private, max-age=3600' : 'public, max-age=31536000, immutable'
