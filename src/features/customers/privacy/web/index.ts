import { IconUsersGroup } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { part } from '#web/lazy.ts'
import { paths } from './paths.ts'

const permission = 'superadmin'

export const web: WebFeature = {
  nav: [{ order: 430, label: 'Possible duplicates', icon: IconUsersGroup, to: paths.duplicates, permission }],
  customerPanels: [{ place: 'cards', order: 900, part: part(async () => (await import('./DataPanel.tsx')).DataPanel) }],
  guestPanels: [part(async () => (await import('./DataPanel.tsx')).GuestDataPanel)],
  palette: {
    verbs: ['erase', 'export'].map((verb) => ({ verb, kind: 'customer', permission, path: paths.data })),
    screens: [
      { label: 'Possible duplicates', to: paths.duplicates, permission, keywords: 'merge customers users twice same' },
    ],
  },
}
