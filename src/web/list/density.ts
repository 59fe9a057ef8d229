import { useState } from 'react'

/** Whether a list's rows stand close together, remembered for each list on this device. */
export function useDensity(list: string) {
  const key = `marquee:dense:${list}`
  const [isDense, setIsDense] = useState(() => {
    try {
      return localStorage.getItem(key) === 'yes'
    } catch {
      return false
    }
  })
  const setDense = (dense: boolean) => {
    setIsDense(dense)
    localStorage.setItem(key, dense ? 'yes' : 'no')
  }
  return [isDense, setDense] as const
}
