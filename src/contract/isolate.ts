/**
 * Names inside sentences: first-strong isolates (U+2068, U+2069) keep one that is written from right to left from turning
 * the words around it. What people type cannot hold them (`tidied`).
 */

/** A person's name or address in a sentence; whoever may not see who it is gets the sentence without it (`withoutNames`). */
export const isolated = (name: string): string => `\u2068${name}\u2069`

export const withoutNames = (sentence: string, instead: string): string =>
  sentence.replace(/\u2068[^\u2069]*\u2069/g, instead)

/** A sentence as a file has it, without marks that nobody sees. */
export const unmarked = (sentence: string): string => sentence.replace(/[\u2068\u2069]/g, '')

const RIGHT_TO_LEFT = '[\\p{sc=Arabic}\\p{sc=Hebrew}\\p{sc=Syriac}\\p{sc=Thaana}\\p{sc=Nko}\\p{sc=Adlam}]'
const RIGHT_TO_LEFT_RUN = new RegExp(`${RIGHT_TO_LEFT}(?:[\\p{M}\\s.'’-]*${RIGHT_TO_LEFT})*\\p{M}*`, 'gu')

/** A sentence whose words stay in their order, whatever name stands among them. */
export const inOrder = (sentence: string): string => sentence.replace(RIGHT_TO_LEFT_RUN, isolated)
