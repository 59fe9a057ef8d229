/** What other features use of this one. */
export { livePromotions, type Stored } from './store.ts'
