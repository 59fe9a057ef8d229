import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'

/** What the page on screen calls itself: for the document's title and the breadcrumbs. */
type Title = { title: string; crumb: string }

let current: Title | undefined
const listeners = new Set<() => void>()
const set = (next: Title | undefined) => {
  current = next
  for (const listener of listeners) listener()
}

const documentTitle = (title: string) => `${title} · Marquee`

/** Names the document. */
export const useDocumentTitle = (title: string) =>
  useEffect(() => {
    document.title = documentTitle(title)
  }, [title])

/** Names the document and the last breadcrumb as long as the caller is on screen. */
export function usePageTitle(title: string, crumb = title) {
  useDocumentTitle(title)
  useLayoutEffect(() => {
    set({ title, crumb })
    return () => set(undefined)
  }, [title, crumb])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const useCurrentTitle = () => useSyncExternalStore(subscribe, () => current)
