import { IconMailForward } from '@tabler/icons-react'
import { part } from '#web/lazy.ts'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const permission = 'person'

export const web: WebFeature = {
  report: part(async () => (await import('./NewReport.tsx')).NewReport),
  nav: [{ order: 507, label: 'Reports', icon: IconMailForward, to: paths.all, permission }],
  palette: { records: { report: { label: 'Reports', icon: IconMailForward, path: paths.one, permission } } },
}
