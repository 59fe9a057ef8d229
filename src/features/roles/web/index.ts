import { IconShieldLock } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const may = 'admins:read'

export const web: WebFeature = {
  nav: [
    {
      order: 500,
      label: 'Admin Roles',
      icon: IconShieldLock,
      to: paths.all,
      may,
      sub: [
        { label: 'Roles', to: paths.all, title: 'Admin Roles' },
        { label: 'Who Can Do What', to: paths.who },
      ],
    },
  ],
  palette: {
    screens: [
      { label: 'Admin Roles', to: paths.all, may, words: 'permissions rights access' },
      { label: 'Who Can Do What', to: paths.who, may, words: 'permissions rights access person' },
    ],
  },
}
