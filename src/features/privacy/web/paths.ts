export const paths = {
  data: (id: number | string) => `/dashboard/users/${id}/data`,
  duplicates: '/dashboard/possible-duplicates',
  merge: (id: number, other: number) => `/dashboard/possible-duplicates/${id}/${other}`,
}
