/** What other features use of this one. */
export { failedEmails, emailQueue, queueEmail, retryEmail } from './store.ts'
