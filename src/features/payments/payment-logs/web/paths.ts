export const paths = {
  log: '/dashboard/payment-logs',
  payment: (id: number | string) => `/dashboard/payment-logs/${id}`,
  refunds: '/dashboard/payment-logs/refunds',
}
