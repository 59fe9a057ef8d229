/** Splits a title into words; ignores case, accents and punctuation. */
export const termsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

const normalized = (text: string) => termsOf(text).join(' ')

/** Splits "lionheart 2018" into title and year; a year alone is a title. */
export function withoutYear(query: string): { title: string; year?: string } {
  const [, title, year] = /^(.*\S) \(?((?:18|19|20)\d\d)\)?$/.exec(query) ?? []
  return title && year ? { title, year } : { title: query }
}

/** Rates how exactly a title matches a query: 2 word for word, 1 with its year added, otherwise 0. */
export function exactness(query: string, title: string, releaseYear: string | undefined): 0 | 1 | 2 {
  if (normalized(title) === normalized(query)) return 2
  return releaseYear && normalized(`${title} ${releaseYear}`) === normalized(query) ? 1 : 0
}
