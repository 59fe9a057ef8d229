/** What other features use of this one. */
export { masked } from './mask.ts'
export { addReports } from './store.ts'
