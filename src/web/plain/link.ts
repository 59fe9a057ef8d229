const asked = new Map<string, Promise<unknown>>()

/** What the server says of a letter's link, asked once; the failure where it is good no more. */
export function askOnce<T>(link: string, ask: () => Promise<T>): Promise<T | Error> {
  const before = asked.get(link) ?? ask().catch((failure: Error) => failure)
  asked.set(link, before)
  return before as Promise<T | Error>
}
