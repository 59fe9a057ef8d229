import * as z from 'zod/mini'
import { toKobo } from '#contract/money.ts'
import type { ProviderCard, ProviderCharge, ProviderMovement, ProviderRefund } from './port.ts'

/** What is missing or of another kind counts as nothing. */
const orElse = z.catch
const Words = orElse(z.string(), '')
const Amount = z.coerce.number()

/** Where a card is from is said also of one without a token. */
const CardOfCountry = z.object({ country: Words })
const Card = z.extend(CardOfCountry, {
  token: z.string().check(z.minLength(1)),
  first_6digits: z.string().check(z.regex(/^\d{6}$/)),
  last_4digits: z.string().check(z.regex(/^\d{4}$/)),
  type: Words,
  /** MM/YY */
  expiry: z.string().check(z.regex(/^(0?[1-9]|1[0-2])\/\d{2}(\d{2})?$/)),
})

const Transaction = z.object({
  id: z.union([z.number(), z.string()]),
  tx_ref: z.string(),
  status: z.string(),
  amount: Amount,
  app_fee: orElse(z.optional(Amount), undefined),
  currency: Words,
  processor_response: Words,
  created_at: Words,
  /** Where the customer confirms: in the one place or the other. */
  auth_url: Words,
  meta: orElse(z.object({ authorization: z.object({ redirect: z.string() }) }), { authorization: { redirect: '' } }),
  customer: orElse(z.object({ email: Words }), { email: '' }),
  /** A card without a token, or in another shape, is none that could be charged. */
  card: orElse(z.nullable(z.union([Card, CardOfCountry])), null),
})

/** Of a charge, and of a question for one. Without `data` the message says why. */
export const TransactionAnswer = z.object({
  status: z.string(),
  message: Words,
  data: z.optional(z.nullable(Transaction)),
})

/** A page of transactions; how many pages there are. */
export const TransactionsAnswer = z.object({
  meta: z.object({ page_info: z.object({ total_pages: z.coerce.number() }) }),
  data: z.array(Transaction),
})

/** Numbers of pages; of an answer without them it is the only one. */
const Meta = orElse(z.object({ page_info: z.object({ total_pages: z.coerce.number() }) }), {
  page_info: { total_pages: 1 },
})

const Refund = z.object({
  id: z.union([z.number(), z.string()]),
  tx_id: orElse(z.union([z.number(), z.string()]), ''),
  status: Words,
  comments: Words,
  amount_refunded: orElse(Amount, 0),
  created_at: Words,
})
export const RefundAnswer = z.object({ message: Words, data: z.optional(z.nullable(Refund)) })
export const RefundsAnswer = z.object({
  meta: Meta,
  data: z.array(Refund),
})

const Chargeback = z.object({
  id: z.union([z.number(), z.string()]),
  amount: Amount,
  transaction_id: orElse(z.nullable(z.union([z.number(), z.string()])), null),
  tx_ref: Words,
  status: Words,
  created_at: Words,
})
export const ChargebacksAnswer = z.object({ meta: Meta, data: z.array(Chargeback) })

/** What was paid out for a day's transactions. */
const Settlement = z.object({
  id: z.union([z.number(), z.string()]),
  net_amount: Amount,
  currency: Words,
  status: Words,
  transaction_date: Words,
})
export const SettlementsAnswer = z.object({ meta: Meta, data: z.array(Settlement) })
export const BanksAnswer = z.object({ data: z.array(z.unknown()) })
export const Webhook = z.object({ data: z.object({ tx_ref: z.string().check(z.minLength(1), z.maxLength(200)) }) })

export const isUnknownReference = (message: string) => /no transaction was found/i.test(message)
export const isUsedReference = (message: string) => /duplicate|already (exist|used)/i.test(message)

export function chargeFrom(data: z.infer<typeof Transaction>): ProviderCharge {
  const confirmUrl = webAddress(data.auth_url) ?? webAddress(data.meta.authorization.redirect)
  return {
    id: String(data.id),
    reference: data.tx_ref,
    state: stateOf(data.status, confirmUrl),
    kobo: toKobo(data.amount),
    currency: data.currency,
    email: data.customer.email,
    message: data.processor_response,
    confirmUrl,
    card: data.card && 'token' in data.card ? cardFrom(data.card) : null,
    cardCountry: data.card ? countryOf(data.card.country) : undefined,
    at: atOf(data.created_at),
    feeKobo: data.app_fee === undefined ? undefined : toKobo(data.app_fee),
  }
}

/** Two letters, with or without the country's name before them: NIGERIA NG. */
const countryOf = (text: string) => /(?:^|\s)([A-Z]{2})$/.exec(text)?.[1]

const atOf = (text: string) => {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? new Date(0) : at
}

/** What moved of an answer: refunds that are paid back, chargebacks that are lost, settlements that are paid. */
export const movedBack = (data: readonly z.infer<typeof Refund>[]): ProviderMovement[] =>
  data
    .filter(({ status }) => refundState(status.toLowerCase()) === 'succeeded')
    .map(({ id, tx_id, amount_refunded, created_at }) => ({
      kind: 'refund',
      id: String(id),
      chargeId: String(tx_id) || null,
      reference: null,
      kobo: toKobo(amount_refunded),
      at: atOf(created_at),
    }))
export const takenBack = (data: readonly z.infer<typeof Chargeback>[]): ProviderMovement[] =>
  data
    .filter(({ status }) => /accepted|lost/i.test(status))
    .map(({ id, transaction_id, tx_ref, amount, created_at }) => ({
      kind: 'chargeback',
      id: String(id),
      chargeId: transaction_id === null ? null : String(transaction_id),
      reference: tx_ref || null,
      kobo: toKobo(amount),
      at: atOf(created_at),
    }))
export const paidOut = (data: readonly z.infer<typeof Settlement>[]): ProviderMovement[] =>
  data
    .filter(({ status, currency }) => /completed|success/i.test(status) && currency === 'NGN')
    .map(({ id, net_amount, transaction_date }) => ({
      kind: 'payout',
      id: String(id),
      chargeId: null,
      reference: null,
      kobo: toKobo(net_amount),
      at: atOf(transaction_date),
    }))

export const refundFrom = ({ id, status }: z.infer<typeof Refund>): ProviderRefund => ({
  id: String(id),
  state: refundState(status.toLowerCase()),
})

/** A refund of money that is in a bank takes days, and fails at their end where it does. */
const refundState = (status: string): ProviderRefund['state'] => {
  if (status.startsWith('completed')) return 'succeeded'
  return status.startsWith('failed') ? 'failed' : 'pending'
}

/** Whatever is neither of the two ends is not over. */
const stateOf = (status: string, confirmUrl: string | null): ProviderCharge['state'] => {
  if (status === 'successful') return 'succeeded'
  if (status === 'failed' || status === 'cancelled') return 'failed'
  return confirmUrl ? 'needs_customer' : 'pending'
}

const cardFrom = ({ token, type, first_6digits, last_4digits, expiry }: z.infer<typeof Card>): ProviderCard => {
  const [month, year] = expiry.split('/') as [string, string]
  return {
    token,
    brand: type || 'CARD',
    first6: first_6digits,
    last4: last_4digits,
    expiryMonth: Number(month),
    expiryYear: year.length === 2 ? 2000 + Number(year) : Number(year),
  }
}

/** Staff pass it on to the customer: nothing but a page of the web. */
const webAddress = (text: string): string | null => (/^https:\/\/\S+$/.test(text) ? text : null)
