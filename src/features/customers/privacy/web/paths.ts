export const paths = {
  data: (id: number | string) => `/dashboard/users/${id}/data`,
  guestData: (email: string) => `/dashboard/users/guests/${encodeURIComponent(email)}/data`,
  duplicates: '/dashboard/possible-duplicates',
  merge: (id: number, other: number) => `/dashboard/possible-duplicates/${id}/${other}`,
}
