import { IconShieldLock, IconUserCog } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'
import { paths as roles } from './role-paths.ts'

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
    {
      order: 500,
      label: 'Admin Roles',
      icon: IconShieldLock,
      to: roles.all,
      may,
      sub: [
        { label: 'Roles', to: roles.all, title: 'Admin Roles' },
        { label: 'Who Can Do What', to: roles.who },
      ],
    },
  ],
  palette: {
    records: {
      admin: {
        label: 'Admins',
        path: (id) => roles.ofPerson(Number(id)),
        may,
        all: (term) => `${paths.all}?search=${encodeURIComponent(term)}`,
      },
    },
    screens: [
      { label: 'Admin Users', to: paths.all, may, words: 'accounts staff people access superadmin' },
      { label: 'Admin Roles', to: roles.all, may, words: 'permissions rights access' },
      {
        label: 'Add Admin',
        to: `${paths.all}?open=new`,
        may: 'admins:write',
        words: 'invite new person staff',
        isAct: true,
      },
      { label: 'Create Role', to: `${roles.all}?open=new`, may: 'superadmin', words: 'add new', isAct: true },
      { label: 'Who Can Do What', to: roles.who, may, words: 'permissions rights access person' },
    ],
  },
}
