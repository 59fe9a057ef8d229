/** What other features use of this one. */
export { lockCards } from './cards.ts'
export { noteChange, type ChangeKind } from './changes.ts'
export { activeCount, inactiveCount, listedCount } from './counts.ts'
export { changeCustomer, customerOr404, fullName, type Customer } from './people.ts'
export { linesOf } from './purchases.ts'
export { repairRegistered } from './repairs.ts'
export {
  addKnown,
  cardHolders,
  changeTold,
  holdKnown,
  holdRecord,
  KEPT,
  takeCardsBack,
  toldUntil,
  type Known,
} from './told.ts'
