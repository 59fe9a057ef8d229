import './styles/core.ts'
import { endSession, getSession } from './api/store.ts'
import { privatePart, publicPart } from './parts.ts'
import { paintScheme } from './scheme.ts'
import { lastActive } from './shell/activity.ts'
import { idleness } from './shell/idle.ts'

// Small, so that it runs while the rest is on its way: it sets the theme before anything is painted, and asks at once
// for the half of the application that will be shown.
paintScheme()

const since = lastActive()
const isIdle = since > 0 && idleness(since, Date.now()).state === 'over'
const ended = isIdle ? endSession('idle') : undefined

const first = getSession().signedIn && location.pathname !== '/outbox' ? privatePart : publicPart
// A part that cannot be fetched is asked for again, and its failure told, by the root.
const [root] = await Promise.all([import('./root.tsx'), first.load().catch(() => undefined)])
root.mount(ended)
