import { lazy } from 'react'
import type { StaleDialog } from './StaleDialog.tsx'

export const LazyStaleDialog = lazy(() =>
  import('./StaleDialog.tsx').then((module) => ({ default: module.StaleDialog })),
) as unknown as typeof StaleDialog
