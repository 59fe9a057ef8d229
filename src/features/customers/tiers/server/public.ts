/** What other features use of this one. */
export { planById, planOfName, type PlanRow } from './store.ts'
