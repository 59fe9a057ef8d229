export const paths = {
  all: '/dashboard/promotions',
  add: '/dashboard/promotions/add',
  duplicate: (id: number | string) => `/dashboard/promotions/${id}/duplicate`,
  edit: (id: number | string) => `/dashboard/promotions/${id}`,
}
