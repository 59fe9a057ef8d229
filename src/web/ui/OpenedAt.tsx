import { useLayoutEffect } from 'react'

/** Child of a popover target, for a button elsewhere. */
export function OpenedAt({ ref, button }: { ref?: (element: HTMLElement | null) => void; button: HTMLElement | null }) {
  useLayoutEffect(() => {
    ref?.(button)
    return () => ref?.(null)
  }, [ref, button])
  return null
}
