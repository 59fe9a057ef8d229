import { IconCalendarTime, IconListCheck } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { part } from '#web/lazy.ts'
import { paths } from './paths.ts'

const may = 'movies:read'

export const web: WebFeature = {
  nav: [
    { order: 203, label: 'Programme', icon: IconListCheck, to: paths.board, may },
    { order: 206, label: 'Schedule', icon: IconCalendarTime, to: paths.schedule, may },
  ],
  onDashboard: part(async () => (await import('./WaitingLine.tsx')).WaitingLine),
}
