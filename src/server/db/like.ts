/** Returns a LIKE pattern that finds a term anywhere, with its wildcards escaped. */
export const likeTerm = (term: string): string => `%${term.replace(/[\\%_]/g, '\\$&')}%`
