import type { ScreenAt } from '#web/screens.ts'

const may = 'vouchers:read'

export const screens: ScreenAt[] = [
  {
    path: 'bulk-vouchers',
    title: 'Bulk vouchers',
    may,
    load: async () => (await import('./VoucherGroupsPage.tsx')).VoucherGroupsPage,
  },
  {
    path: 'bulk-vouchers/$id',
    title: 'Vouchers',
    may,
    load: async () => (await import('./VoucherGroupPage.tsx')).VoucherGroupPage,
  },
]
