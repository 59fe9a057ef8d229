export const paths = {
  all: '/dashboard/event-cinema',
  create: '/dashboard/event-cinema/create',
  duplicate: (id: number | string) => `/dashboard/event-cinema/${id}/duplicate`,
  edit: (id: number | string) => `/dashboard/event-cinema/${id}`,
}
