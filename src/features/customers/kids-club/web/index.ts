import { IconBalloon } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { part } from '#web/lazy.ts'
import { paths } from './paths.ts'

const permission = 'kids-club:read'

export const web: WebFeature = {
  customerPanels: [
    { place: 'cards', order: 300, permission, part: part(async () => (await import('./MemberPanel.tsx')).MemberPanel) },
  ],
  nav: [{ order: 70, label: 'Kids Klub', icon: IconBalloon, to: paths.club, permission }],
  palette: {
    screens: [
      {
        label: 'Add Kids Klub Member',
        to: `${paths.club}?open=new`,
        permission: 'kids-club:write',
        keywords: 'new child',
        isAction: true,
      },
      { label: 'Kids Klub', to: paths.club, permission, keywords: 'kids club children guardian parent consent' },
    ],
  },
}
