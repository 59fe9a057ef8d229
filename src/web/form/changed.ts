/** Whether two values of a field are the same, lists too. */
export const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What was changed after it was sent: the fields of `now` that differ. */
export const changedSince = <T extends object>(sent: T, now: T): Partial<T> =>
  Object.fromEntries(Object.entries(now).filter(([field, value]) => !same(sent[field as keyof T], value))) as Partial<T>
