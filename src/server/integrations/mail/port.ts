/** A letter to one person, as text and as a page of HTML that says the same. */
export type Letter = { to: string; subject: string; text: string; html: string }

export interface Mail {
  readonly kind: 'embedded' | 'smtp'
  /**
   * Hands a letter over. `id` is the same for each try, so that a receiver can tell a repetition.
   * @throws IntegrationError with the reason; a passing one may succeed later, any other never
   */
  send(letter: Letter, id: string): Promise<void>
  /** Connects and signs in, and sends nothing. @returns what it found, in words for staff */
  test(): Promise<string>
}
