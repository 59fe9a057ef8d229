/** What a device shows. Addresses are whole: the device is anywhere. */
export type Push = {
  title: string
  body: string
  /** What opens when it is pressed. */
  link: string | undefined
  image: string | undefined
}

/**
 * What became of a push: the service took it, which is not yet that the device shows it; or it knows the token no more,
 * and no push to it ever succeeds again.
 */
type Pushed = 'accepted' | 'unregistered'

export interface PushService {
  readonly kind: 'embedded' | 'fcm'
  /**
   * Hands a push for one device over, within some ten seconds. `messageId`, of at most 32 letters and digits, is the same
   * for each try: the service does not know that a try is a repetition, but a device shows those with one id once.
   * @throws IntegrationError; `isOfOneRequest` where it will never take this push for this device. Any other may succeed
   *   later, not before `retryAfter`
   */
  send(token: string, push: Push, messageId: string): Promise<Pushed>
  /** A harmless real call. @returns what it found, in words for staff @throws IntegrationError */
  test(): Promise<string>
}
