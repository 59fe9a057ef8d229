export const paths = {
  all: '/dashboard/approvals',
  rules: '/dashboard/approvals/rules',
  one: (id: number | string) => `/dashboard/approvals/${encodeURIComponent(id)}`,
}
