/** What other features use of this one. */
export { lacksConsent, membersAmong, reportMembers } from './store.ts'
