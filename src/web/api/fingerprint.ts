/**
 * Serialises what is sent, so that an identical save is recognised. Includes form entries and files, which JSON omits.
 */
export const fingerprintOf = (args: object): string =>
  JSON.stringify(args, (_, value: unknown) =>
    value instanceof FormData
      ? [...value].map(([name, entry]) =>
          typeof entry === 'string' ? [name, entry] : [name, entry.name, entry.size, entry.lastModified],
        )
      : value,
  )
