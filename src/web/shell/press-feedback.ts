import { painted } from '../painted.ts'

/** A screen that takes longer to draw would leave the press that asked for it without an answer for that long. */
const SLOW_MS = 50

type Going = { preload: boolean; location: { pathname: string } }
type Navigation = { pathChanged: boolean; toLocation: { pathname: string } }

/**
 * On a device that took long to draw the last screen, a frame that shows where one is going comes before the next screen;
 * elsewhere the screen itself is there as soon. For the root route's `beforeLoad` and the router's `onRendered`.
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
