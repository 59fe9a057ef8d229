export const paths = {
  days: '/dashboard/day-close',
  day: (day: string) => `/dashboard/day-close/${day}`,
}
