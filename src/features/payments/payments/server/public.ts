/** Exports for other features. */
export { askAgainAt } from './pauses.ts'
export { logShopCharge, shopChargeOf } from './store.ts'
