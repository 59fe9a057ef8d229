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
 * Kind of records that the palette finds (GET /search) and that other features link to (`RecordLink`). Without the
 * permission there is no link.
 */
export type RecordKind = {
  label: string
  icon?: Icon
  path: (id: string) => string
  permission?: RequiredPermission
  /** Address of the list of all matches or, in the audit log, of all entries about a record. */
  all?: (term: string) => string
}
/** Palette entry: another screen, more keywords for a screen, or an action (`isAction`). */
type PaletteScreen = {
  label: string
  to: string
  permission: RequiredPermission
  keywords?: string
  isAction?: boolean
}
/** Action on a found record: `refund FLW-1234` opens the refund of that payment. */
type PaletteVerb = { verb: string; kind: string; permission: RequiredPermission; path: (id: string) => string }

/**
 * Part of a feature on every customer profile: next to the title, at the top, among the actions, or as a card. Its code
 * is loaded with the customer. Without `permission` the part is hidden.
 */
export type CustomerPanel = {
  place: 'title' | 'top' | 'acts' | 'cards'
  /** Position among the parts of its place. */
  order: number
  permission?: RequiredPermission
  part: LazyPart<{ customerId: number }>
}

/** Entries of a feature in the calendar (GET /calendar), by the server's kind. */
export type CalendarKind = {
  kind: string
  /** Plural and singular labels. */
  label: string
  one: string
  icon: Icon
  color: 'purple' | 'teal' | 'amber' | 'pink'
  permission: RequiredPermission
  /** Addresses of one entry and of all. */
  path: (id: string) => string
  all: string
  /** Button that adds an entry on a day. */
  add?: { label: string; permission: RequiredPermission; path: (day: string) => string }
}

/**
 * Client part of a feature, registered with one line in src/app/web-features.ts. Its screens are in its `screens.ts`.
 */
export type WebFeature = {
  nav?: readonly NavEntry[]
  customerPanels?: readonly CustomerPanel[]
  /** Cards below a guest's purchases. Their code is loaded with the page. */
  guestPanels?: readonly LazyPart<{ email: string }>[]
  calendar?: CalendarKind
  /** Line between the dashboard's title and its figures, which do not wait for it. */
  onDashboard?: LazyPart<object>
  /** Command palette, which opens from anywhere. */
  finder?: ComponentType<{ opened: boolean; onClose: () => void }> & { load: () => Promise<unknown> }
  /** Button of 36 px in the top bar, before the account menu. The bar reserves its place and does not wait for it. */
  topBar?: LazyPart<object>
  /** Views of a list, in a row of 42 px above it. The list does not wait for them. */
  listViews?: LazyPart<ListViews>
  /** Scheduled email of a file, opened from the menu next to its download. */
  report?: LazyPart<Reporting>
  /**
   * Bulk actions on lists: the lists by the calls of their files, with any of the permissions needed, and the bar shown
   * for selected rows.
   */
  bulk?: {
    lists: Readonly<Record<string, readonly (Permission | 'superadmin')[]>>
    bar: LazyPart<Selection & { children?: ReactNode }>
  }
  /**
   * Import of a file into a list: the lists by the calls of their files, with the permission needed, and the button.
   */
  imports?: { lists: Readonly<Record<string, RequiredPermission>>; button: LazyPart<ImportInto> }
  /** Shown with every screen, which does not wait for it. */
  note?: () => Promise<ComponentType>
  /** Reports a client error and its screen to the error log. */
  faults?: () => Promise<(thrown: unknown, componentStack: string, screen: string) => Promise<void>>
  palette?: { screens?: readonly PaletteScreen[]; records?: Record<string, RecordKind>; verbs?: readonly PaletteVerb[] }
}
