import * as z from 'zod/mini'
import { toKobo } from '#contract/money.ts'
import { isDay } from '#contract/time.ts'
import { field, idIn, numberIn, plain, type Reading, type Unread } from '../records.ts'
import type { ProviderCard, ProviderCharge, ProviderMovement, ProviderRefund } from './port.ts'

/** Replaces missing and malformed values. */
const orElse = z.catch
const textIn = (value: unknown) => (typeof value === 'string' ? plain(value) : undefined)
const Text = orElse(field(textIn), '')
/** Web address, possibly long. */
const Address = orElse(z.string(), '')
const Id = field(idIn)
const IdOrNone = field((value) => (value === null || value === undefined || value === '' ? null : idIn(value)))
/** Reference, exact to the character, with blanks at its ends. */
const Reference = field((value) => (typeof value === 'string' && idIn(value) !== undefined ? value : undefined))
const Status = field((value) => textIn(value) || undefined)
const Currency = field((value) => (typeof value === 'string' && /^[A-Za-z]{3}$/.test(value) ? value : undefined))
/** Largest payment or daily payout, in naira. */
const MOST_NAIRA = 100_000_000_000
/** Amount in naira. A missing amount is unreadable, not 0. */
const Amount = field((value) => {
  const naira = numberIn(value)
  return naira !== undefined && naira >= 0 && naira <= MOST_NAIRA ? naira : undefined
})
const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d:\d\d)?)?$/
/** Instant; UTC without an offset. */
const Moment = field((value) => {
  const [, day, clock = '00:00', offset = 'Z'] = (typeof value === 'string' && TIME.exec(value.trim())) || []
  if (!day || !isDay(day)) return
  const at = new Date(`${day}T${clock}${offset}`)
  return Number.isNaN(at.getTime()) ? undefined : at
})
/** Instant of a charge without a time: long ago. */
const NO_TIME = new Date(0)

/** Country of a card, also reported without a token. */
const CardOfCountry = z.object({ country: Text })
const Card = z.extend(CardOfCountry, {
  token: Id,
  first_6digits: z.string().check(z.regex(/^\d{6}$/)),
  last_4digits: z.string().check(z.regex(/^\d{4}$/)),
  type: Text,
  /** MM/YY */
  expiry: z.string().check(z.regex(/^(0?[1-9]|1[0-2])\/\d{2}(\d{2})?$/)),
})

const Transaction = z.object({
  id: Id,
  tx_ref: Reference,
  status: Status,
  amount: Amount,
  app_fee: orElse(z.optional(Amount), undefined),
  currency: Currency,
  processor_response: Text,
  created_at: orElse(Moment, NO_TIME),
  /** Confirmation page, in one of two places. */
  auth_url: Address,
  meta: orElse(z.object({ authorization: z.object({ redirect: z.string() }) }), { authorization: { redirect: '' } }),
  customer: orElse(z.object({ email: Text }), { email: '' }),
  /** A card without a token, or in another shape, cannot be charged. */
  card: orElse(z.nullable(z.union([Card, CardOfCountry])), null),
})
/** Reading of lists; the time determines the day of a charge. */
export const TRANSACTIONS = {
  kind: 'Transaction',
  names: ['id', 'tx_ref'],
  at: 'created_at',
  schema: z.extend(Transaction, { created_at: Moment }),
} satisfies Reading<z.ZodMiniType>
export const ONE_TRANSACTION = { ...TRANSACTIONS, schema: Transaction } satisfies Reading<z.ZodMiniType>

/** Answer for one charge. Without `data` the message has the reason. */
export const TransactionAnswer = z.object({ status: z.string(), message: Text, data: z.optional(z.unknown()) })

const Pages = field(numberIn)
/** Page of transactions, with the number of pages. */
export const TransactionsAnswer = z.object({
  meta: z.object({ page_info: z.object({ total_pages: Pages }) }),
  data: z.array(z.unknown()),
})

/** Page of another list. An answer without a number of pages is the only page. */
export const PageAnswer = z.object({
  meta: z._default(z.object({ page_info: z.object({ total_pages: Pages }) }), { page_info: { total_pages: 1 } }),
  data: z.array(z.unknown()),
})

const OneRefund = z.object({ id: Id, status: Text })
export const RefundAnswer = z.object({ message: Text, data: z.optional(z.nullable(OneRefund)) })
/** Reading of refunds, to find one of ours. */
export const SOUGHT_REFUNDS = {
  kind: 'Refund',
  names: ['id'],
  schema: z.extend(OneRefund, { tx_id: Id, comments: Text }),
} satisfies Reading<z.ZodMiniType>

const REFUNDS = {
  kind: 'Refund',
  names: ['id'],
  at: 'created_at',
  schema: z.object({ id: Id, tx_id: Id, status: Status, amount_refunded: Amount, created_at: Moment }),
} satisfies Reading<z.ZodMiniType>
const CHARGEBACKS = {
  kind: 'Chargeback',
  names: ['id'],
  at: 'created_at',
  schema: z.object({
    id: Id,
    amount: Amount,
    transaction_id: IdOrNone,
    tx_ref: Text,
    status: Status,
    created_at: Moment,
  }),
} satisfies Reading<z.ZodMiniType>
/** Payout for the transactions of a day. */
const SETTLEMENTS = {
  kind: 'Settlement',
  names: ['id'],
  at: 'transaction_date',
  schema: z.object({ id: Id, net_amount: Amount, currency: Currency, status: Status, transaction_date: Moment }),
} satisfies Reading<z.ZodMiniType>
export const BanksAnswer = z.object({ data: z.array(z.unknown()) })

const charged = {
  id: orElse(Id, ''),
  tx_ref: orElse(Reference, ''),
  txRef: orElse(Reference, ''),
  event: Text,
  'event.type': Text,
}
const LEFT_OUT = { id: '', tx_ref: '', txRef: '', event: '', 'event.type': '' }
const Webhook = orElse(z.object({ ...charged, data: orElse(z.object(charged), LEFT_OUT) }), {
  ...LEFT_OUT,
  data: LEFT_OUT,
})

/** Events of the chain's own account: payouts, and subscription plans of the provider, which Marquee does not use. */
const OF_NO_CHARGE = /^(transfer|payout|settlement|subscription)\b/i

/** Reads the reference of a webhook's charge: from `data`, or from the top of the older format. */
export function referenceIn(body: unknown): string | Unread | null {
  const { data, ...top } = Webhook.parse(body)
  const reference = data.tx_ref || data.txRef || top.tx_ref || top.txRef
  if (reference) return reference
  const id = data.id || top.id
  const event = top.event || top['event.type']
  if (OF_NO_CHARGE.test(event)) return null
  return {
    id: null,
    name: id ? `Webhook ${id}` : 'A webhook without an ID',
    what: `tx_ref is missing${event && ` (${event})`}`,
  }
}

export const isUnknownReference = (message: string) => /no transaction was found/i.test(message)
export const isUsedReference = (message: string) => /duplicate|already (exist|used)/i.test(message)

/** Returns the instant of a row, if known. */
export const momentOf = (value: unknown): Date | undefined => z.safeParse(Moment, value).data

export function chargeFrom(data: z.infer<typeof Transaction>): ProviderCharge {
  const confirmUrl = webAddress(data.auth_url) ?? webAddress(data.meta.authorization.redirect)
  return {
    id: data.id,
    reference: data.tx_ref,
    state: stateOf(data.status, confirmUrl),
    kobo: toKobo(data.amount),
    currency: data.currency,
    email: data.customer.email,
    message: data.processor_response,
    confirmUrl,
    card: data.card && 'token' in data.card ? cardFrom(data.card) : null,
    cardCountry: data.card ? countryOf(data.card.country) : undefined,
    at: data.created_at,
    feeKobo: data.app_fee === undefined ? undefined : toKobo(data.app_fee),
  }
}

/** Reads two letters, with or without the country name: NIGERIA NG. */
const countryOf = (text: string) => /(?:^|\s)([A-Z]{2})$/.exec(text)?.[1]

export type Moves<T extends z.core.$ZodType> = {
  path: string
  reading: Reading<T>
  /** Converts a row; undefined if no money moved. */
  transactionOf: (row: z.core.output<T>) => ProviderMovement | undefined
}
const moves = <T extends z.core.$ZodType>(of: Moves<T>) => of

/** Provider transactions by list: paid refunds, lost chargebacks and paid settlements. */
export const MOVEMENTS = {
  refund: moves({
    path: '/refunds',
    reading: REFUNDS,
    transactionOf: ({ id, tx_id: chargeId, status, amount_refunded: naira, created_at: at }) =>
      refundState(status.toLowerCase()) === 'succeeded'
        ? { kind: 'refund', id, chargeId, reference: null, kobo: toKobo(naira), at }
        : undefined,
  }),
  chargeback: moves({
    path: '/chargebacks',
    reading: CHARGEBACKS,
    transactionOf: ({ id, transaction_id: chargeId, tx_ref, status, amount, created_at: at }) =>
      /accepted|lost/i.test(status)
        ? { kind: 'chargeback', id, chargeId, reference: tx_ref || null, kobo: toKobo(amount), at }
        : undefined,
  }),
  payout: moves({
    path: '/settlements',
    reading: SETTLEMENTS,
    transactionOf: ({ id, net_amount: naira, status, currency, transaction_date: at }) =>
      /completed|success/i.test(status) && currency === 'NGN'
        ? { kind: 'payout', id, chargeId: null, reference: null, kobo: toKobo(naira), at }
        : undefined,
  }),
}

export const refundFrom = ({ id, status }: z.infer<typeof OneRefund>): ProviderRefund => ({
  id,
  state: refundState(status.toLowerCase()),
})

/** Converts the state of a refund. A refund to a bank takes days and can fail at the end. */
const refundState = (status: string): ProviderRefund['state'] => {
  if (status.startsWith('completed')) return 'succeeded'
  return status.startsWith('failed') ? 'failed' : 'pending'
}

/** Converts the state of a charge. All states except the two final ones are open. */
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

/** Accepts only web pages, because staff send the address to the customer. */
const webAddress = (text: string): string | null => (/^https:\/\/[\x21-\x7e]+$/.test(text) ? text : null)
