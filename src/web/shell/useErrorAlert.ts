import { useCallback, useEffect, useMemo, useRef } from 'react'
import { hideAlert, showAlert } from './alerts.ts'

/**
 * The error alert of one act: it goes with the act's next try, its success, and the form or screen it was done in.
 * Until then it stays.
 */
export function useErrorAlert() {
  const visible = useRef<number>(undefined)
  const clear = useCallback(() => {
    if (visible.current !== undefined) hideAlert(visible.current)
    visible.current = undefined
  }, [])
  useEffect(() => clear, [clear])
  return useMemo(
    () => ({
      clear,
      show: (message: string) => {
        clear()
        visible.current = showAlert('error', message)
      },
    }),
    [clear],
  )
}
