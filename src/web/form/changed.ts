/** Returns whether two values of a field are equal, lists too. */
export const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Returns the fields of `now` that changed after the save was sent. */
export const changedSince = <T extends object>(sent: T, now: T): Partial<T> =>
  Object.fromEntries(Object.entries(now).filter(([field, value]) => !same(sent[field as keyof T], value))) as Partial<T>
