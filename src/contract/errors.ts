/** The patterns of error messages, one each (docs/writing.md). A message of the specification stays to the letter instead. */

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const errors = {
  /** @param what a noun without an article: “kids club member” */
  notFound: (what: string) => `${sentence(what)} not found`,
  /** @param what a noun, with what is taken where that helps: “role named Cashier” */
  exists: (what: string) => `${sentence(what)} already exists`,
  /** @param what a noun with its article: “an amount above ₦0” */
  enter: (what: string) => `Enter ${what}`,
  /** @param what a noun with its article: “a cinema” */
  choose: (what: string) => `Choose ${what}`,
  /** @param action a verb with its object: “refund payments” */
  noPermission: (action: string) => `You do not have permission to ${action}`,
  /** Someone else saved the record since it was read. */
  stale: 'Someone else changed this while you were editing',
} as const
