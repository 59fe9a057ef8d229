import { IconUser, IconUserQuestion, IconUsers } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const may = 'customers:read'

export const web: WebFeature = {
  nav: [
    {
      order: 110,
      label: 'Users',
      icon: IconUsers,
      to: paths.active,
      may,
      sub: [
        { label: 'Active Users', to: paths.active },
        { label: 'Unsubscribed Users', to: paths.unsubscribed },
        { label: 'Guest Users', to: paths.guests },
        { label: 'All Users', to: paths.everybody },
      ],
    },
  ],
  palette: {
    screens: [
      { label: 'Active Users', to: paths.active, may, words: 'customers subscribers members profile' },
      { label: 'Unsubscribed Users', to: paths.unsubscribed, may, words: 'customers churn inactive unsubscribers' },
      {
        label: 'Create User',
        to: `${paths.active}?open=new`,
        may: 'superadmin',
        words: 'add new customer',
        isAct: true,
      },
      { label: 'Guest Users', to: paths.guests, may, words: 'customers bookings without account' },
      { label: 'All Users', to: paths.everybody, may, words: 'customers guests everybody' },
    ],
    records: {
      customer: {
        label: 'Users',
        icon: IconUser,
        path: paths.profile,
        may,
        all: (term) => `${paths.everybody}?search=${encodeURIComponent(term)}`,
      },
      guest: {
        label: 'Guests',
        icon: IconUserQuestion,
        path: paths.guest,
        may,
        all: (term) => `${paths.guests}?search=${encodeURIComponent(term)}`,
      },
    },
    verbs: [{ verb: 'edit', kind: 'customer', may: 'customers:write', path: (id) => `${paths.profile(id)}?open=edit` }],
  },
}
