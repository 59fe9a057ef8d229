export const paths = {
  groups: '/dashboard/bulk-vouchers',
  group: (id: number | string) => `/dashboard/bulk-vouchers/${id}`,
}
