export const paths = {
  all: '/dashboard/promotions',
  add: '/dashboard/promotions/add',
  edit: (id: number | string) => `/dashboard/promotions/${id}`,
}
