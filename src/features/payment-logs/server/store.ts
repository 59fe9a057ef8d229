/** What other features use of this one: a refund of ours that a program tells of as well does not count again. */
export { noteTold, ownRefunds, takeOwn, toldOfOwn } from './matching.ts'
