import { useCallback, useEffect, useMemo, useRef } from 'react'
import { hideToast, showToast } from './toasts.ts'

/**
 * The error toast of one act: it goes with the act's next try, its success, and the form or screen it was done in.
 * Until then it stays.
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
