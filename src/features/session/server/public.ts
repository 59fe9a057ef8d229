/** What other features use of this one. */
export { INVITATION, type Invitation } from './letters.ts'
export { queueNotice } from './notices.ts'
