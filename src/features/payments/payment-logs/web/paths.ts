export const paths = {
  log: '/dashboard/payment-logs',
  payment: (id: number | string) => `/dashboard/payment-logs/${id}`,
  refunds: '/dashboard/payment-logs/refunds',
  reconciliation: '/dashboard/payment-logs/reconciliation',
  mismatches: '/dashboard/payment-logs/mismatches',
  day: (day: string) => `/dashboard/payment-logs/reconciliation/${day}`,
}

/** The screen of closed days, which stands on this one. */
export const DAY_CLOSE = '/dashboard/day-close'
