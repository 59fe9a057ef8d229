import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'

/** Name of the current page, for the document's title and the breadcrumbs. */
type Title = { title: string; crumb: string; under: string | undefined }

let current: Title | undefined
const listeners = new Set<() => void>()
const set = (next: Title | undefined) => {
  current = next
  for (const listener of listeners) listener()
}

const documentTitle = (title: string) => `${title} · Marquee`

/** Sets the document's title. */
export const useDocumentTitle = (title: string) =>
  useEffect(() => {
    document.title = documentTitle(title)
  }, [title])

/**
 * Sets the document's title and the last breadcrumb while the caller is shown.
 * @param under parent screen, where the address does not show it
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
