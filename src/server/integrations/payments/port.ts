import type { Listed, Unread } from '../records.ts'

/** A card as a payment provider keeps it: its token is good for charges, its number is nowhere. */
export type ProviderCard = {
  token: string
  brand: string
  first6: string
  last4: string
  /** 1 to 12. */
  expiryMonth: number
  /** Four digits. */
  expiryYear: number
}

/** What is asked for. The provider knows the charge by the reference, which is never used twice. */
export type ChargeOrder = {
  reference: string
  token: string
  /** The one that the token was made with. */
  email: string
  kobo: number
  /** On the customer's bank statement. */
  narration: string
  /** Where the bank sends the customer who has confirmed. */
  returnUrl: string
}

/** A charge as the provider has it. */
export type ProviderCharge = {
  id: string
  reference: string
  /** `pending` has no outcome yet, and the customer can do nothing about it; `needs_customer` waits for them. */
  state: 'succeeded' | 'failed' | 'pending' | 'needs_customer'
  kobo: number
  /** ISO 4217. */
  currency: string
  email: string
  /** What the bank or the provider said, in words. */
  message: string
  /** Where the customer confirms it. */
  confirmUrl: string | null
  card: ProviderCard | null
  /** ISO 3166, two letters: where the card is from; absent where it does not say. */
  cardCountry?: string | undefined
  at: Date
  /** What the provider keeps of it; absent where it does not say. */
  feeKobo?: number | undefined
}

/** A charge that cannot be read; null: of an unknown reference. */
export type UnreadCharge = Unread & { reference: string | null }

/** No charge came to be: declined before there was one. */
export type Declined = { state: 'declined'; message: string }

/** A refund as the provider has it; `pending` is taken, and its money is on the way. */
export type ProviderRefund = { id: string; state: 'succeeded' | 'pending' | 'failed' }

export const MOVEMENT_KINDS = ['refund', 'chargeback', 'payout'] as const
/**
 * What became of the money of charges: it went back to a customer, a bank took it back, or it was paid out to the chain.
 * Kobo is positive, naira alone. Of a charge the provider says its id, its reference or both.
 */
export type ProviderMovement = {
  kind: (typeof MOVEMENT_KINDS)[number]
  id: string
  chargeId: string | null
  reference: string | null
  kobo: number
  at: Date
}

/** Which refund is looked for: of a charge, by our reference, asked for at that time. */
type RefundSought = { chargeId: string; reference: string; at: Date }

export interface Payments {
  readonly kind: 'embedded' | 'flutterwave'
  /**
   * Charges a card, at most once. An error that is not `isUndone` leaves it open whether it did: `find` is asked then,
   * and the order is never given again. @throws IntegrationError
   */
  charge(order: ChargeOrder): Promise<ProviderCharge | Declined>
  /** The charge of a reference; undefined when the provider does not know it, or not yet. @throws IntegrationError */
  find(reference: string): Promise<ProviderCharge | undefined>
  /**
   * Pays back a charge, or a part of it, at most once. An error that is neither `isUndone` nor `isOfOneRequest` leaves it open
   * whether it did: with a reference `findRefund` is asked then. @param id the provider's of the charge @throws IntegrationError
   */
  refund(id: string, kobo?: number, reference?: string): Promise<ProviderRefund>
  /** What became of a refund; undefined when the provider does not know it, or not yet. @throws IntegrationError */
  findRefund(sought: RefundSought): Promise<ProviderRefund | undefined>
  /**
   * Charges that were made from one instant until before another, whatever became of them: a page of them, from 1.
   * @throws IntegrationError
   */
  charges(
    from: Date,
    until: Date,
    page: number,
  ): Promise<Listed<ProviderCharge> & { unread: UnreadCharge[]; isLast: boolean }>
  /**
   * What moved from one instant until before another: a page of it, from 1. A payout is of the day whose charges it pays
   * out, and both instants are ends of days. @throws IntegrationError
   */
  movements(
    kind: ProviderMovement['kind'],
    from: Date,
    until: Date,
    page: number,
  ): Promise<Listed<ProviderMovement> & { isLast: boolean }>
  /** Whether a webhook with these headers is the provider's own. What it says is believed when `find` says so too. */
  isGenuine(headers: Record<string, string | string[] | undefined>): boolean
  /** Reads which charge a webhook is about, or why it cannot be read. Null: it is about something else, such as a payout. */
  referenceOf(body: unknown): string | Unread | null
  /** A harmless real call. @returns what it found, in words for staff @throws IntegrationError */
  test(): Promise<string>
}
