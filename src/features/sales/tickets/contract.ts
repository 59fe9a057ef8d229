import * as z from 'zod/mini'
import { allOfBusinessDays } from '#contract/business-day.ts'
import { endpoints } from '#contract/endpoint.ts'
import { amounts, choice, textChoice } from '#contract/filter.ts'
import { ColumnChoice, Day, Instant, PageNumber, PageSize, sorting } from '#contract/atoms.ts'
import { Redeemed } from '#features/sales/trade/contract.ts'
import { channels, messages, REFUND_STATES, SHORTEST_SEARCH } from './rules.ts'

const Channel = z.enum(channels)
const RefundState = z.enum(REFUND_STATES)

/** A line of tickets of a purchase (operations 3, Ticket log entry): as many tickets of one kind as were bought at once. */
export const TicketLogEntry = z.object({
  /** Of the purchase and its line, such as 4711-1. */
  id: z.string(),
  purchase_id: z.int(),
  cinema: z.string(),
  customerEmail: z.string(),
  customer_name: z.string(),
  fwTransactionRef: z.string(),
  purchasDate: Instant,
  ticketType: z.string(),
  movieName: z.string(),
  quantity: z.int(),
  /** Naira that were paid for the line. */
  amount: z.number(),
  channel: Channel,
  show_at: z.nullable(Instant),
  /** Whether the line was refunded: in part, or all of it. */
  refund: RefundState,
})
export type TicketLogEntry = z.infer<typeof TicketLogEntry>

/** One line of a purchase, whatever it is of. Money in naira. */
const PurchaseLine = z.object({
  n: z.int(),
  kind: z.enum(['ticket', 'concession', 'subscription']),
  name: z.string(),
  quantity: z.int(),
  amount: z.number(),
  discount: z.number(),
  movieName: z.string(),
  show_at: z.nullable(Instant),
  seats: z.array(z.string()),
})

/** A whole purchase. Money in naira. */
export const Purchase = z.object({
  id: z.int(),
  /** As the program that reported it calls it, and that program. */
  booking_id: z.string(),
  source: z.string(),
  purchasDate: Instant,
  channel: Channel,
  cinema: z.string(),
  /** The account it was bought with; null of a guest, and of one who was erased. */
  customer_id: z.nullable(z.int()),
  customer_name: z.string(),
  customerEmail: z.string(),
  phone: z.string(),
  fwTransactionRef: z.string(),
  /** The payment of the payment log; null where it was paid without a reference. */
  payment_id: z.nullable(z.int()),
  referral_code: z.string(),
  amount: z.number(),
  refunded: z.number(),
  refund: RefundState,
  redeemed: Redeemed,
  lines: z.array(PurchaseLine),
  refunds: z.array(
    z.object({
      id: z.int(),
      at: Instant,
      reason: z.string(),
      amount: z.number(),
      lines: z.array(z.object({ kind: PurchaseLine.shape.kind, quantity: z.int(), amount: z.number() })),
    }),
  ),
})
export type Purchase = z.infer<typeof Purchase>

/** Days are the chain's; an end is included. */
const filter = {
  search: z.optional(
    z.string().check(
      z.trim(),
      z.maxLength(200, 'Enter up to 200 characters'),
      z.refine((term) => term === '' || term.length >= SHORTEST_SEARCH, messages.shortSearch),
    ),
  ),
  /** Of payment. */
  start_date: z.optional(Day),
  end_date: z.optional(Day),
  /** Of the show. */
  show_start_date: z.optional(Day),
  show_end_date: z.optional(Day),
  cinema_id: textChoice(40),
  channel: choice(channels, `channel is one of ${channels.join(', ')}`),
  movie_id: textChoice(40),
  /** Naira that were paid for the line. */
  amount: amounts(),
  refund: choice(REFUND_STATES, `refund is one of ${REFUND_STATES.join(', ')}`),
  sort: sorting('purchasDate'),
}

/** Operations 7, Logs. */
export const tickets = allOfBusinessDays(
  endpoints('tickets', {
    breakdown: {
      method: 'GET',
      path: '/ticket/ticket-breakdown',
      permission: 'tickets:read',
      summary: 'List the ticket log, newest first. Without page and perPage, the full log is exported as JSON.',
      allowReplica: true,
      query: z.object({
        page: z.optional(PageNumber),
        perPage: z.optional(PageSize),
        ...filter,
      }),
      reply: z.object({
        tickets: z.array(TicketLogEntry),
        totalCount: z.int(),
        /** The search or the filter led to too many: `totalCount` are the newest of them. */
        isTruncated: z.boolean(),
      }),
      stream: 'application/json',
      streamed: z.array(TicketLogEntry),
    },
    csv: {
      method: 'GET',
      path: '/ticket/ticket-breakdown.csv',
      permission: 'tickets:export',
      reauthenticate: true,
      summary: 'Export the ticket log as CSV (ticket-logs.csv), with the same filters',
      allowReplica: true,
      query: z.object({ ...filter, columns: ColumnChoice }),
      stream: 'text/csv',
    },
    purchase: {
      method: 'GET',
      path: '/ticket/purchases/{id}',
      permission: 'tickets:read',
      summary: 'Fetch a purchase with its lines and refunds',
      params: z.object({
        id: z.coerce
          .number(messages.noSuchPurchase)
          .check(z.int(messages.noSuchPurchase), z.minimum(1, messages.noSuchPurchase)),
      }),
      reply: Purchase,
    },
  }),
)
