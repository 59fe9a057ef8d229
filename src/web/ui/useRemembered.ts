import { useState } from 'react'
import { keep, stored } from '../local-storage.ts'

/** A choice of this device, stored as text under a key; a browser that keeps nothing has it for this time only. */
export function useRemembered(key: string, first: string): [string, (value: string) => void] {
  const [value, setValue] = useState(() => stored(key) ?? first)
  const set = (next: string) => {
    setValue(next)
    keep(key, next)
  }
  return [value, set]
}
