import { IconDeviceMobileMessage } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const may = 'notifications:read'

export const web: WebFeature = {
  nav: [
    {
      order: 90,
      label: 'Notifications',
      icon: IconDeviceMobileMessage,
      to: paths.all,
      may,
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
    may,
    path: paths.one,
    all: paths.all,
  },
  palette: {
    screens: [
      { label: 'Notifications', to: paths.all, may, words: 'push history accepted clicks purchases scheduled' },
      { label: 'Audiences', to: paths.audiences, may, words: 'segment customers conditions quiet hours limit a week' },
      {
        label: 'Send Notification',
        to: paths.send,
        may: 'notifications:write',
        isAct: true,
        words: 'push schedule audience',
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
