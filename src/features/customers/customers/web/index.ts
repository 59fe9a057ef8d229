import { IconUser, IconUserQuestion, IconUsers } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const permission = 'customers:read'

export const web: WebFeature = {
  nav: [
    {
      order: 110,
      label: 'Users',
      icon: IconUsers,
      to: paths.active,
      permission,
      sub: [
        { label: 'Active Users', to: paths.active },
        { label: 'Unsubscribed Users', to: paths.unsubscribed },
        { label: 'Guest Users', to: paths.guests },
        { label: 'All users', to: paths.everybody },
      ],
    },
  ],
  palette: {
    screens: [
      { label: 'Active Users', to: paths.active, permission, keywords: 'customers subscribers members profile' },
      {
        label: 'Unsubscribed Users',
        to: paths.unsubscribed,
        permission,
        keywords: 'customers churn inactive unsubscribers',
      },
      {
        label: 'Create User',
        to: `${paths.active}?open=new`,
        permission: 'superadmin',
        keywords: 'add new customer',
        isAction: true,
      },
      { label: 'Guest Users', to: paths.guests, permission, keywords: 'customers bookings without account' },
      { label: 'All users', to: paths.everybody, permission, keywords: 'customers guests everyone' },
    ],
    records: {
      customer: {
        label: 'Users',
        icon: IconUser,
        path: paths.profile,
        permission,
        all: (term) => `${paths.everybody}?search=${encodeURIComponent(term)}`,
      },
      guest: {
        label: 'Guests',
        icon: IconUserQuestion,
        path: paths.guest,
        permission,
        all: (term) => `${paths.guests}?search=${encodeURIComponent(term)}`,
      },
    },
    verbs: [
      { verb: 'edit', kind: 'customer', permission: 'customers:write', path: (id) => `${paths.profile(id)}?open=edit` },
    ],
  },
}
