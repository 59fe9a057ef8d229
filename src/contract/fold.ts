/**
 * Text as it is compared in searches and sorted by name: without marks, case, quotes and hyphens, so that `sade` finds Ṣadé
 * and `obrien` finds O’Brien. The database function `fold(text)` does the same; a test compares both.
 */

const pairs = (characters: string, plain: string) =>
  [...characters].map((character, at): [string, string] => [character, plain[at]!])
/** Lower-case letters that do not decompose into a plain letter and a mark. */
const PLAIN_CHARACTERS = new Map<string, string>([
  ...pairs('ɓƈɖɗđðəǝɛƒɠɣħɦıɨɩɪƙłŋɲøɔƥŧƭʉʊʋƴς', 'bcddddeeefgghhiiiiklnnoopttuuvyσ'),
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ß', 'ss'],
  ['þ', 'th'],
])
const SPECIAL_CHARACTER = new RegExp(`[${[...PLAIN_CHARACTERS.keys()].join('')}]`, 'g')
const MARKS = /[\u0300-\u036f]/g
const SPACES = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g
/** Quotes, apostrophes, hyphens, dashes, and invisible characters: zero-width, direction, soft hyphen. */
const LEFT_OUT =
  /["'`´«»‹›\u02b9-\u02bf\u02c8\u02ca\u02cb\u2018-\u201f\u2032-\u2037\ua78b\ua78c\uff07\u002d\u2010-\u2015\u2212\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(LEFT_OUT, '')
    .replace(SPECIAL_CHARACTER, (character) => PLAIN_CHARACTERS.get(character)!)
    .replace(SPACES, ' ')
    .replace(/^ | $/g, '')

/** A hyphen between two letters separates words: Adé-Òjó is searched as two words. */
const PARTS = /(?<=\p{L}\p{M}*)\p{Pd}(?=\p{L})/gu

/** Splits a search term into folded words, without commas. */
export const searchTermsOf = (term: string): string[] => [
  ...new Set(
    fold(term.replace(PARTS, ' '))
      .split(' ')
      .map((word) => word.replace(/^[,;]+|[,;]+$/g, ''))
      .filter(Boolean),
  ),
]

/** Whether a text has every word of a term, in any order. An empty term matches every text; a term of signs only matches none. */
export const hasTerms = (text: string, term: string): boolean => {
  const folded = fold(text)
  const terms = searchTermsOf(term)
  return terms.length ? terms.every((word) => folded.includes(word)) : !term.trim()
}
