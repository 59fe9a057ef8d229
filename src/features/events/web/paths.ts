export const paths = {
  all: '/dashboard/event-cinema',
  create: '/dashboard/event-cinema/create',
  edit: (id: number | string) => `/dashboard/event-cinema/${id}`,
}
