/**
 * Parses the query of an address as plain text: `?page=2&search=lagos`. The schema converts the values; a repeated name
 * is a list.
 */
export function parseSearch(text: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const before = found[name]
    found[name] = before === undefined ? value : [before, value].flat()
  }
  return found
}

/** Omits undefined, null and empty values. */
export function stringifySearch(values: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    for (const one of [value].flat())
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one))
  const text = search.toString()
  return text && `?${text}`
}
