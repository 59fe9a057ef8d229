import { useEffect, useRef } from 'react'

/** What can be done on the screen that is shown, for the palette. */
export type PageAction = { label: string; more: string; keywords: string; run: () => unknown }

const actions = new Set<{ current: PageAction }>()

export const pageActions = (): PageAction[] => [...actions].map(({ current }) => current)

/** Offers something in the palette while this is shown; nothing, while it cannot be done. */
export function usePageAction(action: PageAction | undefined): void {
  const latest = useRef(action)
  useEffect(() => void (latest.current = action))
  const isThere = action !== undefined
  useEffect(() => {
    if (!isThere) return
    const entry = latest as { current: PageAction }
    actions.add(entry)
    return () => void actions.delete(entry)
  }, [isThere])
}
