import { useEffect, useState, type ComponentType } from 'react'
import { part, usePart } from '../lazy.ts'

/**
 * Dialog, drawer or menu whose code is loaded when first opened, or on hover or focus (`load`). It stays mounted for
 * its closing animation. A failed load is repeated on the next opening.
 */
export function lazyDialog<P extends { opened: boolean }>(
  fetchIt: () => Promise<ComponentType<P>>,
): ComponentType<P> & { load: () => Promise<unknown> } {
  const lazy = part(fetchIt)
  function LazyDialog(props: P) {
    const [wasOpened, setWasOpened] = useState(props.opened)
    if (props.opened && !wasOpened) setWasOpened(true)
    const { Part: Opened } = usePart(props.opened || (wasOpened && lazy.get()) ? lazy : undefined)
    // Mounted before it opens, because an element that opens on mounting cannot know the previous focus.
    const [isThere, setThere] = useState(false)
    useEffect(() => setThere(Boolean(Opened)), [Opened])
    return Opened && <Opened {...props} opened={props.opened && isThere} />
  }
  return Object.assign(LazyDialog, { load: lazy.load })
}
