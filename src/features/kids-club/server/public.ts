/** What other features use of this one. */
export { lacksConsent, tellMembers } from './store.ts'
