import { useLayoutEffect } from 'react'

/** The child of a target, for a button that stands elsewhere. */
export function OpenedAt({ ref, button }: { ref?: (element: HTMLElement | null) => void; button: HTMLElement | null }) {
  useLayoutEffect(() => {
    ref?.(button)
    return () => ref?.(null)
  }, [ref, button])
  return null
}
