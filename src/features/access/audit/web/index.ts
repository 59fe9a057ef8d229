import { IconHistory } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'

const permission = 'audit:read'
const PATH = '/dashboard/audit-log'

export const web: WebFeature = {
  nav: [{ order: 530, label: 'Audit log', icon: IconHistory, to: PATH, permission }],
  palette: {
    records: {
      'audit line': {
        label: 'Audit log',
        path: () => PATH,
        permission,
        all: (about) => `${PATH}?about=${encodeURIComponent(about)}`,
      },
    },
    screens: [{ label: 'Audit log', to: PATH, permission, keywords: 'history changes who did what' }],
  },
}
