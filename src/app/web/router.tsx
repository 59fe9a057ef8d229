import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type AnyRoute,
} from '@tanstack/react-router'
import type { RequiredPermission } from '#contract/endpoint.ts'
import { getSession } from '#web/api/store.ts'
import { reportFault } from './faults.ts'
import { screens } from './screens.ts'
import { parseSearch, stringifySearch } from '#web/search-params.ts'
import { navOf } from '#web/features.ts'
import { isOutdated } from '#web/worker.ts'
import { features } from '../web-features.ts'
import { homeOf } from '#web/shell/nav.ts'
import { answeringFirst } from '#web/shell/press-feedback.ts'
import { Shell } from '#web/shell/Shell.tsx'
import { startOf } from '#web/list/start.ts'
import { ScreenFailed } from '#web/shell/ScreenFailed.tsx'
import { ScreenPending } from '#web/shell/ScreenPending.tsx'
import { NothingHere } from '#web/shell/NothingHere.tsx'
import { SigningOut } from '#web/shell/SigningOut.tsx'
import { SIGN_OUT } from '#web/shell/useSignOut.ts'

type Arriving = { cause: string; location: { pathname: string; searchStr: string } }

/** A list that is opened without a question starts with what its person chose. */
function startWithView({ cause, location: { pathname, searchStr } }: Arriving) {
  if (cause !== 'enter' || searchStr) return
  const start = startOf(getSession().user?.id, pathname.split('/').slice(2).join('/'))
  if (start) throw redirect({ to: pathname, search: start as never, replace: true })
}

/** The addresses behind the sign-in: every feature's below /dashboard; an unknown one leads home (core 2, routing rules). */
export function createAppRouter() {
  const answered = answeringFirst()
  const root = createRootRoute({ beforeLoad: answered.before })
  const goHome = ({ location }: { location: { pathname: string } }) => {
    const home = homeOf(navOf(features), location.pathname, getSession().user ?? undefined)
    if (home && home !== location.pathname) throw redirect({ to: home, replace: true })
  }
  const dashboard: AnyRoute = createRoute({ getParentRoute: () => root, path: '/dashboard', component: Shell })
  const below = [
    createRoute({ getParentRoute: () => dashboard, path: '/', beforeLoad: goHome, component: NothingHere }),
    createRoute({ getParentRoute: () => dashboard, path: '$', beforeLoad: goHome, component: NothingHere }),
    ...screens.map(({ path, title, permission, load }) =>
      createRoute({
        getParentRoute: () => dashboard,
        path,
        staticData: { title, permission },
        beforeLoad: startWithView,
        // Fetched when somebody goes there, or hovers a link to it.
        component: lazyRouteComponent(async () => ({ default: await load() })),
      }),
    ),
  ]
  const signOut = createRoute({ getParentRoute: () => root, path: SIGN_OUT, component: SigningOut })
  const elsewhere = createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad: () => {
      throw redirect({ to: '/dashboard', replace: true })
    },
  })
  const router = createRouter({
    routeTree: root.addChildren([dashboard.addChildren(below), signOut, elsewhere]),
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultPendingComponent: ScreenPending,
    defaultErrorComponent: ScreenFailed,
    defaultOnCatch: (error, { componentStack }) => reportFault(error, componentStack ?? ''),
  })
  router.subscribe('onRendered', answered.rendered)
  // The server has another build: the next page is that one's. By then the last has been left, with all its questions.
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged && isOutdated()) location.reload()
  })
  return router
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string
    permission?: RequiredPermission
  }
}
