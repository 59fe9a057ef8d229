import { useSyncExternalStore } from 'react'

/** Address of the public pages, which have no router. */
const MOVED = 'marquee:moved'

const subscribe = (listener: () => void) => {
  addEventListener('popstate', listener)
  addEventListener(MOVED, listener)
  return () => {
    removeEventListener('popstate', listener)
    removeEventListener(MOVED, listener)
  }
}

export const usePath = () => useSyncExternalStore(subscribe, () => location.pathname)

export function go(to: string, how: { replace?: boolean } = {}): void {
  history[how.replace ? 'replaceState' : 'pushState'](null, '', to)
  dispatchEvent(new Event(MOVED))
}
