import { IconShieldLock, IconUserCog } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'
import { paths as roles } from './role-paths.ts'

const permission = 'admins:read'

export const web: WebFeature = {
  nav: [
    {
      order: 130,
      label: 'Admin Settings',
      icon: IconUserCog,
      to: paths.all,
      permission,
      sub: [{ label: 'Admin Users', to: paths.all }],
    },
    {
      order: 500,
      label: 'Admin Roles',
      icon: IconShieldLock,
      to: roles.all,
      permission,
      sub: [
        { label: 'Roles', to: roles.all, title: 'Admin Roles' },
        { label: 'Staff permissions', to: roles.who },
      ],
    },
  ],
  palette: {
    records: {
      admin: {
        label: 'Admins',
        path: (id) => roles.ofPerson(Number(id)),
        permission,
        all: (term) => `${paths.all}?search=${encodeURIComponent(term)}`,
      },
    },
    screens: [
      { label: 'Admin Users', to: paths.all, permission, keywords: 'accounts staff people access superadmin' },
      { label: 'Admin Roles', to: roles.all, permission, keywords: 'permissions rights access' },
      {
        label: 'Add Admin',
        to: `${paths.all}?open=new`,
        permission: 'admins:write',
        keywords: 'invite new person staff',
        isAction: true,
      },
      {
        label: 'Create Role',
        to: `${roles.all}?open=new`,
        permission: 'superadmin',
        keywords: 'add new',
        isAction: true,
      },
      { label: 'Staff permissions', to: roles.who, permission, keywords: 'who can do what rights access person' },
    ],
  },
}
