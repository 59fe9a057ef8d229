export const paths = {
  all: '/dashboard/notifications',
  audiences: '/dashboard/notifications/audiences',
  send: '/dashboard/notifications/send',
  one: (id: number | string) => `/dashboard/notifications/${encodeURIComponent(id)}`,
  duplicate: (id: number | string) => `/dashboard/notifications/${encodeURIComponent(id)}/duplicate`,
  edit: (id: number | string) => `/dashboard/notifications/edit/${encodeURIComponent(id)}`,
}
