import type { ScreenAt } from '#web/screens.ts'

export const screens: ScreenAt[] = [
  {
    path: 'categories',
    title: 'Categories',
    permission: 'categories:read',
    load: async () => (await import('./CategoriesPage.tsx')).CategoriesPage,
    reads: ['/categories'],
  },
]
