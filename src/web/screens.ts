import type { ComponentType } from 'react'
import type { RequiredPermission } from '#contract/endpoint.ts'

/**
 * A screen behind the sign-in, as plain data: it is read before anything else is there, so that the screen of the
 * address that is opened is fetched together with the application. A feature's `screens.ts` therefore imports nothing but
 * its screens, on demand: no contract, no icons.
 */
export type ScreenAt = {
  /** Below /dashboard: `movies/edit-entry/$id`. */
  path: string
  /** The page's title until the screen says its own. */
  title: string
  /** Without this permission the screen shows `Permission denied`. */
  permission: RequiredPermission
  load: () => Promise<ComponentType>
  /**
   * What the screen reads first when its address says nothing more: calls below the API's address, asked for while the
   * code is on its way. One that the screen then asks otherwise is fetched in vain.
   */
  reads?: readonly string[]
}
