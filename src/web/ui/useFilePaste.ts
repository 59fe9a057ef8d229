import { useEffect, useRef } from 'react'

type Place = { element: HTMLElement; isEmpty: boolean; take: (files: readonly File[]) => void }
/** Places that accept files, in order of appearance. */
const places = new Set<Place>()

/** Gives pasted files to one place: under the pointer or with the focus, else the first empty one, else the first. */
function paste(event: ClipboardEvent) {
  const files = [...(event.clipboardData?.files ?? [])]
  if (event.defaultPrevented || !files.length) return
  // Spreadsheets add a picture to the text that is meant for the field.
  const field = document.activeElement as HTMLElement | null
  const isTyped = field?.matches('textarea, input:not([type=file], [type=range], [type=checkbox])')
  if (isTyped && event.clipboardData!.types.includes('text/plain')) return
  const dialog = [...document.querySelectorAll('[role=dialog]')].at(-1)
  const here = [...places].filter(({ element }) => !dialog || dialog.contains(element))
  here.sort((a, b) => (a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
  const place =
    here.find(({ element }) => element.matches(':hover, :focus-within')) ??
    here.find(({ isEmpty }) => isEmpty) ??
    here[0]
  if (!place) return
  event.preventDefault()
  place.take(files)
}

/**
 * Area for pasted files.
 * @returns the ref of its element
 */
export function useFilePaste<E extends HTMLElement>(
  take: (files: readonly File[]) => void,
  { disabled, isEmpty }: { disabled: boolean; isEmpty: boolean },
) {
  const ref = useRef<E>(null)
  useEffect(() => {
    const element = ref.current
    if (disabled || !element) return
    const place = { element, isEmpty, take }
    if (!places.size) window.addEventListener('paste', paste)
    places.add(place)
    return () => {
      places.delete(place)
      if (!places.size) window.removeEventListener('paste', paste)
    }
  })
  return ref
}
