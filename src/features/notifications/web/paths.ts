export const paths = {
  all: '/dashboard/notifications',
  send: '/dashboard/notifications/send',
  edit: (id: number | string) => `/dashboard/notifications/edit/${encodeURIComponent(id)}`,
}
