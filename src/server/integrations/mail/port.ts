/** An email to one person, as text and as a page of HTML that says the same. */
export type Email = { to: string; subject: string; text: string; html: string; attachments?: readonly Attachment[] }
export type Attachment = { name: string; type: string; content: Buffer }

/** A try is over after so long, one way or the other: whoever waits longer may try again. */
export const SEND_WITHIN_MS = 4 * 60_000

export interface Mail {
  readonly kind: 'embedded' | 'smtp'
  /**
   * Hands an email over, or fails, within SEND_WITHIN_MS. `id` is the same for each try and of no other email, so that a
   * receiver can tell a repetition.
   * @throws IntegrationError with the reason; a passing one may succeed later, any other never
   */
  send(email: Email, id: string): Promise<void>
  /** Connects and signs in, and sends nothing. @returns what it found, in words for staff @throws IntegrationError */
  test(): Promise<string>
}
