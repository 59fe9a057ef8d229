/** Public API of the feature for other features. */
export { customersWith, type Met } from './add.ts'
export { lockCards } from './cards.ts'
export { noteChange, type ChangeKind } from './changes.ts'
export { activeCount, countsOf, inForceAt, listedCount } from './counts.ts'
export { changeCustomer, customerByEmail, customerOr404, fullName, type Customer } from './people.ts'
export { isOfPlan } from './list.ts'
export { linesOf } from './purchases.ts'
export { repairCinemas, repairRegistered, someRegistered } from './repairs.ts'
export { areSeen, customersSeen, visibleMatching, type Seen } from './visibility.ts'
export {
  addKnown,
  cardHolders,
  updateReported,
  lockKnown,
  lockRecord,
  REPORTED_FIELDS,
  takeCardsBack,
  reportedUntil,
  type Known,
} from './reported.ts'
