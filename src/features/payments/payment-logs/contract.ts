import * as z from 'zod/mini'
import { allOfBusinessDays } from '#contract/business-day.ts'
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

/** A row of the payment log (operations 3): one payment. Amounts are naira, but what was paid in another currency. */
export const PaymentLog = z.object({
  id: z.int(),
  createdAt: Instant,
  /** The shop's id of the purchase; without one the reference. */
  bookingId: z.string(),
  /** Ours or the shop's, by which the provider knows the payment. */
  reference: z.string(),
  /** Of the person who paid. */
  name: z.string(),
  /** How it was paid, where that was reported. */
  methods: z.array(z.enum(PAYMENT_METHODS)),
  data: z.object({
    /** The payment provider's; null where it was not asked yet. */
    id: z.nullable(z.string()),
    meta: z.object({
      /** Null of a guest. */
      userId: z.nullable(z.int()),
      email: z.string(),
      amountPaid: z.number(),
      /** Of `amountPaid`; ISO 4217. */
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
  /** Where it was bought for; empty where that is not known. */
  cinema: z.string(),
  seats: z.array(z.string()),
  quantity: z.int(),
  amount: z.number(),
  /** What of it can still be refunded, as a quantity and in naira. */
  left_quantity: z.int(),
  left_amount: z.number(),
})
export type PaymentLine = z.infer<typeof PaymentLine>

const Refund = z.object({
  id: z.int(),
  /** Ours; the provider has it as the refund's comment. */
  reference: z.string(),
  state: z.enum(REFUND_STATES),
  /** What became of it, in words for staff. */
  stateText: z.string(),
  amount: z.number(),
  reason: z.string(),
  createdAt: Instant,
  createdBy: z.string(),
  settledAt: z.nullable(Instant),
  lines: z.array(z.object({ product: z.string(), quantity: z.int(), amount: z.number() })),
})

/** An amount of a currency (ISO 4217). */
export const Money = z.object({ amount: z.number(), currency: z.string() })
export type Money = z.infer<typeof Money>

/** How a payment differs from what the provider has of it. */
export const Mismatch = z.object({
  id: z.int(),
  day: Day,
  about: z.enum(MISMATCH_SUBJECTS),
  kind: z.enum(MISMATCH_KINDS),
  reference: z.string(),
  /** Our payment; of one that is missing here, the payment without an order that was made of the provider's charge. */
  paymentId: z.nullable(z.int()),
  /** Of the payment: when it was made, and by whom. */
  at: z.nullable(Instant),
  email: z.string(),
  name: z.string(),
  providerId: z.nullable(z.string()),
  ledgerSide: z.nullable(z.extend(Money, { state: z.string() })),
  providerSide: z.nullable(z.extend(Money, { state: z.string() })),
  /** What was refunded of our payment besides, or is being refunded; naira. */
  amountRefunded: z.number(),
  /** Of a fee: whether the card is of another country, null where that is not known; then what is expected if it is, in naira. */
  isForeignCard: z.nullable(z.boolean()),
  ledgerForeign: z.nullable(z.number()),
  foundAt: Instant,
  /** The last comparison did not find it any more. */
  clearedAt: z.nullable(Instant),
  resolvedAt: z.nullable(Instant),
  resolvedBy: z.nullable(z.string()),
  note: z.string(),
  version: z.int(),
})
export type Mismatch = z.infer<typeof Mismatch>

/** A payment with all that is known of it. */
export const PaymentDetail = z.extend(PaymentLog, {
  /** What its purchases add up to, in naira; null where no purchase is reported. */
  amountSold: z.nullable(z.number()),
  /** How it differs from what the provider has, as its day was last compared. */
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
  /** Payments of the same amount by the same person within minutes: perhaps the same purchase, charged twice. */
  twins: z.array(z.object({ id: z.int(), reference: z.string(), at: Instant })),
  lines: z.array(PaymentLine),
  redeemed: Redeemed,
  /** The booking of a cube that it pays for. */
  cubeBooking: z.nullable(
    z.object({ booking_id: z.string(), cube: z.string(), cinema: z.string(), guests: z.int(), starts_at: Instant }),
  ),
  refunds: z.array(Refund),
  /** Refunds that a second person has to approve, newest first; naira. */
  waiting: z.array(z.object({ id: z.int(), amount: z.number(), requester: z.string(), createdAt: Instant })),
  /** Oldest first. */
  history: z.array(
    z.object({
      at: Instant,
      what: z.string(),
      ...Money.shape,
      message: z.string(),
      /** What it was until then, where it was corrected. */
      amountBefore: z.nullable(z.number()),
    }),
  ),
  /** As the audit log is asked for what is about it. */
  audited: z.string(),
  /** Under way, what the customer's bank took back, and what can still be refunded; naira. */
  amountUnderWay: z.number(),
  amountChargedBack: z.number(),
  amountLeft: z.number(),
  /** Why a refund would be refused, in the words of the refusal; null when it would not. */
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
    z.maximum(1e10, 'At most ten thousand million naira'),
    z.refine(isHundredths, 'At most two decimals'),
  )
export const RefundBody = z.object({
  kind: z.enum(REFUND_KINDS, messages.kindNeeds),
  lines: z.optional(RefundLines),
  /** What staff saw before they confirmed, and of an amount the amount; naira. Another than the server's is refused. */
  amount: Amount,
  reason: text(300, messages.reason),
})

const paidBy = choice(PAYMENT_METHODS, `method is one of ${PAYMENT_METHODS.join(', ')}`, { canBeEmpty: true })
const soldKind = choice(SOLD_KINDS, `kind is one of ${SOLD_KINDS.join(', ')}`)

const filter = {
  userType: UserType,
  /** Where all was bought that was paid; empty of what concerns several, or none. */
  cinema_id: textChoice(40, { canBeEmpty: true }),
  /** When it was made. */
  date: days(),
  status: choice(STATUSES, `status is one of ${STATUSES.join(', ')}`),
  amount: amounts(),
  /** Empty of what the shop told of alone. */
  provider: textChoice(40, { canBeEmpty: true }),
  /** How it was paid; empty where that was not reported. */
  method: paidBy,
  /** What it paid for: things of any of these kinds. */
  kind: soldKind,
  search: SearchTerm,
}
/** Without it the newest come first. */
const sort = sorting('createdAt', 'amount')

/** A refund that staff asked for, or that a program alone reported, as the list has it. */
export const ListedRefund = z.object({
  id: z.string(),
  /** Ours, which the provider has as the refund's comment; of one that was reported the program's. */
  reference: z.string(),
  /** Null of what was paid without a reference. */
  paymentId: z.nullable(z.int()),
  /** What a program reported it of; null of one that staff asked for. */
  purchaseId: z.nullable(z.int()),
  /** The shop's id of the purchase, or the cube booking's; without one the payment's reference. */
  bookingId: z.string(),
  name: z.string(),
  email: z.string(),
  /** Where that was bought that was reported to be given back, or all that was paid; empty of what concerns several, or none. */
  cinema: z.string(),
  /** `reported` of one that a program alone reported. */
  provider: z.string(),
  /** The program that alone reported it. */
  source: z.nullable(z.string()),
  methods: z.array(z.enum(PAYMENT_METHODS)),
  state: z.enum(REFUND_STATES),
  /** Why it failed. */
  message: z.string(),
  kind: z.enum(REFUND_KINDS),
  /** Naira. */
  amount: z.number(),
  reason: z.string(),
  /** When the money was given back; of one that did not succeed when it was asked for. */
  at: Instant,
  /** When it was asked for, or given back where it was reported. */
  createdAt: Instant,
  createdBy: z.string(),
  settledAt: z.nullable(Instant),
})
export type ListedRefund = z.infer<typeof ListedRefund>

const refundFilter = {
  /** When the money was given back, as figures count it; of one that did not succeed when it was asked for. */
  date: days(),
  state: choice(REFUND_STATES, `state is one of ${REFUND_STATES.join(', ')}`),
  amount: amounts(),
  provider: textChoice(40),
  cinema_id: textChoice(40, { canBeEmpty: true }),
  /** How what it gives back was paid; empty where that was not reported. */
  method: paidBy,
  /** What it gives back: things of any of these kinds. */
  kind: soldKind,
  search: SearchTerm,
  /** Without it those under way and those that failed come first, the newest of each. */
  sort: sorting('at', 'amount'),
}

/** Naira of refunds, and of the payments that they are of. */
const RefundSums = { count: z.int(), paid: z.number(), refunded: z.number(), net: z.number(), underWay: z.number() }

/** Naira of payments; what banks took back is not refunded. */
const PaymentSums = { paid: z.number(), refunded: z.number(), chargedBack: z.number(), net: z.number() }

/** Operations 2, 3, 4, 7: Logs; the paths below the first two are ours. */
export const paymentLogs = allOfBusinessDays(
  endpoints('payment-logs', {
    list: {
      method: 'GET',
      path: '/flutterwave/payment-logs',
      permission: 'payment-logs:read',
      summary: 'Payments of customers and guests, newest first unless sorted',
      allowReplica: true,
      query: z.object({ ...paging(LOG_ROWS), ...filter, sort }),
      reply: z.object({
        payment_logs: z.array(PaymentLog),
        totalCount: z.int(),
        /** More are found than are counted: `totalCount` are the first of them. */
        isTruncated: z.boolean(),
      }),
    },
    sums: {
      method: 'GET',
      path: '/flutterwave/payment-logs/sums',
      permission: 'payment-logs:read',
      summary:
        'What the payments of a list add up to, in all and by how it was paid: paid, paid back and the rest; null of more than are added up',
      allowReplica: true,
      query: z.object(filter),
      reply: z.object({
        sums: z.nullable(
          z.object({
            count: z.int(),
            /** Of what succeeded; naira. Net is what is left of it. */
            ...PaymentSums,
            /** What was paid in other currencies. */
            others: z.array(Money),
            /** Of what succeeded in naira: `several` of what was paid in several ways, null where it was not reported. */
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
      summary: 'The newest hundred payments of which a part of the reference, email or name is known',
      allowReplica: true,
      query: z.object({ searchInput: text(200, messages.search) }),
      reply: z.array(PaymentLog),
    },
    csv: {
      method: 'GET',
      path: '/flutterwave/payment-logs.csv',
      permission: 'payment-logs:export',
      reauthenticate: true,
      summary: 'The payment log as CSV, complete, with the same filters',
      allowReplica: true,
      query: z.object({ ...filter, sort, columns: ColumnChoice }),
      stream: 'text/csv',
    },
    detail: {
      method: 'GET',
      path: '/flutterwave/payment-logs/{id}',
      permission: 'payment-logs:read',
      summary: 'A payment: what was bought, its history, its refunds and what can still be refunded',
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
      summary:
        'Refund a payment in full or in part through the payment provider; the reply says what became of it so far',
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
        'Refunds, those that staff asked for and those that a program alone reported: under way and failed first, unless sorted',
      allowReplica: true,
      query: z.object({ ...paging(TABLE_ROWS), ...refundFilter }),
      reply: z.object({ refunds: z.array(ListedRefund), totalCount: z.int() }),
    },
    refundSums: {
      method: 'GET',
      path: '/flutterwave/refunds/sums',
      permission: 'payment-logs:read',
      summary: 'What the refunds of a list add up to, in all and by how it was paid',
      allowReplica: true,
      query: z.object(refundFilter),
      reply: z.object({
        /** Paid, of the payments that they are of; refunded, of those that succeeded; net, the difference. */
        ...RefundSums,
        /** `several` of a payment that was paid in several ways; null where it was not reported. */
        methods: z.array(z.object({ method: z.nullable(z.enum([...PAYMENT_METHODS, 'several'])), ...RefundSums })),
      }),
    },
    refundsCsv: {
      method: 'GET',
      path: '/flutterwave/refunds.csv',
      permission: 'payment-logs:export',
      reauthenticate: true,
      summary: 'Refunds that staff asked for or a program alone reported as CSV, complete, with the same filters',
      allowReplica: true,
      query: z.object({ ...refundFilter, columns: ColumnChoice }),
      stream: 'text/csv',
    },
  }),
)
