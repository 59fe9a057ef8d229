import { same } from './changed.ts'

export type Side = 'yours' | 'theirs'
/** A field that two people have differently. `clash` when both changed it. */
export type Difference<K extends string> = { field: K; clash: boolean; side: Side }

/**
 * The fields in which a stale form and the record as it is now differ, each with the side that is proposed: whoever
 * changed it; yours where both did.
 */
export function differences<T extends object>(base: T, theirs: T, yours: T): Difference<keyof T & string>[] {
  return (Object.keys(yours) as (keyof T & string)[])
    .filter((field) => !same(theirs[field], yours[field]))
    .map((field) => {
      const iChanged = !same(base[field], yours[field])
      const theyChanged = !same(base[field], theirs[field])
      return { field, clash: iChanged && theyChanged, side: iChanged ? 'yours' : 'theirs' }
    })
}

/** The form's values with each differing field taken from the chosen side. */
export function merged<T extends object>(theirs: T, yours: T, sides: Partial<Record<keyof T & string, Side>>): T {
  const result = { ...yours }
  for (const [field, side] of Object.entries(sides) as [keyof T, Side][])
    if (side === 'theirs') result[field] = theirs[field]
  return result
}
