import { useEffect, useRef } from 'react'

/** What can be done on the screen that is shown, for the palette. */
export type PageAct = { label: string; more: string; words: string; run: () => unknown }

const acts = new Set<{ current: PageAct }>()

export const pageActs = (): PageAct[] => [...acts].map(({ current }) => current)

/** Offers something in the palette while this is shown; nothing, while it cannot be done. */
export function usePageAct(act: PageAct | undefined): void {
  const latest = useRef(act)
  useEffect(() => void (latest.current = act))
  const isThere = act !== undefined
  useEffect(() => {
    if (!isThere) return
    const entry = latest as { current: PageAct }
    acts.add(entry)
    return () => void acts.delete(entry)
  }, [isThere])
}
