const pending = new Map<string, Promise<unknown>>()

/** Reads an email's link once; returns the failure when it is no longer valid. */
export function askOnce<T>(link: string, ask: () => Promise<T>): Promise<T | Error> {
  const before = pending.get(link) ?? ask().catch((failure: Error) => failure)
  pending.set(link, before)
  return before as Promise<T | Error>
}
