/** Parts of a call's address, without the contract's types. */
export type AddressParts = { params?: unknown; query?: unknown }

/**
 * Builds the address of a call: encodes path parameters, appends the query and repeats arrays. Skips undefined, null
 * and empty values.
 */
export function addressOf(base: string, path: string, { params, query }: AddressParts): string {
  const values = (params ?? {}) as Record<string, unknown>
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    for (const one of [value].flat())
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one))
  const text = search.toString()
  return `${base}${filled}${text && `?${text}`}`
}
