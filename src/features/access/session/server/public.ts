/** What other features use of this one. */
export { INVITATION, type Invitation } from './emails.ts'
export { queueSecurityEmail, type FactorChange } from './security-emails.ts'
export { openFor, tokensOf } from './opening.ts'
