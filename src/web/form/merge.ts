import { same } from './changed.ts'

export type Side = 'yours' | 'current'
/** A field that two people have differently. `clash` when both changed it. */
export type Difference<K extends string> = { field: K; clash: boolean; side: Side }

/**
 * The fields in which a stale form and the record as it is now differ, each with the side that is proposed: whoever
 * changed it; yours where both did.
 */
export function differences<T extends object>(base: T, current: T, yours: T): Difference<keyof T & string>[] {
  return (Object.keys(yours) as (keyof T & string)[])
    .filter((field) => !same(current[field], yours[field]))
    .map((field) => {
      const iChanged = !same(base[field], yours[field])
      const theyChanged = !same(base[field], current[field])
      return { field, clash: iChanged && theyChanged, side: iChanged ? 'yours' : 'current' }
    })
}

/** The form's values with each differing field taken from the chosen side. */
export function merged<T extends object>(current: T, yours: T, sides: Partial<Record<keyof T & string, Side>>): T {
  const result = { ...yours }
  for (const [field, side] of Object.entries(sides) as [keyof T, Side][])
    if (side === 'current') result[field] = current[field]
  return result
}
