import { IconLayoutList, IconPhotoStar, IconSpeakerphone } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths as banners } from './banner-paths.ts'
import { paths as landing } from './landing-paths.ts'
import { paths } from './paths.ts'

export const web: WebFeature = {
  nav: [
    { order: 30, label: 'Hero banners', icon: IconPhotoStar, to: banners.all, permission: 'hero-banners:read' },
    { order: 40, label: 'Promotions', icon: IconSpeakerphone, to: paths.all, permission: 'promotions:read' },
    { order: 205, label: 'Landing page', icon: IconLayoutList, to: landing.board, permission: 'promotions:read' },
  ],
  calendar: {
    kind: 'promotion',
    label: 'Promotions',
    one: 'Promotion',
    icon: IconSpeakerphone,
    color: 'purple',
    permission: 'promotions:read',
    path: paths.edit,
    all: paths.all,
    add: { label: 'Add promotion', permission: 'promotions:write', path: (day) => `${paths.add}?date=${day}` },
  },
  palette: {
    screens: [
      {
        label: 'Add a Promotion',
        to: paths.add,
        permission: 'promotions:write',
        isAction: true,
        keywords: 'ad landing page',
      },
      {
        label: 'Landing page',
        to: landing.board,
        permission: 'promotions:read',
        keywords: 'order preview schedule home hero',
      },
    ],
    records: {
      promotion: { label: 'Promotions', icon: IconSpeakerphone, path: paths.edit, permission: 'promotions:read' },
    },
  },
}
