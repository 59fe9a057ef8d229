import type { Listed, Unread } from '../records.ts'

/** Card stored by the payment provider. Only its token can be charged; the number is not stored. */
export type ProviderCard = {
  token: string
  brand: string
  first6: string
  last4: string
  /** 1–12 */
  expiryMonth: number
  /** Four digits. */
  expiryYear: number
}

/** Request for a charge. The provider identifies the charge by the reference, which is never reused. */
export type ChargeOrder = {
  reference: string
  token: string
  /** Email address of the token. */
  email: string
  kobo: number
  /** Text on the customer's bank statement. */
  narration: string
  /** Return address after the customer has confirmed at the bank. */
  returnUrl: string
}

/** Charge at the provider. */
export type ProviderCharge = {
  id: string
  reference: string
  /** State. `pending`: no outcome, and the customer can do nothing; `needs_customer`: waits for the customer. */
  state: 'succeeded' | 'failed' | 'pending' | 'needs_customer'
  kobo: number
  /** ISO 4217. */
  currency: string
  email: string
  /** Message of the bank or the provider. */
  message: string
  /** Page on which the customer confirms the charge. */
  confirmUrl: string | null
  card: ProviderCard | null
  /** Country of the card, two letters (ISO 3166); absent: not reported. */
  cardCountry?: string | undefined
  at: Date
  /** Fee of the provider; absent: not reported. */
  feeKobo?: number | undefined
}

/** Charge that cannot be read; null: unknown reference. */
export type UnreadCharge = Unread & { reference: string | null }

/** Declined charge: the provider made no charge. */
export type Declined = { state: 'declined'; message: string }

/** Refund at the provider. `pending`: accepted, and the money is on its way. */
export type ProviderRefund = { id: string; state: 'succeeded' | 'pending' | 'failed' }

export const MOVEMENT_KINDS = ['refund', 'chargeback', 'payout'] as const
/**
 * Provider transaction after a charge: a refund, a chargeback or a payout to the chain. Kobo is positive and always
 * naira. The provider names a charge by its ID, its reference or both.
 */
export type ProviderMovement = {
  kind: (typeof MOVEMENT_KINDS)[number]
  id: string
  chargeId: string | null
  reference: string | null
  kobo: number
  at: Date
}

/** Refund to find: of a charge, with our reference, requested at this time. */
type RefundSought = { chargeId: string; reference: string; at: Date }

export interface Payments {
  readonly kind: 'embedded' | 'flutterwave'
  /**
   * Charges a card at most once. After an error without `isUndone` the charge may exist: call `find`, and never repeat
   * the order. @throws IntegrationError
   */
  charge(order: ChargeOrder): Promise<ProviderCharge | Declined>
  /** Finds the charge of a reference; undefined: unknown to the provider so far. @throws IntegrationError */
  find(reference: string): Promise<ProviderCharge | undefined>
  /**
   * Refunds a charge or a part of it at most once. After an error without `isUndone` and `isOfOneRequest` the refund
   * may exist: call `findRefund` with the reference.
   * @param id ID of the charge at the provider
   * @throws IntegrationError
   */
  refund(id: string, kobo?: number, reference?: string): Promise<ProviderRefund>
  /** Finds a refund; undefined: unknown to the provider so far. @throws IntegrationError */
  findRefund(sought: RefundSought): Promise<ProviderRefund | undefined>
  /**
   * Lists the charges from one instant until before another, in every state; pages from 1.
   * @throws IntegrationError
   */
  charges(
    from: Date,
    until: Date,
    page: number,
  ): Promise<Listed<ProviderCharge> & { unread: UnreadCharge[]; isLast: boolean }>
  /**
   * Lists provider transactions from one instant until before another; pages from 1. A payout belongs to the day of its
   * charges, so both instants are ends of days. @throws IntegrationError
   */
  movements(
    kind: ProviderMovement['kind'],
    from: Date,
    until: Date,
    page: number,
  ): Promise<Listed<ProviderMovement> & { isLast: boolean }>
  /** Checks the headers of a webhook. Its content is trusted only after `find` confirms it. */
  isGenuine(headers: Record<string, string | string[] | undefined>): boolean
  /**
   * Reads the reference of a webhook's charge, or the reason why it cannot be read. Null: about something else, such as
   * a payout.
   */
  referenceOf(body: unknown): string | Unread | null
  /** Tests the connection with a harmless call. @returns the result, worded for staff @throws IntegrationError */
  test(): Promise<string>
}
