/** What other features use of this one. */
export { askAgainAt } from './pauses.ts'
export { logShopCharge, shopChargeOf } from './store.ts'
