/**
 * Names inside sentences. First-strong isolates (U+2068, U+2069) keep a right-to-left name from reordering the words around
 * it. Typed text cannot contain them (`tidied`).
 */

/** Marks a person's name or address in a sentence. Readers without permission to see it get `withoutNames`. */
export const isolated = (name: string): string => `\u2068${name}\u2069`

export const withoutNames = (sentence: string, instead: string): string =>
  sentence.replace(/\u2068[^\u2069]*\u2069/g, instead)

/** Removes the invisible marks from a sentence, for files. */
export const unmarked = (sentence: string): string => sentence.replace(/[\u2068\u2069]/g, '')

const RIGHT_TO_LEFT = '[\\p{sc=Arabic}\\p{sc=Hebrew}\\p{sc=Syriac}\\p{sc=Thaana}\\p{sc=Nko}\\p{sc=Adlam}]'
const RIGHT_TO_LEFT_RUN = new RegExp(`${RIGHT_TO_LEFT}(?:[\\p{M}\\s.'’-]*${RIGHT_TO_LEFT})*\\p{M}*`, 'gu')

/** Isolates right-to-left names in a sentence, so that its words keep their order. */
export const inOrder = (sentence: string): string => sentence.replace(RIGHT_TO_LEFT_RUN, isolated)
