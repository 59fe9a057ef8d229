import type { ScreenAt } from '#web/screens.ts'

export const screens: ScreenAt[] = [
  {
    path: 'approvals',
    title: 'Approvals',
    permission: 'session',
    load: async () => (await import('./ApprovalsPage.tsx')).ApprovalsPage,
    reads: ['/approvals?page=1&perPage=15&tab=pending'],
  },
  {
    path: 'approvals/rules',
    title: 'Approval rules',
    permission: 'superadmin',
    load: async () => (await import('./RulesPage.tsx')).RulesPage,
    reads: ['/approvals/rules'],
  },
  {
    path: 'approvals/$id',
    title: 'Approval',
    permission: 'session',
    load: async () => (await import('./ApprovalRequestPage.tsx')).ApprovalRequestPage,
  },
]
