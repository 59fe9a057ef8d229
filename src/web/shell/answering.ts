import { painted } from '../painted.ts'

/** A screen that takes longer to draw would leave the press that asked for it without an answer for that long. */
const SLOW_MS = 50

type Going = { preload: boolean; location: { href: string } }
type Gone = { hrefChanged: boolean; toLocation: { href: string } }

/**
 * On a device that took long to draw what the last address shows, a frame that answers the press comes before the next: where
 * one is going, which tab or column is pressed. Elsewhere the screen itself is there as soon. For the root route's `beforeLoad`
 * and the router's `onRendered`.
 */
export function answeringFirst() {
  let since = 0
  let isSlow = false
  let shown = ''
  const begin = () => void (since = performance.now())
  return {
    before({ preload, location: { href } }: Going): Promise<void> | undefined {
      if (preload) return
      if (isSlow && href !== shown) return painted().then(begin)
      begin()
    },
    rendered({ hrefChanged, toLocation: { href } }: Gone): void {
      if (hrefChanged) isSlow = performance.now() - since > SLOW_MS
      shown = href
    },
  }
}
