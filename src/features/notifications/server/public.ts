/** What other features use of this one. */
export { devicesTold, holdersOf, scheduledBy, tellDevices, type Holder } from './store.ts'
