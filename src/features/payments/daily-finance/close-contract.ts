import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import { Day, Instant, optionalText, paging, TABLE_ROWS, text } from '#contract/atoms.ts'
import { isDay } from '#contract/time.ts'
import { isInRange } from '#contract/range.ts'
import { ACCOUNT_IDS, CAUSE_IDS, DAY_STATES, isCount, LINES, MEASURES, messages, SUBTOTAL_IDS } from './close-rules.ts'
import { Reconciliation } from './reconciliation-contract.ts'

const amounts = <const K extends readonly [string, ...string[]]>(keys: K) => z.record(z.enum(keys), z.number())

/** Naira; null of what was not counted. */
const Counted = z.nullable(z.number(messages.amount).check(z.refine(isCount, messages.amount)))

/** Naira. Each line adds to what stands above it. */
const Bridge = z.object({
  lines: amounts(LINES),
  subtotals: amounts(SUBTOTAL_IDS),
  payout: z.number(),
  /** What was paid out more or less than was due. */
  difference: z.number(),
})
export type Bridge = z.infer<typeof Bridge>

const Close = z.object({
  closedAt: Instant,
  closedBy: z.string(),
  note: z.string(),
  reopenedAt: z.nullable(Instant),
  reopenedBy: z.nullable(z.string()),
  reason: z.string(),
})
export type Close = z.infer<typeof Close>

export const ClosingDay = z.object({
  day: Day,
  state: z.enum(DAY_STATES),
  /** Naira. */
  revenue: z.number(),
  /** Null, like what is below it, where the day was never compared with the provider. */
  payout: z.nullable(z.number()),
  difference: z.nullable(z.number()),
  openMismatches: z.nullable(z.int()),
  /** With the payment provider, the last. */
  comparison: z.nullable(z.pick(Reconciliation, { state: true, finishedAt: true })),
  closedBy: z.nullable(z.string()),
})
export type ClosingDay = z.infer<typeof ClosingDay>

const Late = z.object({
  cause: z.enum(CAUSE_IDS),
  /** The payment's reference, or the shop's id. */
  reference: z.string(),
  cinema: z.string(),
  /** What it changes its figure by; naira. */
  amount: z.number(),
  recordedAt: Instant,
})
export type Late = z.infer<typeof Late>

export const DayDetail = z.object({
  day: Day,
  state: z.enum(DAY_STATES),
  /** Why it cannot be closed; null when it can, or is. */
  refusal: z.nullable(z.string()),
  /** Before that, a bridge says nothing below what is expected to be charged. */
  isCompared: z.boolean(),
  /** As known at this moment; null for all that is known. */
  asOf: z.nullable(Instant),
  chain: Bridge,
  cinemas: z.array(z.extend(Bridge, { id: z.string(), name: z.string() })),
  /** Of the chain, as it was closed. */
  closedFigures: z.nullable(Bridge),
  tills: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Naira: what was taken, and what was counted. */
      cash: z.number(),
      cashCounted: z.nullable(z.number()),
      card: z.number(),
      cardCounted: z.nullable(z.number()),
    }),
  ),
  /** Vouchers of companies that were redeemed, and their plans' prices; paid for when they were issued. */
  vouchers: z.object({ count: z.int(), amount: z.number() }),
  openMismatches: z.int(),
  late: z.array(Late),
  lateCount: z.int(),
  /** By figure, what restatements add up to. */
  restated: z.record(z.enum(MEASURES), z.number()),
  closes: z.array(Close),
})
export type DayDetail = z.infer<typeof DayDetail>

const Chart = z.record(z.enum(ACCOUNT_IDS), text(20, messages.code))
const DayParams = z.object({ day: z.string().check(z.refine(isDay, messages.noSuchDay)) })
const AsOf = z.optional(
  z.iso.datetime({ offset: true, error: messages.moment }).check(z.refine((at) => isInRange(at), messages.moment)),
)

/** Closing of business days. Ours. */
export const dayClose = endpoints('day-close', {
  list: {
    method: 'GET',
    path: '/day-closes',
    permission: 'payment-logs:read',
    scope: 'chain',
    summary: 'List business days with revenue, payout and difference, newest first',
    allowReplica: true,
    query: z.object(paging(TABLE_ROWS)),
    reply: z.object({ days: z.array(ClosingDay), totalCount: z.int() }),
  },
  day: {
    method: 'GET',
    path: '/day-closes/{day}',
    permission: 'payment-logs:read',
    scope: 'chain',
    summary: 'Get the revenue-to-payout reconciliation of a day, in total and by cinema. With `as_of`, as known then.',
    params: DayParams,
    query: z.object({ as_of: AsOf }),
    reply: DayDetail,
  },
  close: {
    method: 'POST',
    path: '/day-closes/{day}/close',
    permission: 'payment-logs:write',
    scope: 'chain',
    summary: 'Close a past day and save its figures. Later changes are restatements.',
    params: DayParams,
    body: z.object({ note: z._default(optionalText(1000), '') }),
    reply: DayDetail,
    says: messages.closed,
  },
  reopen: {
    method: 'POST',
    path: '/day-closes/{day}/reopen',
    permission: 'payment-logs:write',
    scope: 'chain',
    summary: 'Reopen a closed day, with a reason',
    params: DayParams,
    body: z.object({ reason: text(1000, messages.reason) }),
    reply: DayDetail,
    says: messages.reopened,
  },
  count: {
    method: 'PUT',
    path: '/day-closes/{day}/counts',
    permission: 'payment-logs:write',
    scope: 'chain',
    summary: 'Save the till count of a cinema. The latest count applies.',
    params: DayParams,
    body: z.object({
      cinema_id: z.string(),
      cash: Counted,
      card: Counted,
    }),
    reply: DayDetail,
    says: messages.counted,
  },
  bridgeCsv: {
    method: 'GET',
    path: '/day-closes/{day}/bridge.csv',
    permission: 'payment-logs:export',
    scope: 'chain',
    allowReplica: true,
    summary: 'Export the revenue-to-payout reconciliation of a day as CSV, in total and by cinema',
    params: DayParams,
    query: z.object({ as_of: AsOf }),
    stream: 'text/csv',
  },
  journalCsv: {
    method: 'GET',
    path: '/day-closes/{day}/journal.csv',
    permission: 'payment-logs:export',
    scope: 'chain',
    allowReplica: true,
    summary: 'Export the journal of a day as CSV: debits and credits by cinema and account',
    params: DayParams,
    stream: 'text/csv',
  },
  accounts: {
    method: 'GET',
    path: '/day-close-accounts',
    permission: 'payment-logs:read',
    scope: 'chain',
    summary: 'Get the journal account codes',
    reply: z.object({ chart: Chart }),
  },
  setAccounts: {
    method: 'PUT',
    path: '/day-close-accounts',
    permission: 'payment-logs:write',
    scope: 'chain',
    summary: 'Set the journal account codes',
    body: z.object({ chart: Chart }),
    reply: z.object({ chart: Chart }),
    says: messages.saved,
  },
})
