import type { ScreenAt } from '#web/screens.ts'

export const screens: ScreenAt[] = [
  {
    path: 'audit-log',
    title: 'Audit log',
    permission: 'audit:read',
    load: async () => (await import('./AuditPage.tsx')).AuditPage,
  },
]
