import { useEffect, useState, type ComponentType } from 'react'
import { part, usePart } from '../lazy.ts'

/**
 * A dialog, drawer or menu whose code is fetched when it is first opened, or when somebody comes near (`load`); it stays
 * then, to close as gently as it opened. What could not be fetched is asked for again when it is opened again.
 */
export function lazyDialog<P extends { opened: boolean }>(
  fetchIt: () => Promise<ComponentType<P>>,
): ComponentType<P> & { load: () => Promise<unknown> } {
  const lazy = part(fetchIt)
  function LazyDialog(props: P) {
    const [wasOpened, setWasOpened] = useState(props.opened)
    if (props.opened && !wasOpened) setWasOpened(true)
    const { Part: Opened } = usePart(props.opened || (wasOpened && lazy.get()) ? lazy : undefined)
    // It is there before it opens: what opens as it comes does not know where the focus was.
    const [isThere, setThere] = useState(false)
    useEffect(() => setThere(Boolean(Opened)), [Opened])
    return Opened && <Opened {...props} opened={props.opened && isThere} />
  }
  return Object.assign(LazyDialog, { load: lazy.load })
}
