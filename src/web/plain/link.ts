const pending = new Map<string, Promise<unknown>>()

/** What the server says of an email's link, asked once; the failure where it is good no more. */
export function askOnce<T>(link: string, ask: () => Promise<T>): Promise<T | Error> {
  const before = pending.get(link) ?? ask().catch((failure: Error) => failure)
  pending.set(link, before)
  return before as Promise<T | Error>
}
