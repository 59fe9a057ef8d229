/** What other features use of this one. */
export { logShopCharge, shopChargeOf } from './store.ts'
