/** How titles are searched for. */

/** Case, diacritics and punctuation do not matter. */
export const termsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

const normalized = (text: string) => termsOf(text).join(' ')

/** "lionheart 2018": a year at the end says when, if something stands before it. */
export function withoutYear(query: string): { title: string; year?: string } {
  const [, title, year] = /^(.*\S) \(?((?:18|19|20)\d\d)\)?$/.exec(query) ?? []
  return title && year ? { title, year } : { title: query }
}

/** Whether a title is what was typed: to the word, or with its year behind it. */
export function exactness(query: string, title: string, releaseYear: string | undefined): 0 | 1 | 2 {
  if (normalized(title) === normalized(query)) return 2
  return releaseYear && normalized(`${title} ${releaseYear}`) === normalized(query) ? 1 : 0
}
