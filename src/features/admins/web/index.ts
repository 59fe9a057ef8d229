import { IconUserCog } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const may = 'admins:read'

export const web: WebFeature = {
  nav: [
    {
      order: 130,
      label: 'Admin Settings',
      icon: IconUserCog,
      to: paths.all,
      may,
      sub: [{ label: 'Admin Users', to: paths.all }],
    },
  ],
  palette: {
    screens: [{ label: 'Admin Users', to: paths.all, may, words: 'accounts staff people access superadmin' }],
  },
}
