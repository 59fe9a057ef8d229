import { IconPhotoStar } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

export const web: WebFeature = {
  nav: [{ order: 30, label: 'Hero banners', icon: IconPhotoStar, to: paths.all, may: 'hero-banners:read' }],
}
