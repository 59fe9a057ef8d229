/** The parts of a call's address, before the contract's types are put on them. */
export type AddressParts = { params?: unknown; query?: unknown }

/**
 * The address of a call: parameters in braces filled in and encoded, query values appended, arrays repeated.
 * Undefined, null and empty values are left out.
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
