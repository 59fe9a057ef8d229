/** What other features use of this one. */
export { comingEvents } from './store.ts'
