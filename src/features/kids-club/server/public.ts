/** What other features use of this one. */
export { lacksConsent, membersAmong, tellMembers } from './store.ts'
