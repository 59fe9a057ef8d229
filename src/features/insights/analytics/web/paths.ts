export const paths = {
  analytics: '/dashboard/analytics',
  purchaseHistory: '/dashboard/analytics/purchase-history-analytics',
  churn: '/dashboard/churn',
}
