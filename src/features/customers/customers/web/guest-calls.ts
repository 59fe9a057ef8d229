import { customers, type CustomerOrGuest } from '../contract.ts'
import { paths } from './paths.ts'

const OF_CUSTOMER = {
  timeline: customers.timeline,
  add: customers.addNote,
  edit: customers.editNote,
  remove: customers.removeNote,
  restore: customers.restoreNote,
}
type Calls = typeof OF_CUSTOMER
/** Calls for a guest, with the email instead of the id. */
const OF_GUEST = {
  timeline: customers.guestTimeline,
  add: customers.addGuestNote,
  edit: customers.editGuestNote,
  remove: customers.removeGuestNote,
  restore: customers.restoreGuestNote,
} as unknown as Calls

/** Calls of a timeline and its notes, their parameters, and the key of the draft. */
export const notesOf = (whose: CustomerOrGuest) =>
  'id' in whose
    ? { calls: OF_CUSTOMER, params: whose, draft: paths.draft(whose.id) }
    : { calls: OF_GUEST, params: whose as unknown as { id: number }, draft: `guest:${whose.email}` }
