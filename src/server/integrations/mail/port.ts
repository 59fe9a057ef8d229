/** Sends mail to one person. */
export type Letter = { to: string; subject: string; text: string }

export interface Mail {
  readonly kind: 'embedded' | 'smtp'
  /** @throws Error with the reason when it cannot be sent */
  send(letter: Letter): Promise<void>
}
