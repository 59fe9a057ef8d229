export const paths = {
  all: '/dashboard/bulk-actions',
  one: (id: string | number) => `/dashboard/bulk-actions?open=${id}`,
}
