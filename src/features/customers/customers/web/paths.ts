const USERS = '/dashboard/users'

export const paths = {
  active: USERS,
  everybody: `${USERS}/all`,
  unsubscribed: `${USERS}/unsubscribers`,
  guests: `${USERS}/guests`,
  guest: (email: string) => `${USERS}/guests/${encodeURIComponent(email)}`,
  /** The name under which what was typed of a customer is kept (useDraft). */
  draft: (id: number | string) => `customer:${id}`,
  profile: (id: number | string) => `${USERS}/${id}`,
}
