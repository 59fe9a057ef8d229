export const paths = {
  list: '/dashboard/merchandise',
  one: (id: number | string) => `/dashboard/merchandise/${id}`,
}
