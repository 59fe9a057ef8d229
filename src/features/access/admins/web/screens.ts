import type { ScreenAt } from '#web/screens.ts'

export const screens: ScreenAt[] = [
  {
    path: 'admin',
    title: 'Admin Users',
    permission: 'admins:read',
    load: async () => (await import('./AdminsPage.tsx')).AdminsPage,
    reads: ['/admin/fetch-admins?page=1&perPage=10'],
  },
  {
    path: 'admin-roles',
    title: 'Admin Roles',
    permission: 'admins:read',
    load: async () => (await import('./RolesPage.tsx')).RolesPage,
    reads: ['/roles?%24include=permissions'],
  },
  {
    path: 'admin-roles/who',
    title: 'Staff permissions',
    permission: 'admins:read',
    load: async () => (await import('./WhoCanPage.tsx')).WhoPage,
  },
]
