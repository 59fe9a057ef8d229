import type { Icon } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import type { RequiredPermission } from '#contract/endpoint.ts'
import type { Permission } from '#contract/permissions.ts'
import type { LazyPart } from './lazy.ts'
import type { Reporting } from './list/reporting.ts'
import type { ImportInto } from './list/ImportButton.tsx'
import type { Selection } from './list/selection.tsx'
import type { ListViews } from './list/views.ts'
import type { NavEntry } from './shell/nav.ts'

export type { NavEntry, NavSub } from './shell/nav.ts'

/**
 * Records that the palette finds (GET /search), by the kind the server gives them, and that other features link to
 * (`RecordLink`): those who lack the permission, where there is one, see no link.
 */
export type RecordKind = {
  label: string
  icon?: Icon
  path: (id: string) => string
  permission?: RequiredPermission
  /** Where all are listed that match a search or, of the audit log, are about a record. */
  all?: (term: string) => string
}
/** A screen the palette goes to besides those of the sidebar, more words for one, or something to do (`isAction`). */
type PaletteScreen = {
  label: string
  to: string
  permission: RequiredPermission
  keywords?: string
  isAction?: boolean
}
/** What can be done with a record that is found: typed as `refund FLW-1234`, it leads to where that is done. */
type PaletteVerb = { verb: string; kind: string; permission: RequiredPermission; path: (id: string) => string }

/**
 * What a feature adds to every customer's profile: beside its title, on top, among what can be done for the customer, or
 * as a card of its own. Its code is fetched with the customer. With `permission`, whoever lacks the permission does not see it.
 */
export type CustomerPanel = {
  place: 'title' | 'top' | 'acts' | 'cards'
  /** Where it stands among the others of its place. */
  order: number
  permission?: RequiredPermission
  part: LazyPart<{ customerId: number }>
}

/** What a feature has in the calendar (GET /calendar), by the kind that the server gives it. */
export type CalendarKind = {
  kind: string
  /** Several of them, and one. */
  label: string
  one: string
  icon: Icon
  color: 'purple' | 'teal' | 'amber' | 'pink'
  permission: RequiredPermission
  /** Where one of them opens, and where all are. */
  path: (id: string) => string
  all: string
  /** Adds one on a day: what its button says, and where it leads. */
  add?: { label: string; permission: RequiredPermission; path: (day: string) => string }
}

/**
 * The browser's face of a feature, registered with one line in src/app/web-features.ts. Its screens stand in `screens.ts` beside it,
 * and are found there.
 */
export type WebFeature = {
  nav?: readonly NavEntry[]
  customerPanels?: readonly CustomerPanel[]
  /** Cards below what a guest bought. Their code is fetched with the page. */
  guestPanels?: readonly LazyPart<{ email: string }>[]
  calendar?: CalendarKind
  /** A line between the dashboard's title and its figures, which do not wait for it. */
  onDashboard?: LazyPart<object>
  /** The command palette, which opens from anywhere. */
  finder?: ComponentType<{ opened: boolean; onClose: () => void }> & { load: () => Promise<unknown> }
  /** A button of 36 px in the top bar, before who one is. The bar keeps its place and does not wait for it. */
  topBar?: LazyPart<object>
  /** One's views of a list, in a row of 42 px above it. The list does not wait for them. */
  listViews?: LazyPart<ListViews>
  /** A file that is sent by mail on a schedule: opened from the menu beside its download. */
  report?: LazyPart<Reporting>
  /**
   * What can be done to many rows of a list: of which lists, by their files' calls, with the permissions any of which it
   * takes; and the bar that offers it once rows are selected.
   */
  bulk?: {
    lists: Readonly<Record<string, readonly (Permission | 'superadmin')[]>>
    bar: LazyPart<Selection & { children?: ReactNode }>
  }
  /** Lines of a file become records of a list: of which lists, by their files' calls, and what it takes; and the button for it. */
  imports?: { lists: Readonly<Record<string, RequiredPermission>>; button: LazyPart<ImportInto> }
  /** Shown beside every screen, which does not wait for it. */
  note?: () => Promise<ComponentType>
  /** Takes a fault of these pages to where faults are kept, with the screen it happened on. */
  faults?: () => Promise<(thrown: unknown, componentStack: string, screen: string) => Promise<void>>
  palette?: { screens?: readonly PaletteScreen[]; records?: Record<string, RecordKind>; verbs?: readonly PaletteVerb[] }
}
