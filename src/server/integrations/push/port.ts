/** Push notification as a device shows it. Addresses are absolute. */
export type Push = {
  title: string
  body: string
  /** Address opened by a tap. */
  link: string | undefined
  image: string | undefined
}

/** Result of a push. Accepted does not mean shown; for an unregistered token no push can ever succeed. */
type Pushed = 'accepted' | 'unregistered'

export interface PushService {
  readonly kind: 'embedded' | 'fcm'
  /**
   * Sends a push to one device, within about ten seconds. `messageId` has at most 32 letters and digits and is the same
   * for each attempt: the service does not recognise a repetition, but a device shows the ID once.
   * @throws IntegrationError, with `isOfOneRequest` if this push can never reach this device. Other errors may succeed
   * later, not before `retryAfter`
   */
  send(token: string, push: Push, messageId: string): Promise<Pushed>
  /** Tests the connection with a harmless call. @returns the result, worded for staff @throws IntegrationError */
  test(): Promise<string>
}
