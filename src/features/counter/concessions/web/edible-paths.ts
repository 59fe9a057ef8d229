export const paths = {
  list: '/dashboard/fandb',
  one: (id: number | string) => `/dashboard/fandb/${id}`,
}
