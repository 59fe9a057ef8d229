import { lazy } from 'react'
import type { StaleDialog } from './StaleDialog.tsx'

/** Fetched when it is opened. */
export const LazyStaleDialog = lazy(() =>
  import('./StaleDialog.tsx').then((module) => ({ default: module.StaleDialog })),
) as unknown as typeof StaleDialog
