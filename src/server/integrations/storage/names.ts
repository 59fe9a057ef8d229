/** What a stored file may be called, in any store: nothing that a path or an address would have to escape. */
const NAME = /^[a-z0-9][a-z0-9._-]{3,120}$/

export const isStoredName = (name: string) => NAME.test(name)

/** @throws Error for a name of another kind: names are made by us, so that is a fault of ours */
export function checkStoredName(name: string) {
  if (!isStoredName(name)) throw new Error(`"${name}" is no name for a stored file`)
}
