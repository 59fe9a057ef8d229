import type { WebFeature } from '#web/feature.ts'
import { openedLazily } from '#web/ui/openedLazily.tsx'

export const web: WebFeature = {
  finder: openedLazily(() => import('./Palette.tsx').then((module) => module.Palette)),
}
