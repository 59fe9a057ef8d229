/** Checks whether the caller already has this version (RFC 9110, If-None-Match: a weak comparison). */
export const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined && ifNoneMatch.split(',').some((tag) => ['*', strong(etag)].includes(strong(tag.trim())))

const strong = (tag: string) => tag.replace(/^W\//, '')
