import { same } from './changed.ts'

export type Side = 'yours' | 'current'
/** Field with different values of two people; `clash` when both changed it. */
export type Difference<K extends string> = { field: K; clash: boolean; side: Side }

/**
 * Compares a stale form with the current record. Suggests for each different field the changed side, and yours where
 * both changed.
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

/** Returns the form's values with each different field from the chosen side. */
export function merged<T extends object>(current: T, yours: T, sides: Partial<Record<keyof T & string, Side>>): T {
  const result = { ...yours }
  for (const [field, side] of Object.entries(sides) as [keyof T, Side][])
    if (side === 'current') result[field] = current[field]
  return result
}
