/** What other features use of this one. */
export { repairRefundStates } from './refund-states.ts'
