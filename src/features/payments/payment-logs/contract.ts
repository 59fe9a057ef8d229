import * as z from 'zod/mini'
import { allOfBusinessDays } from '#contract/business-day.ts'
import { errors } from '#contract/errors.ts'
import { endpoints } from '#contract/endpoint.ts'
import { ColumnChoice, Day, Instant, paging, SearchTerm, sorting, TABLE_ROWS, text } from '#contract/atoms.ts'
import { amounts, choice, days, textChoice } from '#contract/filter.ts'
import { isHundredths } from '#contract/money.ts'
import { Redeemed } from '#features/sales/trade/contract.ts'
import { PAYMENT_METHODS } from '#features/sales/trade/rules.ts'
import {
  LOG_ROWS,
  messages,
  MISMATCH_KINDS,
  MISMATCH_SUBJECTS,
  REFUND_KINDS,
  REFUND_STATES,
  SOLD_KINDS,
  STATUSES,
  USER_TYPES,
} from './rules.ts'

const Id = (message: string) => z.object({ id: z.coerce.number(message).check(z.int(message), z.minimum(1, message)) })
const UserType = z._default(z.enum(USER_TYPES, `userType is one of ${USER_TYPES.join(', ')}`), 'ALL')

/** Row of the payment log (operations 3): one payment. Naira, except payments in another currency. */
export const PaymentLog = z.object({
  id: z.int(),
  createdAt: Instant,
  /** Purchase ID of the shop, otherwise the reference. */
  bookingId: z.string(),
  /** Reference of the payment at the provider, from Marquee or the shop. */
  reference: z.string(),
  /** Name of the payer. */
  name: z.string(),
  /** Reported payment methods. */
  methods: z.array(z.enum(PAYMENT_METHODS)),
  data: z.object({
    /** ID at the payment provider. Null: not asked yet. */
    id: z.nullable(z.string()),
    meta: z.object({
      /** Null: guest. */
      userId: z.nullable(z.int()),
      email: z.string(),
      amountPaid: z.number(),
      /** Currency of `amountPaid` (ISO 4217). */
      currency: z.string(),
      amountRefunded: z.number(),
      purchaseType: z.string(),
      status: z.enum(STATUSES),
    }),
  }),
})
export type PaymentLog = z.infer<typeof PaymentLog>

const PaymentLine = z.object({
  purchase_id: z.int(),
  line: z.int(),
  bookingId: z.string(),
  kind: z.enum(['ticket', 'concession', 'subscription']),
  product: z.string(),
  show_at: z.nullable(Instant),
  /** Cinema of the purchase. Empty: unknown. */
  cinema: z.string(),
  seats: z.array(z.string()),
  quantity: z.int(),
  amount: z.number(),
  /** Refundable quantity, and amount in naira. */
  left_quantity: z.int(),
  left_amount: z.number(),
})
export type PaymentLine = z.infer<typeof PaymentLine>

const Refund = z.object({
  id: z.int(),
  /** Refund reference, which the provider has as the comment. */
  reference: z.string(),
  state: z.enum(REFUND_STATES),
  /** Outcome, for staff. */
  stateText: z.string(),
  amount: z.number(),
  reason: z.string(),
  createdAt: Instant,
  createdBy: z.string(),
  settledAt: z.nullable(Instant),
  lines: z.array(z.object({ product: z.string(), quantity: z.int(), amount: z.number() })),
})

/** Amount with its currency (ISO 4217). */
export const Money = z.object({ amount: z.number(), currency: z.string() })
export type Money = z.infer<typeof Money>

/** Difference between a payment and the provider's record. */
export const Mismatch = z.object({
  id: z.int(),
  day: Day,
  about: z.enum(MISMATCH_SUBJECTS),
  kind: z.enum(MISMATCH_KINDS),
  reference: z.string(),
  /** Payment; for a charge missing here, the payment without an order created from the charge. */
  paymentId: z.nullable(z.int()),
  /** Time and payer of the payment. */
  at: z.nullable(Instant),
  email: z.string(),
  name: z.string(),
  providerId: z.nullable(z.string()),
  ledgerSide: z.nullable(z.extend(Money, { state: z.string() })),
  providerSide: z.nullable(z.extend(Money, { state: z.string() })),
  /** Refunded or pending refunds of the payment, in naira. */
  amountRefunded: z.number(),
  /** Fees only: whether the card is foreign (null: unknown), and the expected naira if it is. */
  isForeignCard: z.nullable(z.boolean()),
  ledgerForeign: z.nullable(z.number()),
  foundAt: Instant,
  /** Time of the comparison that no longer found the mismatch. */
  clearedAt: z.nullable(Instant),
  resolvedAt: z.nullable(Instant),
  resolvedBy: z.nullable(z.string()),
  note: z.string(),
  version: z.int(),
})
export type Mismatch = z.infer<typeof Mismatch>

/** Payment with all its details. */
export const PaymentDetail = z.extend(PaymentLog, {
  /** Total of its purchases in naira. Null: none reported. */
  amountSold: z.nullable(z.number()),
  /** Mismatch with the provider in the latest comparison of the day. */
  mismatch: z.nullable(
    z.pick(Mismatch, {
      day: true,
      about: true,
      kind: true,
      ledgerSide: true,
      providerSide: true,
      isForeignCard: true,
      ledgerForeign: true,
      resolvedAt: true,
    }),
  ),
  provider: z.nullable(z.string()),
  /** Payments of the same person and amount within minutes: possible duplicate charges. */
  twins: z.array(z.object({ id: z.int(), reference: z.string(), at: Instant })),
  lines: z.array(PaymentLine),
  redeemed: Redeemed,
  /** Cube booking that it pays for. */
  cubeBooking: z.nullable(
    z.object({ booking_id: z.string(), cube: z.string(), cinema: z.string(), guests: z.int(), starts_at: Instant }),
  ),
  refunds: z.array(Refund),
  /** Refunds waiting for another approver, newest first; naira. */
  waiting: z.array(z.object({ id: z.int(), amount: z.number(), requester: z.string(), createdAt: Instant })),
  /** Oldest first. */
  history: z.array(
    z.object({
      at: Instant,
      what: z.string(),
      ...Money.shape,
      message: z.string(),
      /** Amount before a correction. */
      amountBefore: z.nullable(z.number()),
    }),
  ),
  /** Filter value of its audit log entries. */
  audited: z.string(),
  /** Pending refunds, chargebacks and the refundable rest, in naira. */
  amountUnderWay: z.number(),
  amountChargedBack: z.number(),
  amountLeft: z.number(),
  /** Error that a refund would return. Null: a refund is possible. */
  refusal: z.nullable(z.string()),
})
export type PaymentDetail = z.infer<typeof PaymentDetail>

const RefundLines = z.array(
  z.object({
    purchase_id: z.int(),
    line: z.int(),
    quantity: z.int('Quantity must be a number').check(z.minimum(1, messages.noLines)),
  }),
)
const Amount = z
  .number(messages.noAmount)
  .check(
    z.positive(messages.noAmount),
    z.maximum(1e10, errors.enter('an amount up to ₦10,000,000,000')),
    z.refine(isHundredths, errors.enter('an amount with up to 2 decimals')),
  )
export const RefundBody = z.object({
  kind: z.enum(REFUND_KINDS, messages.kindNeeds),
  lines: z.optional(RefundLines),
  /** Amount that staff confirmed, in naira. If the server calculates another amount, the refund is rejected. */
  amount: Amount,
  reason: text(300, messages.reason),
})

const paidBy = choice(PAYMENT_METHODS, `method is one of ${PAYMENT_METHODS.join(', ')}`, { canBeEmpty: true })
const soldKind = choice(SOLD_KINDS, `kind is one of ${SOLD_KINDS.join(', ')}`)

const filter = {
  userType: UserType,
  /** Cinema of all items. Empty: several or none. */
  cinema_id: textChoice(40, { canBeEmpty: true }),
  /** Date of the payment. */
  date: days(),
  status: choice(STATUSES, `status is one of ${STATUSES.join(', ')}`),
  amount: amounts(),
  /** Empty: reported only by the shop. */
  provider: textChoice(40, { canBeEmpty: true }),
  /** Payment method. Empty: not reported. */
  method: paidBy,
  /** Kinds of paid items; any matches. */
  kind: soldKind,
  search: SearchTerm,
}
/** Default: newest first. */
const sort = sorting('createdAt', 'amount')

/** Listed refund: requested by staff, or reported only by another system. */
export const ListedRefund = z.object({
  id: z.string(),
  /** Refund reference, which the provider has as the comment; for reported refunds the sender's ID. */
  reference: z.string(),
  /** Null: paid without a reference. */
  paymentId: z.nullable(z.int()),
  /** Purchase of a reported refund. Null: requested by staff. */
  purchaseId: z.nullable(z.int()),
  /** ID of the purchase at the shop or of the cube booking, otherwise the payment's reference. */
  bookingId: z.string(),
  name: z.string(),
  email: z.string(),
  /** Cinema of the refunded purchase or of the full payment. Empty: several or none. */
  cinema: z.string(),
  /** `reported`: reported only by another system. */
  provider: z.string(),
  /** Sender of a reported refund. */
  source: z.nullable(z.string()),
  methods: z.array(z.enum(PAYMENT_METHODS)),
  state: z.enum(REFUND_STATES),
  /** Failure reason. */
  message: z.string(),
  kind: z.enum(REFUND_KINDS),
  /** Naira. */
  amount: z.number(),
  reason: z.string(),
  /** Time of the refund; without a success, time of the request. */
  at: Instant,
  /** Time of the request; for reported refunds, of the refund. */
  createdAt: Instant,
  createdBy: z.string(),
  settledAt: z.nullable(Instant),
})
export type ListedRefund = z.infer<typeof ListedRefund>

const refundFilter = {
  /** Date of the refund as in reports; without a success, date of the request. */
  date: days(),
  state: choice(REFUND_STATES, `state is one of ${REFUND_STATES.join(', ')}`),
  amount: amounts(),
  provider: textChoice(40),
  cinema_id: textChoice(40, { canBeEmpty: true }),
  /** Method of the refunded payment. Empty: not reported. */
  method: paidBy,
  /** Kinds of refunded items; any matches. */
  kind: soldKind,
  search: SearchTerm,
  /** Default: pending and failed refunds first, each newest first. */
  sort: sorting('at', 'amount'),
}

/** Naira of refunds and of their payments. */
const RefundSums = { count: z.int(), paid: z.number(), refunded: z.number(), net: z.number(), underWay: z.number() }

/** Naira of payments. Refunds do not include chargebacks. */
const PaymentSums = { paid: z.number(), refunded: z.number(), chargedBack: z.number(), net: z.number() }

/** Operations 2, 3, 4, 7: Logs. Only the first two paths are of the specification. */
export const paymentLogs = allOfBusinessDays(
  endpoints('payment-logs', {
    list: {
      method: 'GET',
      path: '/flutterwave/payment-logs',
      permission: 'payment-logs:read',
      summary: 'List payments of customers and guests, newest first unless sorted',
      allowReplica: true,
      query: z.object({ ...paging(LOG_ROWS), ...filter, sort }),
      reply: z.object({
        payment_logs: z.array(PaymentLog),
        totalCount: z.int(),
        /** More payments match than are counted; `totalCount` is the maximum. */
        isTruncated: z.boolean(),
      }),
    },
    sums: {
      method: 'GET',
      path: '/flutterwave/payment-logs/sums',
      permission: 'payment-logs:read',
      summary: 'Get the totals of a list of payments, overall and by method. Null if there are too many payments.',
      allowReplica: true,
      query: z.object(filter),
      reply: z.object({
        sums: z.nullable(
          z.object({
            count: z.int(),
            /** Naira of successful payments. */
            ...PaymentSums,
            /** Amounts paid in other currencies. */
            others: z.array(Money),
            /** Successful naira payments by method. `several`: more than one method; null: not reported. */
            methods: z.array(
              z.object({
                method: z.nullable(z.enum([...PAYMENT_METHODS, 'several'])),
                count: z.int(),
                ...PaymentSums,
              }),
            ),
          }),
        ),
      }),
    },
    search: {
      method: 'GET',
      path: '/flutterwave/search-payment-logs',
      permission: 'payment-logs:read',
      summary: 'Find the newest 100 payments by part of their reference, email or name',
      allowReplica: true,
      query: z.object({ searchInput: text(200, messages.search) }),
      reply: z.array(PaymentLog),
    },
    csv: {
      method: 'GET',
      path: '/flutterwave/payment-logs.csv',
      permission: 'payment-logs:export',
      reauthenticate: true,
      summary: 'Export the payment log as CSV, with the same filters',
      allowReplica: true,
      query: z.object({ ...filter, sort, columns: ColumnChoice }),
      stream: 'text/csv',
    },
    detail: {
      method: 'GET',
      path: '/flutterwave/payment-logs/{id}',
      permission: 'payment-logs:read',
      summary: 'Get a payment with its items, history, refunds and refundable amount',
      params: Id(messages.noSuchPayment),
      reply: PaymentDetail,
    },
    refund: {
      method: 'POST',
      path: '/flutterwave/payment-logs/{id}/refunds',
      permission: 'refunds:write',
      about: { payment: 'params.id' },
      reauthenticate: true,
      approval: 'refunds',
      summary: 'Refund a payment in full or in part through the payment provider. The reply has the outcome so far.',
      params: Id(messages.noSuchPayment),
      body: RefundBody,
      reply: PaymentDetail,
      alsoStale: ['customers', 'analytics', 'tiers', 'tickets', 'movieStats', 'referral-links'],
      transaction: 'own',
    },
    refunds: {
      method: 'GET',
      path: '/flutterwave/refunds',
      permission: 'payment-logs:read',
      summary:
        'List refunds of staff and those reported by other systems. Unless sorted, pending and failed ones come first.',
      allowReplica: true,
      query: z.object({ ...paging(TABLE_ROWS), ...refundFilter }),
      reply: z.object({ refunds: z.array(ListedRefund), totalCount: z.int() }),
    },
    refundSums: {
      method: 'GET',
      path: '/flutterwave/refunds/sums',
      permission: 'payment-logs:read',
      summary: 'Get the totals of a list of refunds, overall and by method',
      allowReplica: true,
      query: z.object(refundFilter),
      reply: z.object({
        /** Paid: total of their payments. Refunded: total of successful refunds. Net: the difference. */
        ...RefundSums,
        /** `several`: more than one method; null: not reported. */
        methods: z.array(z.object({ method: z.nullable(z.enum([...PAYMENT_METHODS, 'several'])), ...RefundSums })),
      }),
    },
    refundsCsv: {
      method: 'GET',
      path: '/flutterwave/refunds.csv',
      permission: 'payment-logs:export',
      reauthenticate: true,
      summary: 'Export refunds as CSV, with the same filters',
      allowReplica: true,
      query: z.object({ ...refundFilter, columns: ColumnChoice }),
      stream: 'text/csv',
    },
  }),
)
