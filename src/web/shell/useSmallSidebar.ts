import { useState } from 'react'

const KEY = 'marquee:sidebar'
const stored = () => {
  try {
    return localStorage.getItem(KEY) === 'small'
  } catch {
    return false
  }
}

/** Whether the sidebar is collapsed, remembered on this device. */
export function useSmallSidebar(): [boolean, (small: boolean) => void] {
  const [isSmall, setSmall] = useState(stored)
  const set = (small: boolean) => {
    setSmall(small)
    try {
      localStorage.setItem(KEY, small ? 'small' : 'wide')
    } catch {
      // Then it is for this time only.
    }
  }
  return [isSmall, set]
}
