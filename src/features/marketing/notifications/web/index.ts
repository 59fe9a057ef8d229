import { IconDeviceMobileMessage } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const permission = 'notifications:read'

export const web: WebFeature = {
  nav: [
    {
      order: 90,
      label: 'Notifications',
      icon: IconDeviceMobileMessage,
      to: paths.all,
      permission,
      sub: [
        { label: 'Notifications', to: paths.all },
        { label: 'Send Notification', to: paths.send },
      ],
    },
  ],
  calendar: {
    kind: 'notification',
    label: 'Notifications',
    one: 'Notification',
    icon: IconDeviceMobileMessage,
    color: 'teal',
    permission,
    path: paths.one,
    all: paths.all,
  },
  palette: {
    screens: [
      {
        label: 'Notifications',
        to: paths.all,
        permission,
        keywords: 'push history accepted clicks purchases scheduled',
      },
      {
        label: 'Audiences',
        to: paths.audiences,
        permission,
        keywords: 'segment customers conditions quiet hours limit a week',
      },
      {
        label: 'Send Notification',
        to: paths.send,
        permission: 'notifications:write',
        isAction: true,
        keywords: 'push schedule audience',
      },
    ],
    records: {
      notification: {
        label: 'Notifications',
        icon: IconDeviceMobileMessage,
        path: (code) => `${paths.all}?search=${encodeURIComponent(code)}`,
      },
    },
  },
}
