import type { ScreenAt } from '#web/screens.ts'

export const screens: ScreenAt[] = [
  {
    path: 'purchased-tickets',
    title: 'Tickets Log',
    permission: 'tickets:read',
    load: async () => (await import('./TicketLogPage.tsx')).TicketLogPage,
    reads: ['/ticket/ticket-breakdown?page=1&perPage=15'],
  },
]
