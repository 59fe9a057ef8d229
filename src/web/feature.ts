import type { Icon } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { May } from '#contract/endpoint.ts'
import type { NavEntry } from './shell/nav.ts'

export type { NavEntry } from './shell/nav.ts'

/** Records that the palette finds (GET /search), by the kind the server gives them. */
export type RecordKind = { label: string; icon?: Icon; path: (id: string) => string }
/** A screen the palette goes to besides those of the sidebar, or more words for one. */
export type PaletteScreen = { label: string; to: string; may: May; words?: string }

/** The browser's face of a feature. It is registered with one line in features.ts. */
export type WebFeature = {
  nav?: readonly NavEntry[]
  /** Made with `screen`, below /dashboard. */
  routes: (parent: AnyRoute) => AnyRoute[]
  palette?: { screens?: readonly PaletteScreen[]; records?: Record<string, RecordKind> }
}

export type ScreenAt = {
  /** Below /dashboard: `movies/edit-entry/$id`. */
  path: string
  /** The page's title until the screen says its own. */
  title: string
  /** Without this permission the screen shows `Permission denied`. */
  may: May
  load: () => Promise<ComponentType>
}

/** A route whose screen is fetched when somebody goes there, or hovers a link to it. */
export const screen = (parent: AnyRoute, { path, title, may, load }: ScreenAt): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path,
    staticData: { title, may },
    component: lazyRouteComponent(async () => ({ default: await load() })),
  })

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string
    may?: May
  }
}
