/**
 * How text is compared in searches and sorted by name: without marks, case, quotes and hyphens, so that `sade` is Ṣadé and
 * `obrien` is O’Brien. The database has the same as `fold(text)`, which a test holds.
 */

const pairs = (characters: string, plain: string) =>
  [...characters].map((character, at): [string, string] => [character, plain[at]!])
/** Letters that do not decompose into a plain one and a mark, in lower case. */
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
/** Quotes and apostrophes, hyphens and dashes, and what is not seen: zero-width, direction, soft hyphen. */
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

/** Between two letters a hyphen parts words: Adé-Òjó is looked for as both. */
const PARTS = /(?<=\p{L}\p{M}*)\p{Pd}(?=\p{L})/gu

/** The words of a search term, folded: without the commas between them. */
export const searchTermsOf = (term: string): string[] => [
  ...new Set(
    fold(term.replace(PARTS, ' '))
      .split(' ')
      .map((word) => word.replace(/^[,;]+|[,;]+$/g, ''))
      .filter(Boolean),
  ),
]

/** Whether a text has every word of a term, in any order. An empty term is in every text, one without words in none. */
export const hasTerms = (text: string, term: string): boolean => {
  const folded = fold(text)
  const terms = searchTermsOf(term)
  return terms.length ? terms.every((word) => folded.includes(word)) : !term.trim()
}
