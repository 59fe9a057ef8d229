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
/** The same calls for a guest: they differ in what names the person alone. */
const OF_GUEST = {
  timeline: customers.guestTimeline,
  add: customers.addGuestNote,
  edit: customers.editGuestNote,
  remove: customers.removeGuestNote,
  restore: customers.restoreGuestNote,
} as unknown as Calls

/** The calls of somebody's timeline and notes, what names the person in them, and where what is typed is kept. */
export const notesOf = (whose: CustomerOrGuest) =>
  'id' in whose
    ? { calls: OF_CUSTOMER, params: whose, draft: paths.draft(whose.id) }
    : { calls: OF_GUEST, params: whose as unknown as { id: number }, draft: `guest:${whose.email}` }
