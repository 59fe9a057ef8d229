const USERS = '/dashboard/users'

export const paths = {
  active: USERS,
  everybody: `${USERS}/all`,
  unsubscribed: `${USERS}/unsubscribers`,
  guests: `${USERS}/guests`,
  guest: (email: string) => `${USERS}/guests/${encodeURIComponent(email)}`,
  /** Key of a customer's draft (useDraft). */
  draft: (id: number | string) => `customer:${id}`,
  profile: (id: number | string) => `${USERS}/${id}`,
}
