import './styles/core.ts'
import { endIfIdle } from './api/idle-start.ts'
import { getSession } from './api/store.ts'
import { isPrivate } from './public-routes.ts'
import { privatePart, publicPart } from './parts.ts'
import { paintScheme } from './scheme.ts'

// Small, so that it runs while the rest is still on its way: it sets the theme before anything is painted and asks for
// the half of the application that will be shown.
paintScheme()
endIfIdle()
const wanted = getSession().signedIn || isPrivate(location.pathname) === false ? undefined : publicPart
const first = getSession().signedIn && location.pathname !== '/outbox' ? privatePart : publicPart
const [root] = await Promise.all([import('./root.tsx'), first.load().catch(() => wanted)])
root.mount()
