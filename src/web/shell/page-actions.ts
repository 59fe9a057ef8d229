import { useEffect, useRef } from 'react'

/** Action of the current screen, for the palette. */
export type PageAction = { label: string; more: string; keywords: string; run: () => unknown }

const actions = new Set<{ current: PageAction }>()

export const pageActions = (): PageAction[] => [...actions].map(({ current }) => current)

/** Adds an action to the palette while the component is shown; undefined while it is unavailable. */
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
