/** What other features use of this one. */
export { linksNamed } from './store.ts'
