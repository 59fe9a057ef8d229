export const paths = {
  list: '/dashboard/concessions/price-changes',
  add: '/dashboard/concessions/price-changes/new',
  margin: '/dashboard/margin',
  costs: '/dashboard/margin/costs',
  one: (id: number | string) => `/dashboard/concessions/price-changes/${id}`,
}
