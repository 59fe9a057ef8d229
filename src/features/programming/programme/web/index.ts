import { IconCalendarTime, IconListCheck } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { part } from '#web/lazy.ts'
import { paths } from './paths.ts'

const permission = 'movies:read'

export const web: WebFeature = {
  nav: [
    { order: 203, label: 'Programme', icon: IconListCheck, to: paths.board, permission },
    { order: 206, label: 'Schedule', icon: IconCalendarTime, to: paths.schedule, permission },
  ],
  onDashboard: part(async () => (await import('./WaitingLine.tsx')).WaitingLine),
}
