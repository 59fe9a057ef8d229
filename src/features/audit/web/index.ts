import { IconHistory } from '@tabler/icons-react'
import { screen, type WebFeature } from '#web/feature.ts'
import { audit } from '../contract.ts'

const { may } = audit.list
const PATH = '/dashboard/audit-log'

export const web: WebFeature = {
  nav: [{ order: 300, label: 'Audit Log', icon: IconHistory, to: PATH, may }],
  routes: (parent) => [
    screen(parent, { path: 'audit-log', title: 'Audit Log', may, load: async () => (await import('./AuditPage.tsx')).AuditPage }),
  ],
  palette: { screens: [{ label: 'Audit Log', to: PATH, may, words: 'history changes who did what' }] },
}
