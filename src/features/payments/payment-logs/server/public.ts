/** Exports for other features: matching of reported refunds with own refunds, and refunds. */
export { submitRefund } from './submit-refund.ts'
export {
  isRefundedHere,
  noteReported,
  ownRefunds,
  linkReported,
  isOfOwnRefund,
  matchOwnRefund,
  reportedOwnIds,
} from './refund-matching.ts'
export { repairMethods, repairPlaces } from './places.ts'
export { noteCharges, noteCounterRefund, openCubeRefund, type Refund } from './refunds.ts'
export { mismatchKey, readMismatches } from './mismatches.ts'
export { SYSTEM } from './settle.ts'
export { noteChargebacks } from './payments.ts'
