export const paths = {
  log: '/dashboard/payment-logs',
  payment: (id: number | string) => `/dashboard/payment-logs/${id}`,
  reconciliation: '/dashboard/payment-logs/reconciliation',
  day: (day: string) => `/dashboard/payment-logs/reconciliation/${day}`,
}
