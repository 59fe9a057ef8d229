import type { WebFeature } from '#web/feature.ts'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'

export const web: WebFeature = {
  finder: lazyDialog(() => import('./Palette.tsx').then((module) => module.Palette)),
}
