/** What other features use of this one. */
export { tellOfFactor } from './letters.ts'
