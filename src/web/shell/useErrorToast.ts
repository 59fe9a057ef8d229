import { useCallback, useEffect, useMemo, useRef } from 'react'
import { hideToast, showToast } from './toasts.ts'

/**
 * Error toast of one action, removed by its next attempt, by its success, and with its form or screen. It stays until
 * then.
 */
export function useErrorToast() {
  const visible = useRef<number>(undefined)
  const clear = useCallback(() => {
    if (visible.current !== undefined) hideToast(visible.current)
    visible.current = undefined
  }, [])
  useEffect(() => clear, [clear])
  return useMemo(
    () => ({
      clear,
      show: (message: string) => {
        clear()
        visible.current = showToast('error', message)
      },
    }),
    [clear],
  )
}
