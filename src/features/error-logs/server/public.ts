/** What other features use of this one. */
export { addReports } from './store.ts'
