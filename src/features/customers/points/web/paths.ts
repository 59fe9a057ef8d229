const LOYALTY = '/dashboard/users/loyalty'

export const paths = {
  points: '/dashboard/points',
  loyalty: LOYALTY,
  member: (id: number | string) => `${LOYALTY}/${id}`,
}
