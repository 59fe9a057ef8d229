/** Address of this server to shorten, and the name of its owner. */
type LongAddress = { address: string; name: string }

export interface ShortLinks {
  readonly kind: 'embedded' | 'bitly'
  /**
   * @returns an address that leads to the long address
   * @throws IntegrationError with the HTTP status in its message
   */
  shorten(long: LongAddress): Promise<string>
  /** Tests the connection with a harmless call. @returns the result, worded for staff @throws IntegrationError */
  test(): Promise<string>
}
