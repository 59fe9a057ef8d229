/** Rules and messages of personal data: export, erasure and merge. */
import { errors } from '#contract/errors.ts'

export const DUPLICATES_PAGE = 10

export const messages = {
  noSuchCustomer: errors.notFound('customer'),
  wrongConfirmation: (isEmail: boolean, whom = 'customer') =>
    `Type the ${isEmail ? 'email' : 'full name'} of the ${whom}`,
  noReason: 'Enter a reason',
  toSettle: (what: string) => `Resolve this before you erase: ${what}`,
  erased: 'Customer erased',
  guestErased: 'Guest erased',
  guestErasing: 'This guest is being erased',
  isCustomer: (id: number) =>
    `This is the email of customer ${id}. Export or erase that customer, which covers this guest.`,
  erasedBefore: "This customer's data was already erased",
  merged: 'Accounts merged',
  unmerged: 'Merge undone',
  noMerge: 'These customers were not merged in the last 24 hours',
  newerMerge: (id: number) => `Undo the merge of customer ${id} first, because it is newer`,
  dismissed: 'Marked as different people',
  undismissed: 'Pair restored',
  sameCustomer: 'Choose two different customers',
} as const

export const REASON_LENGTH = 500

/** For how long a merge can be undone. */
export const UNDO_HOURS = 24

/** What the record that stays takes from the one or the other. */
export const MERGE_FIELDS = {
  name: 'Name',
  email: 'Email',
  mobile: 'Phone Number',
  dateOfBirth: 'Date of Birth',
  gender: 'Gender',
  billingCycle: 'Preferred billing cycle',
  defaultCinema: 'Default cinema',
  profileImage: 'Profile picture',
  cardNumber: 'Membership card',
  paymentCard: 'Stored payment card',
  guardian: 'Kids club: guardian and consent',
} as const
export type MergeField = keyof typeof MERGE_FIELDS
export const MERGE_FIELD_NAMES = Object.keys(MERGE_FIELDS) as [MergeField, ...MergeField[]]

export type Side = 'this' | 'other'
export const SIDES = ['this', 'other'] as const

/** The side that is proposed: the record's own value, unless it has none. */
export const suggestedSide = (value: string | null, other: string | null): Side =>
  value === null && other !== null ? 'other' : 'this'

/** What has to be typed before a person is erased: the email, or the name of one without an email. */
export const isConfirmed = (typed: string, { email, name }: { email: string | null; name: string }): boolean => {
  const same = (one: string) => typed.trim().toLowerCase() === one.trim().toLowerCase()
  return typed.trim() !== '' && (email ? same(email) || same(name) : same(name))
}
