import { IconArmchair } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const permission = 'cubes:read'

export const web: WebFeature = {
  nav: [
    {
      order: 330,
      label: 'Cube bookings',
      icon: IconArmchair,
      to: paths.log,
      permission,
      sub: [
        { label: 'Booking logs', to: paths.log, title: 'Cube bookings' },
        { label: 'Cubes', to: paths.cubes },
      ],
    },
  ],
  palette: {
    screens: [
      {
        label: 'Cube bookings',
        to: paths.log,
        permission,
        keywords: 'private screening room paid cancelled rescheduled redeemed',
      },
      { label: 'Week calendar of a cube', to: `${paths.log}?tab=week`, permission, keywords: 'free hours slots' },
      { label: 'Cubes', to: paths.cubes, permission, keywords: 'private screening rooms hours prices' },
    ],
    records: {
      'cube booking': { label: 'Cube bookings', icon: IconArmchair, path: paths.booking, permission },
      cube: { label: 'Cubes', path: () => paths.cubes, permission },
    },
  },
}
