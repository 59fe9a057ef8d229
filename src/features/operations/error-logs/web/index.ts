import { IconBug } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const permission = 'error-logs:read'

export const web: WebFeature = {
  faults: async () => (await import('./fault-report.ts')).reportFault,
  nav: [{ order: 150, label: 'Error Logs', icon: IconBug, to: paths.list, permission }],
  palette: {
    screens: [{ label: 'Error Logs', to: paths.list, permission, keywords: 'bugs failures exceptions stack crash' }],
  },
}
