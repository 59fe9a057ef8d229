/** What other features use of this one. */
export { cardNumberOf, hashCardPin, readLoaded, whenCustomersAreThere } from './store.ts'
