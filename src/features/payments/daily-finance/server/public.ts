/** What other features use of this one. */
export { closedAmong, firstClosed } from './closed-days.ts'
export { redateTransactions } from './provider-transactions.ts'
