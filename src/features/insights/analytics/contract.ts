import * as z from 'zod/mini'
import { allOfBusinessDays } from '#contract/business-day.ts'
import { endpoints } from '#contract/endpoint.ts'
import { Day, Instant, paging, sorting, TABLE_ROWS } from '#contract/atoms.ts'
import { COMPARE, PERIODS } from './compared-rules.ts'
import { atCinemas, ofCinemas } from '#features/programming/cinemas/contract.ts'
import { DayInRange, FIRST_YEAR, isInRange, messages, rangeChecks, rangeFields, upTo } from '#contract/range.ts'
import { DAYPARTS, DURATIONS, fullDay } from './rules.ts'

const permission = 'analytics:read'

const range = z.object(rangeFields).check(...rangeChecks)

/** Of those that only the chain has. */
const ofChain = { scope: 'chain' } as const
const rangeAtCinemas = z.object({ ...rangeFields, ...atCinemas }).check(...rangeChecks)
/** What the days are compared with, in a file. */
const compare = z._default(z.enum(COMPARE, `compare must be one of ${COMPARE.join(', ')}`), 'before')
const comparedFields = { ...rangeFields, compare }

/** How long a row stands for. */
export const STEPS = ['day', 'month'] as const
export type Step = (typeof STEPS)[number]
const inSteps = z
  .object({
    ...rangeFields,
    ...atCinemas,
    step: z._default(z.enum(STEPS, 'step must be day or month'), 'day'),
    up_to: upTo,
  })
  .check(...rangeChecks)

const Year = z.coerce
  .number('year must be a number')
  .check(
    z.int('year must be a number'),
    z.minimum(FIRST_YEAR, `year must be at least ${FIRST_YEAR}`),
    z.maximum(9999, 'year must have four digits'),
  )
const year = z.object({ year: Year })
/** `last_day`: no later one counts. */
const yearUntil = z.object({ year: Year, last_day: z.optional(DayInRange) })
const yearAtCinemas = z.object({ year: Year, last_day: z.optional(DayInRange), ...atCinemas })
/** `monthIndex` counts from 0, as JavaScript's months do. */
const monthAtCinemas = z.object({
  ...atCinemas,
  year: Year,
  monthIndex: z.coerce
    .number('monthIndex must be a number')
    .check(
      z.int('monthIndex must be a number'),
      z.minimum(0, 'monthIndex must be 0 to 11'),
      z.maximum(11, 'monthIndex must be 0 to 11'),
    ),
})
/** `date={year}-01-01`, `date={year}-{month}-01`. A month of one digit is accepted, as some callers send it. */
const anyDay = z.object({
  date: z.string('date is missing').check(
    z.refine((text) => fullDay(text) !== undefined, { error: 'date must be YYYY-MM-DD', abort: true }),
    z.refine((text) => isInRange(fullDay(text)!), messages.tooEarly),
  ),
})

/** A number of things, or naira, of one day, by channel. */
const byChannel = { web: z.number(), mobile: z.number(), not_specified: z.number(), total: z.number() }
const Daily = z.object({ date: Day, ...byChannel })

const KINDS = ['tickets', 'concessions', 'subscriptions', 'total'] as const
const CHANNEL_PREFIXES = ['web', 'mobile', 'not_specified', 'all'] as const
type SalesField = `${(typeof CHANNEL_PREFIXES)[number]}_${(typeof KINDS)[number]}`
const figures = Object.fromEntries(
  CHANNEL_PREFIXES.flatMap((channel) => KINDS.map((kind) => [`${channel}_${kind}`, z.number()])),
) as Record<SalesField, z.ZodMiniNumber>
const revenues = Object.fromEntries(Object.keys(figures).map((field) => [`${field}_revenue`, z.number()])) as Record<
  `${SalesField}_revenue`,
  z.ZodMiniNumber
>

/** A day's sales (`web_tickets` …, quantities) and revenue (`web_tickets_revenue` …, naira), refunds taken off. */
export const SalesRow = z.object({ date: Day, ...figures, ...revenues })
export type SalesRow = z.infer<typeof SalesRow>

/** Money for private screening rooms, in naira; `payments` for bookings, at the cinema and through the provider. */
export const CubeRow = z.object({
  date: Day,
  payments: z.int(),
  paid: z.number(),
  refunded: z.number(),
  net: z.number(),
})
export type CubeRow = z.infer<typeof CubeRow>

/** A month, 1 to 12, with an amount in naira, a count and a percentage, each where the figure has one. */
export const MonthRow = z.object({ month: z.int(), total: z.number(), count: z.number(), rate: z.nullable(z.number()) })
export type MonthRow = z.infer<typeof MonthRow>
const months = z.array(MonthRow)

/** A period by any of its days: today's where none is said. */
const inPeriod = {
  period: z._default(z.enum(PERIODS, `period must be one of ${PERIODS.join(', ')}`), 'week'),
  date: z.optional(DayInRange),
  ...atCinemas,
}
const days = z.object({ start: Day, end: Day })

/** What a cinema did in some days. Naira, refunds taken off; rates are of sums, null where there is nothing to divide by. */
export const CinemaFigures = z.object({
  tickets: z.int(),
  revenue: z.number(),
  ticket_revenue: z.number(),
  concession_revenue: z.number(),
  spend_per_head: z.nullable(z.number()),
  concessions_per_ticket: z.nullable(z.number()),
  /** Refunds, and what was paid back. */
  refunds: z.int(),
  refunded: z.number(),
  showings: z.int(),
  /** Percent; null where no seats are known. */
  occupancy: z.nullable(z.number()),
})
export type CinemaFigures = z.infer<typeof CinemaFigures>
/** `before` and `year_before` are null where a cinema had not sold anything when those days began. */
const against = {
  now: CinemaFigures,
  before: z.nullable(CinemaFigures),
  year_before: z.nullable(CinemaFigures),
}
const CinemaRow = z.object({
  /** Empty for what was sold at no cinema. */
  cinema_id: z.string(),
  cinema_name: z.string(),
  state: z.string(),
  /** By revenue, from 1; null of what was sold at no cinema. */
  rank: z.nullable(z.int()),
  first_sale_on: z.nullable(Day),
  ...against,
})
export type CinemaRow = z.infer<typeof CinemaRow>
/** `until` is the time of day up to which the last days count, where today is not over. */
const ComparedDays = z.object({ now: days, before: days, until: z.optional(z.string()) })
const cinemaSort = sorting(
  'cinema_name',
  'tickets',
  'revenue',
  'change',
  'year_change',
  'spend_per_head',
  'concessions_per_ticket',
  'occupancy',
  'refunded',
)

/** Charts that have a file here; the others have one of their own. */
export const CHARTS = ['tickets', 'ticket-revenue', 'concession-discounts'] as const
export const CHAIN_CHARTS = [
  'recurring-revenue',
  'cancelled-revenue',
  'churn-by-month',
  'sign-ups',
  'subscribers',
  'visits',
  'plan-redemption',
] as const
/** A year, or a month of it; now where neither is said. */
const chartFields = {
  year: z.optional(Year),
  month: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(12))),
}
const oneOf = <const C extends readonly [string, ...string[]]>(charts: C) =>
  z.enum(charts, `chart must be one of ${charts.join(', ')}`)

/** Core 7, Analytics. What each figure means stands in `rules.ts` and `docs/metrics.md`. Rates are percentages. */
export const analytics = allOfBusinessDays(
  endpoints('analytics', {
    salesAndRevenue: {
      method: 'GET',
      path: '/analytics/sales-and-revenue-breakdown',
      permission,
      summary: 'Get sales and revenue per day, or per month under its first day in the range, by channel and kind',
      allowReplica: true,
      ...ofCinemas,
      query: inSteps,
      reply: z.array(SalesRow),
    },
    cubeRevenue: {
      method: 'GET',
      path: '/analytics/cube-revenue',
      permission,
      summary: 'Get payments and refunds for private screening rooms per day or month. They are not part of revenue.',
      allowReplica: true,
      ...ofCinemas,
      query: inSteps,
      reply: z.array(CubeRow),
    },
    churnRate: {
      method: 'GET',
      path: '/analytics/churn-rate',
      permission,
      summary: 'Get the churn rate per day',
      allowReplica: true,
      ...ofChain,
      query: range,
      reply: z.array(z.object({ date: Day, churnRate: z.nullable(z.number()) })),
    },
    redemptionRate: {
      method: 'GET',
      path: '/analytics/redemption-rate',
      permission,
      summary: 'Get redeemed tickets as a share of tickets sold, by the day of the show',
      allowReplica: true,
      ...ofCinemas,
      query: rangeAtCinemas,
      reply: z.array(
        z.object({ date: Day, redemptionRate: z.nullable(z.number()), redeemed: z.number(), sold: z.number() }),
      ),
    },
    users: {
      method: 'GET',
      path: '/analytics/analytics/users',
      permission,
      summary: 'Count customers with and without an active subscription at the end of each day',
      allowReplica: true,
      ...ofChain,
      query: range,
      reply: z.array(z.object({ date: Day, activeUsers: z.int(), inactiveUsers: z.int() })),
    },
    ticketCount: {
      method: 'GET',
      path: '/analytics/ticket-count',
      permission,
      summary: 'Count tickets sold per day of a month, by channel',
      allowReplica: true,
      ...ofCinemas,
      query: monthAtCinemas,
      reply: z.array(Daily),
    },
    ticketRevenue: {
      method: 'GET',
      path: '/analytics/ticket-revenue',
      permission,
      summary: 'Get ticket revenue per day of a month, by channel',
      allowReplica: true,
      ...ofCinemas,
      query: monthAtCinemas,
      reply: z.array(Daily),
    },
    monthlyRecurringRevenue: {
      method: 'GET',
      path: '/analytics/monthly-recurring-revenue',
      permission,
      summary: 'Get price (total) and number (count) of active subscriptions at each month end',
      allowReplica: true,
      ...ofChain,
      query: yearUntil,
      reply: months,
    },
    newSignups: {
      method: 'GET',
      path: '/analytics/new-signups-analytics',
      permission,
      summary: 'Count new customers per month',
      allowReplica: true,
      ...ofChain,
      query: year,
      reply: months,
    },
    subscriptionRedemption: {
      method: 'GET',
      path: '/subscriptions/redemption-rate',
      permission,
      summary: 'Get used plan tickets (count) as a share of plan tickets, per month of the year of `date`',
      allowReplica: true,
      ...ofChain,
      query: anyDay,
      reply: months,
    },
    cancelledRecurringRevenue: {
      method: 'GET',
      path: '/analytics/cancelled-recurring-revenue',
      permission,
      summary: 'Get price (total) and number (count) of subscriptions that ended without renewal, per month',
      allowReplica: true,
      ...ofChain,
      query: year,
      reply: months,
    },
    subscribedConcessionPurchase: {
      method: 'GET',
      path: '/analytics/subscribed-concession-purchase',
      permission,
      summary: 'Get concession discounts of subscribers per month: naira, discounted lines and their share',
      allowReplica: true,
      ...ofCinemas,
      query: yearAtCinemas,
      reply: months,
    },
    dashboard: {
      method: 'GET',
      path: '/analytics/dashboard',
      permission,
      summary: 'Get the overall figures as of now. Figures of some cinemas exclude those of the chain.',
      allowReplica: true,
      ...ofCinemas,
      query: z.object(atCinemas),
      reply: z.object({
        total_number_of_items_sold: z.object({ tickets: z.int() }),
        total_online_revenue: z.number(),
        total_number_of_reg_users: z.optional(z.int()),
        total_number_of_transactions: z.int(),
        total_subscription_revenue: z.number(),
        total_concession_revenue: z.number(),
        total_ticket_purchase_revenue: z.number(),
        percentage_returning_customer: z.optional(z.nullable(z.number())),
        subscription_statistics: z.optional(z.object({ active: z.int(), inactive: z.int() })),
        /** Nothing before it can be compared with. */
        first_sale_on: z.nullable(Day),
        as_of: Instant,
      }),
    },
    byCinema: {
      method: 'GET',
      path: '/analytics/by-cinema',
      permission,
      summary: 'Compare each cinema in a period with the previous period and the previous year',
      allowReplica: true,
      ...ofCinemas,
      query: z.object({ ...inPeriod, sort: cinemaSort }),
      reply: z.object({
        cinemas: z.array(CinemaRow),
        total: z.object(against),
        days,
        compared: z.object({ before: z.nullable(ComparedDays), year_before: z.nullable(ComparedDays) }),
      }),
    },
    byTime: {
      method: 'GET',
      path: '/analytics/by-time',
      permission,
      summary: 'Get sales by weekday over complete days of a period, and occupancy by time of show',
      allowReplica: true,
      ...ofCinemas,
      query: z.object(inPeriod),
      reply: z.object({
        weekdays: z.array(z.object({ weekday: z.int(), days: z.int(), tickets: z.int(), revenue: z.number() })),
        dayparts: z.array(
          z.object({
            daypart: z.enum(DAYPARTS.map(({ id }) => id)),
            showings: z.int(),
            occupied: z.int(),
            seats: z.int(),
            occupancy: z.nullable(z.number()),
          }),
        ),
      }),
    },
    oneTimePurchase: {
      method: 'GET',
      path: '/analytics/one-time-purchase',
      permission,
      summary: 'List purchases by people without a subscription, newest first',
      allowReplica: true,
      ...ofCinemas,
      query: z.object({ ...paging(TABLE_ROWS), ...atCinemas }),
      reply: z.object({
        purchases: z.array(
          z.object({
            id: z.int(),
            at: Instant,
            customer_name: z.string(),
            customer_email: z.string(),
            payment: z.object({ transaction_id: z.nullable(z.string()) }),
            ticket_purchase: z.boolean(),
            concession_purchase: z.boolean(),
          }),
        ),
        totalCount: z.int(),
      }),
    },
    usersVisit: {
      method: 'GET',
      path: '/analytics/get-users-visit',
      permission,
      summary: 'Count visits per day of the month of `date`, by channel',
      allowReplica: true,
      ...ofChain,
      query: anyDay,
      reply: z.array(z.object({ date: Day, visit_count: z.object({ web: z.int(), mobile: z.int() }) })),
    },
    conversionRate: {
      method: 'GET',
      path: '/subscriptions/conversion-rate',
      permission,
      summary: 'Get new subscriptions as a share of new customers in the range',
      allowReplica: true,
      ...ofChain,
      query: range,
      reply: z.object({
        conversionRate: z.nullable(z.number()),
        newSignUpUsers: z.int(),
        newSubscriptionPurchase: z.int(),
      }),
    },
    averageRedemption: {
      method: 'GET',
      path: '/analytics/average-ticket-redemption',
      permission,
      summary: 'Get average redeemed tickets per complete period up to `date`',
      allowReplica: true,
      ...ofCinemas,
      query: z.object({
        ...atCinemas,
        date: DayInRange,
        duration: z._default(z.enum(DURATIONS, `duration must be one of ${DURATIONS.join(', ')}`), 'WEEKLY'),
      }),
      reply: z.object({ average: z.nullable(z.number()), date: z.object({ start: z.nullable(Day), end: Day }) }),
    },
    churnSummary: {
      method: 'GET',
      path: '/analytics/churn-summary',
      permission,
      summary: 'Get subscriptions lost in the range: number, monthly price and share of those active at its start',
      allowReplica: true,
      ...ofChain,
      query: range,
      reply: z.object({
        churnRate: z.nullable(z.number()),
        /** Subscriptions that ended and were not renewed in the range, and their monthly price in naira. */
        lost: z.int(),
        lostRevenue: z.number(),
        /** In force when the range began. */
        inForce: z.int(),
      }),
    },
    customerChurnRate: {
      method: 'GET',
      path: '/analytics/customer-churn-rate',
      permission,
      summary: 'Get the churn rate per month, with ended subscriptions (count) and those active at its start (total)',
      allowReplica: true,
      ...ofChain,
      query: year,
      reply: months,
    },
    salesCsv: {
      method: 'GET',
      path: '/analytics/sales-and-revenue-breakdown.csv',
      permission: 'analytics:export',
      summary: 'Export the sales overview as CSV, with the compared dates',
      allowReplica: true,
      ...ofCinemas,
      query: z.object({ ...comparedFields, ...atCinemas }).check(...rangeChecks),
      stream: 'text/csv',
    },
    cubesCsv: {
      method: 'GET',
      path: '/analytics/cube-revenue.csv',
      permission: 'analytics:export',
      summary: 'Export revenue of private screening rooms as CSV, with the compared dates',
      allowReplica: true,
      ...ofCinemas,
      query: z.object({ ...comparedFields, ...atCinemas }).check(...rangeChecks),
      stream: 'text/csv',
    },
    churnCsv: {
      method: 'GET',
      path: '/analytics/churn-rate.csv',
      permission: 'analytics:export',
      summary: 'Export the churn rate as CSV',
      allowReplica: true,
      ...ofChain,
      query: z.object(comparedFields).check(...rangeChecks),
      stream: 'text/csv',
    },
    redemptionCsv: {
      method: 'GET',
      path: '/analytics/redemption-rate.csv',
      permission: 'analytics:export',
      summary: 'Export the redemption rate as CSV',
      allowReplica: true,
      ...ofCinemas,
      query: z.object({ ...comparedFields, ...atCinemas }).check(...rangeChecks),
      stream: 'text/csv',
    },
    usersCsv: {
      method: 'GET',
      path: '/analytics/analytics/users.csv',
      permission: 'analytics:export',
      summary: 'Export active and inactive users as CSV',
      allowReplica: true,
      ...ofChain,
      query: z.object(comparedFields).check(...rangeChecks),
      stream: 'text/csv',
    },
    byCinemaCsv: {
      method: 'GET',
      path: '/analytics/by-cinema.csv',
      permission: 'analytics:export',
      summary: 'Export the figures of each cinema in a period as CSV',
      allowReplica: true,
      ...ofCinemas,
      query: z.object({ ...inPeriod, sort: cinemaSort }),
      stream: 'text/csv',
    },
    byTimeCsv: {
      method: 'GET',
      path: '/analytics/by-time.csv',
      permission: 'analytics:export',
      summary: 'Export sales by weekday, or occupancy by time of show, as CSV',
      allowReplica: true,
      ...ofCinemas,
      query: z.object({ ...inPeriod, chart: oneOf(['weekdays', 'dayparts']) }),
      stream: 'text/csv',
    },
    chartCsv: {
      method: 'GET',
      path: '/analytics/chart.csv',
      permission: 'analytics:export',
      summary: 'Export a chart available by cinema as CSV',
      allowReplica: true,
      ...ofCinemas,
      query: z.object({ chart: oneOf(CHARTS), ...chartFields, ...atCinemas }),
      stream: 'text/csv',
    },
    chainChartCsv: {
      method: 'GET',
      path: '/analytics/chain-chart.csv',
      permission: 'analytics:export',
      summary: 'Export a chart available for all cinemas only as CSV',
      allowReplica: true,
      ...ofChain,
      query: z.object({ chart: oneOf(CHAIN_CHARTS), ...chartFields }),
      stream: 'text/csv',
    },
    oneTimeCsv: {
      method: 'GET',
      path: '/analytics/one-time-purchase.csv',
      permission: 'analytics:export',
      reauthenticate: true,
      summary: 'Export purchases by people without a subscription as CSV, newest first',
      allowReplica: true,
      ...ofCinemas,
      query: z.object(atCinemas),
      stream: 'text/csv',
    },
    live: {
      method: 'GET',
      path: '/analytics/live',
      permission,
      summary: 'Stream server-sent events: `figures` after a change, at most one per second',
      stream: 'text/event-stream',
      transaction: 'own',
    },
  }),
)
