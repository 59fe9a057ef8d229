/** What other features use of this one. */
export { INVITATION, type Invitation } from './letters.ts'
export { queueNotice, type FactorChange } from './notices.ts'
export { openFor, tokensOf } from './opening.ts'
