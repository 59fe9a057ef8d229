import { IconCalendarEvent } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

export const web: WebFeature = {
  nav: [{ order: 80, label: 'FH+ Event', icon: IconCalendarEvent, to: paths.all, permission: 'events:read' }],
  calendar: {
    kind: 'event',
    label: 'Events',
    one: 'Event',
    icon: IconCalendarEvent,
    color: 'pink',
    permission: 'events:read',
    path: paths.edit,
    all: paths.all,
    add: { label: 'Add event', permission: 'events:write', path: (day) => `${paths.create}?date=${day}` },
  },
  palette: {
    screens: [
      {
        label: 'Create an Event',
        to: paths.create,
        permission: 'events:write',
        isAction: true,
        keywords: 'add event cinema',
      },
    ],
    records: { event: { label: 'Events', icon: IconCalendarEvent, path: paths.edit, permission: 'events:read' } },
  },
}
