export const paths = {
  all: '/dashboard/reports',
  one: (id: string | number) => `/dashboard/reports/${id}`,
}
