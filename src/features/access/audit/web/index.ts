import { IconHistory } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'

const permission = 'audit:read'
const PATH = '/dashboard/audit-log'

export const web: WebFeature = {
  nav: [{ order: 530, label: 'Audit Log', icon: IconHistory, to: PATH, permission }],
  palette: {
    records: {
      'audit line': {
        label: 'Audit Log',
        path: () => PATH,
        permission,
        all: (about) => `${PATH}?about=${encodeURIComponent(about)}`,
      },
    },
    screens: [{ label: 'Audit Log', to: PATH, permission, keywords: 'history changes who did what' }],
  },
}
