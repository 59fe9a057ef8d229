import { IconCalendarMonth } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

export const web: WebFeature = {
  nav: [{ order: 200, label: 'Calendar', icon: IconCalendarMonth, to: paths.calendar, permission: 'session' }],
  palette: {
    screens: [
      {
        label: 'Calendar',
        to: paths.calendar,
        permission: 'session',
        keywords: 'scheduled month week agenda openings planned',
      },
    ],
  },
}
