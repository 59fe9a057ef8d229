import '#web/styles/tokens.css'
import '#web/styles/fonts.css'
import '#web/styles/base.css'
import { sendEarly } from '#web/api/early.ts'
import { endSession, getSession } from '#web/api/store.ts'
import { privatePart, publicPart } from './entries.ts'
import { isForBoth } from '#web/public-routes.ts'
import { screenAt } from '#contract/screen-at.ts'
import { screens } from './screens.ts'
import { paintScheme } from '#web/scheme.ts'
import { dropOldDrafts } from '#web/form/draft-store.ts'
import { lastActive } from '#web/shell/activity.ts'
import { idleness } from '#web/shell/idle.ts'
import { keepFiles } from '#web/worker.ts'

/**
 * Small, so that it runs while the rest is on its way: it sets the theme before anything is painted, and asks at once for
 * the half of the application that will be shown.
 */
async function start() {
  paintScheme()
  dropOldDrafts()
  // A build gives each component its own style sheet (vite.config.ts).
  if (import.meta.env.DEV) await import('@mantine/core/styles.layer.css')

  const since = lastActive()
  const isIdle = since > 0 && idleness(since, Date.now()).state === 'over'
  const ended = isIdle ? endSession('idle') : undefined

  const isSignedIn = getSession().signedIn && !isForBoth(location.pathname)
  const first = isSignedIn ? privatePart : publicPart
  const screen = isSignedIn ? screenAt(screens, location.pathname) : undefined
  if (screen?.reads && !location.search) sendEarly(screen.reads, getSession().jwt)
  screen?.load().catch(() => undefined)
  // A part that cannot be fetched is asked for again, and its failure reported, by the root.
  const [root] = await Promise.all([import('./root.tsx'), first.load().catch(() => undefined)])
  root.mount(ended)
  keepFiles()
}

// Not awaited at the top: what is fetched imports from this file's chunk, and would wait for it.
void start()
