/** A search term as a LIKE pattern that finds it anywhere; its own wildcards are taken literally. */
export const likeTerm = (term: string): string => `%${term.replace(/[\\%_]/g, '\\$&')}%`
