/** Email to one person, as text and as HTML with the same content. */
export type Email = { to: string; subject: string; text: string; html: string; attachments?: readonly Attachment[] }
export type Attachment = { name: string; type: string; content: Buffer }

/** Longest time of an attempt, in milliseconds. After this time the email can be sent again. */
export const SEND_WITHIN_MS = 4 * 60_000

export interface Mail {
  readonly kind: 'embedded' | 'smtp'
  /**
   * Sends an email within SEND_WITHIN_MS. `id` is the same for each attempt and unique to the email, so that receivers
   * can recognise a repetition.
   * @throws IntegrationError with the reason; only a temporary error can succeed later
   */
  send(email: Email, id: string): Promise<void>
  /** Connects and signs in without sending an email. @returns the result, worded for staff @throws IntegrationError */
  test(): Promise<string>
}
