import { IconUsersGroup } from '@tabler/icons-react'
import { lazy } from 'react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const may = 'superadmin'

const DataPanel = lazy(() => import('./DataPanel.tsx').then((module) => ({ default: module.DataPanel })))

export const web: WebFeature = {
  nav: [{ order: 430, label: 'Possible Duplicates', icon: IconUsersGroup, to: paths.duplicates, may }],
  customerPanels: [{ order: 900, Panel: DataPanel }],
  palette: {
    screens: [{ label: 'Possible Duplicates', to: paths.duplicates, may, words: 'merge customers users twice same' }],
  },
}
