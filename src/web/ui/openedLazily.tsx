import { useState, type ComponentType } from 'react'
import { part, usePart } from '../lazy.ts'

/** A dialog or drawer whose code is fetched when it is first opened; it stays then, to close as gently as it opened. */
export function openedLazily<P extends { opened: boolean }>(
  fetchIt: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  const lazy = part(fetchIt)
  return function OpenedLazily(props: P) {
    const [wasOpened, setWasOpened] = useState(props.opened)
    if (props.opened && !wasOpened) setWasOpened(true)
    const { Part: Opened } = usePart(wasOpened ? lazy : undefined)
    return Opened && <Opened {...props} />
  }
}
