import { painted } from '../painted.ts'

/** Rendering time after which a press would look ignored. */
const SLOW_MS = 50

type Going = { preload: boolean; location: { pathname: string } }
type Navigation = { pathChanged: boolean; toLocation: { pathname: string } }

/**
 * Shows a frame with the destination before a screen, if the device rendered the last screen slowly. For the root
 * route's `beforeLoad` and the router's `onRendered`.
 */
export function answeringFirst() {
  let since = 0
  let isSlow = false
  let current = location.pathname
  const begin = () => void (since = performance.now())
  return {
    before({ preload, location: { pathname } }: Going): Promise<void> | undefined {
      if (preload) return
      if (isSlow && pathname !== current) return painted().then(begin)
      begin()
    },
    rendered({ pathChanged, toLocation: { pathname } }: Navigation): void {
      if (pathChanged) isSlow = performance.now() - since > SLOW_MS
      current = pathname
    },
  }
}
