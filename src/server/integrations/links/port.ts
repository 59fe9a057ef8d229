/** What is to be short: an address of this server, and whose it is. */
type LongAddress = { address: string; name: string }

export interface ShortLinks {
  readonly kind: 'embedded' | 'bitly'
  /** @returns an address that leads to the long one @throws IntegrationError with the status that was answered in its words */
  shorten(long: LongAddress): Promise<string>
  /** A harmless real call. @returns what it found, in words for staff @throws IntegrationError */
  test(): Promise<string>
}
