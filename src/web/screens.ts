import type { ComponentType } from 'react'
import type { RequiredPermission } from '#contract/endpoint.ts'

/**
 * Screen behind the sign-in, as plain data that is read first, so that the opened screen loads together with the
 * application. A feature's `screens.ts` therefore imports only its screens, on demand: no contract, no icons.
 */
export type ScreenAt = {
  /** Address below /dashboard: `movies/edit-entry/$id`. */
  path: string
  /** Title of the page until the screen sets its own. */
  title: string
  /** Permission without which the screen shows `Permission denied`. */
  permission: RequiredPermission
  load: () => Promise<ComponentType>
  /**
   * First reads of the screen at its plain address: paths below the API's address, requested while the code loads. A
   * read with other arguments is fetched in vain.
   */
  reads?: readonly string[]
}
