import { useState } from 'react'
import { keep, stored } from '../local-storage.ts'

/** Choice stored as text on this device; without storage it lasts as long as the component. */
export function useRemembered(key: string, first: string): [string, (value: string) => void] {
  const [value, setValue] = useState(() => stored(key) ?? first)
  const set = (next: string) => {
    setValue(next)
    keep(key, next)
  }
  return [value, set]
}
