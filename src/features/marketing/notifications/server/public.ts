/** What other features use of this one. */
export { devicesReported, holdersOf, scheduledBy, reportDevices, type Holder } from './store.ts'
