/** Where each row is to come to, as often as long as its limit. What it has come to is its budget, `grown.` and its key. */
export const goals = {
  'customers page 1': 2.5,
  'customers page 5,000': 2.5,
  'customers, common word': 2.5,
  'customers, rare word': 2.5,
  'payment log, customers': 3,
  'revenue of a year': 3,
  'revenue of 31 days': 3,
  'payment log, reference': 3,
  'ticket log, reference': 3,
  'unsubscribed page 1': 6,
  'a category': 2.5,
  'a profile, audited': 12,
  'create a category': 3.5,
  'change a category': 5,
  'change a customer': 10,
  'create a customer': 10,
} as const
export type Row = keyof typeof goals

/** Of the files, likewise. */
export const FILE_GOAL = 4
export const FIRST_BYTE_MS = 50
/** Lines a second that the feed is to take, from one sender and from two. */
export const FEED_GOALS = [12_000, 20_000] as const
