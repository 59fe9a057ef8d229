import { useState } from 'react'

/** A choice of this device, stored as text under a key; a browser that keeps nothing has it for this time only. */
export function useRemembered(key: string, first: string): [string, (value: string) => void] {
  const [value, setValue] = useState(() => {
    try {
      return localStorage.getItem(key) ?? first
    } catch {
      return first
    }
  })
  const set = (next: string) => {
    setValue(next)
    try {
      localStorage.setItem(key, next)
    } catch {
      // Then it is for this time only.
    }
  }
  return [value, set]
}
