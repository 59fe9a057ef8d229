/** What is sent, as text: the same again is the same save. A form's entries and files count, which JSON leaves out. */
export const fingerprintOf = (args: object): string =>
  JSON.stringify(args, (_, value: unknown) =>
    value instanceof FormData
      ? [...value].map(([name, entry]) =>
          typeof entry === 'string' ? [name, entry] : [name, entry.name, entry.size, entry.lastModified],
        )
      : value,
  )
