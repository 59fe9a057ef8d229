/** What other features use of this one. */
export { devicesTold, holdersOf, tellDevices, type Holder } from './store.ts'
