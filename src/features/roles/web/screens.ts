import type { ScreenAt } from '#web/screens.ts'

const may = 'admins:read'

export const screens: ScreenAt[] = [
  {
    path: 'admin-roles',
    title: 'Admin Roles',
    may,
    load: async () => (await import('./RolesPage.tsx')).RolesPage,
    reads: ['/roles?%24include=permissions'],
  },
  { path: 'admin-roles/who', title: 'Who Can Do What', may, load: async () => (await import('./WhoPage.tsx')).WhoPage },
]
