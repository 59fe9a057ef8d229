import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'

/** What the page on screen calls itself: for the document's title and the breadcrumbs. */
type Title = { title: string; crumb: string; under: string | undefined }

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

/**
 * Names the document and the last breadcrumb as long as the caller is on screen.
 * @param under the screen that it belongs to, where its address does not say so
 */
export function usePageTitle(title: string, crumb = title, under?: string) {
  useDocumentTitle(title)
  useLayoutEffect(() => {
    set({ title, crumb, under })
    return () => set(undefined)
  }, [title, crumb, under])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const useCurrentTitle = () => useSyncExternalStore(subscribe, () => current)
