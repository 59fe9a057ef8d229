/** What other features use of this one. */
export { deadMails, mailQueue, queueMail, retryMail } from './store.ts'
