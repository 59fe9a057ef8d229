import type { ScreenAt } from '#web/screens.ts'

const permission = 'vouchers:read'

export const screens: ScreenAt[] = [
  {
    path: 'bulk-vouchers',
    title: 'Bulk vouchers',
    permission,
    load: async () => (await import('./VoucherGroupsPage.tsx')).VoucherGroupsPage,
  },
  {
    path: 'bulk-vouchers/$id',
    title: 'Vouchers',
    permission,
    load: async () => (await import('./VoucherGroupPage.tsx')).VoucherGroupPage,
  },
]
