const USERS = '/dashboard/users'

export const paths = {
  active: USERS,
  unsubscribed: `${USERS}/unsubscribers`,
  guests: `${USERS}/guests`,
  guest: (email: string) => `${USERS}/guests/${encodeURIComponent(email)}`,
  churn: '/dashboard/churn',
  profile: (id: number | string) => `${USERS}/${id}`,
}
