import { IconBalloon } from '@tabler/icons-react'
import { lazy } from 'react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const may = 'kids-club:read'

const MemberPanel = lazy(() => import('./MemberPanel.tsx').then((module) => ({ default: module.MemberPanel })))

export const web: WebFeature = {
  customerPanels: [{ order: 300, may, Panel: MemberPanel }],
  nav: [{ order: 70, label: 'Kids Klub', icon: IconBalloon, to: paths.club, may }],
  palette: {
    screens: [{ label: 'Kids Klub', to: paths.club, may, words: 'kids club children guardian parent consent' }],
  },
}
