import { boolean, date, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { bigint, id, instant } from '#server/db/columns.ts'
import { CHANNELS, EVENT_KINDS, LINE_KINDS, PAYMENT_METHODS } from '../rules.ts'

/*
 * What happened in the chain. Each row that was reported knows by whom (`source`) and under which id, so that what is
 * reported again changes nothing. Days are business days, money is kobo.
 */

const reportedBy = () => ({ source: text().notNull(), externalId: text('external_id').notNull() })
const happened = () => ({ at: instant('at').notNull(), day: date().notNull() })

export const purchases = pgTable('purchases', {
  id: id(),
  ...reportedBy(),
  ...happened(),
  channel: text({ enum: CHANNELS }).notNull(),
  cinemaId: text('cinema_id'),
  customerId: bigint('customer_id'),
  buyerName: text('buyer_name').notNull().default(''),
  buyerEmail: text('buyer_email').notNull().default(''),
  buyerPhone: text('buyer_phone').notNull().default(''),
  paymentReference: text('payment_reference'),
  /** Which payment it is of: the provider's of its reference, or at a counter one of its own; null of what cost nothing there. */
  payment: text().generatedAlwaysAs(''),
  referralCode: text('referral_code'),
  kobo: bigint('kobo').notNull(),
  paymentMethod: text('payment_method', { enum: PAYMENT_METHODS }),
  taxKobo: bigint('tax_kobo'),
  feeKobo: bigint('fee_kobo'),
  /** Since when it is known here; null of what was reported before this was noted. */
  recordedAt: instant('recorded_at').defaultNow(),
  /** Bought while a subscription of the customer was in force; follows the subscriptions. */
  bySubscriber: boolean('by_subscriber').notNull().default(false),
})

export const purchaseLines = pgTable(
  'purchase_lines',
  {
    purchaseId: bigint('purchase_id').notNull(),
    n: smallint().notNull(),
    kind: text({ enum: LINE_KINDS }).notNull(),
    quantity: integer().notNull(),
    kobo: bigint('kobo').notNull(),
    discountKobo: bigint('discount_kobo').notNull().default(0),
    product: text().notNull().default(''),
    productId: text('product_id'),
    movieId: text('movie_id'),
    showAt: instant('show_at'),
    showDay: date('show_day'),
    /** Of the tickets, as the screen names them; null where they were not reported. */
    seats: text().array(),
  },
  (line) => [primaryKey({ columns: [line.purchaseId, line.n] })],
)

export const refunds = pgTable('refunds', {
  id: id(),
  ...reportedBy(),
  purchaseId: bigint('purchase_id').notNull(),
  ...happened(),
  reason: text().notNull().default(''),
  kobo: bigint('kobo').notNull(),
  recordedAt: instant('recorded_at').defaultNow(),
})

export const refundLines = pgTable(
  'refund_lines',
  {
    refundId: bigint('refund_id').notNull(),
    n: smallint().notNull(),
    kind: text({ enum: LINE_KINDS }).notNull(),
    quantity: integer().notNull(),
    kobo: bigint('kobo').notNull(),
    showDay: date('show_day'),
  },
  (line) => [primaryKey({ columns: [line.refundId, line.n] })],
)

/** What purchases and refunds (`isRefund`) counted until they were voided or corrected. */
export const voidedSales = pgTable('voided_sales', {
  id: id(),
  isRefund: boolean('is_refund').notNull(),
  ...happened(),
  cinemaId: text('cinema_id'),
  /** By which its money came. */
  paidBy: text('paid_by').notNull(),
  paymentReference: text('payment_reference'),
  kind: text({ enum: LINE_KINDS }).notNull(),
  kobo: bigint('kobo').notNull(),
  recordedAt: instant('recorded_at'),
  voidedAt: instant('voided_at').notNull(),
})

/** Tickets that were torn at a cinema's door. */
export const redemptions = pgTable('redemptions', {
  id: id(),
  ...reportedBy(),
  ...happened(),
  showDay: date('show_day').notNull(),
  cinemaId: text('cinema_id'),
  customerId: bigint('customer_id'),
  tickets: integer().notNull(),
  bySubscription: boolean('by_subscription').notNull(),
  /** The purchase that they are of, by its reporter's id, which is this one's too. */
  purchaseExternalId: text('purchase_external_id'),
})

export const visits = pgTable(
  'visits',
  { ...reportedBy(), ...happened(), channel: text({ enum: CHANNELS }).notNull(), count: integer().notNull() },
  (visit) => [primaryKey({ columns: [visit.source, visit.externalId] })],
)

/** What was reported about subscriptions. What follows from all that was reported about one customer stands in `subscriptionPeriods`. */
export const subscriptionEvents = pgTable('subscription_events', {
  id: id(),
  ...reportedBy(),
  customerId: bigint('customer_id').notNull(),
  kind: text({ enum: EVENT_KINDS }).notNull(),
  ...happened(),
  until: instant('until'),
  plan: text().notNull().default(''),
  kobo: bigint('kobo').notNull().default(0),
  tickets: integer().notNull().default(0),
  reason: text().notNull().default(''),
  /**
   * Staff's word on how the subscription stands, given then; what was reported before of the time it speaks of counts
   * no more.
   */
  settledAt: instant('settled_at'),
  settlesFrom: instant('settles_from'),
  settlesUntil: instant('settles_until'),
})

/** A time without a gap in which a customer had a subscription at one plan and price. */
export const subscriptionPeriods = pgTable(
  'subscription_periods',
  {
    customerId: bigint('customer_id').notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    startsOn: date('starts_on').notNull(),
    endsOn: date('ends_on').notNull(),
    /** When the next one began; infinity while none has. */
    renewedOn: date('renewed_on').notNull(),
    /** Does not go on from the one before without a gap. */
    isNew: boolean('is_new').notNull(),
    plan: text().notNull(),
    kobo: bigint('kobo').notNull(),
    tickets: integer().notNull(),
    reason: text().notNull().default(''),
  },
  (period) => [primaryKey({ columns: [period.customerId, period.startsAt] })],
)

/** People who bought without an account, by the address that they left; kept in step by the purchases' trigger. */
export const guests = pgTable('guests', {
  email: text().primaryKey(),
  name: text().notNull(),
  phone: text().notNull().default(''),
  lastPurchaseAt: instant('last_purchase_at').notNull(),
  purchases: integer().notNull(),
  searchText: text('search_text').notNull().generatedAlwaysAs(''),
  nameKey: text('name_key').notNull().generatedAlwaysAs(''),
})

/** What they bought at a cinema; kept in step by the same trigger. */
export const guestCinemas = pgTable(
  'guest_cinemas',
  {
    email: text().notNull(),
    cinemaId: text('cinema_id').notNull(),
    lastPurchaseAt: instant('last_purchase_at').notNull(),
    purchases: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.email, table.cinemaId] })],
)
