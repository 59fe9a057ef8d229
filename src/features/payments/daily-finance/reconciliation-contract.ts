import * as z from 'zod/mini'
import {
  ColumnChoice,
  Day,
  DbId,
  Instant,
  optionalText,
  paging,
  SearchTerm,
  TABLE_ROWS,
  text,
  Version,
} from '#contract/atoms.ts'
import { allOfBusinessDays } from '#contract/business-day.ts'
import { endpoints } from '#contract/endpoint.ts'
import { choice, days } from '#contract/filter.ts'
import { isDay } from '#contract/time.ts'
import { Mismatch, Money } from '#features/payments/payment-logs/contract.ts'
import { MISMATCH_SUBJECTS } from '#features/payments/payment-logs/rules.ts'
import { isAmount, isLimit, isPercent, messages, SETTLING_RULE_IDS } from './reconciliation-rules.ts'

/** A day's comparison with the provider's list. The amounts are naira; what was paid in other currencies stands beside them. */
export const Reconciliation = z.object({
  day: Day,
  provider: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  reason: z.string(),
  startedAt: Instant,
  startedBy: z.string(),
  finishedAt: z.nullable(Instant),
  /** Null until the day is compared, and where that failed: a figure that is missing is not zero. */
  ledgerCount: z.nullable(z.int()),
  ledgerAmount: z.nullable(z.number()),
  ledgerOthers: z.array(Money),
  providerCount: z.nullable(z.int()),
  providerAmount: z.nullable(z.number()),
  providerOthers: z.array(Money),
  open: z.int(),
  resolved: z.int(),
})
export type Reconciliation = z.infer<typeof Reconciliation>

const DayParams = z.object({ day: z.string().check(z.refine(isDay, messages.noSuchDay)) })

const Owner = z.object({ id: z.int(), name: z.string() })
export const OwnedMismatch = z.extend(Mismatch, { owner: z.nullable(Owner), comments: z.int() })
export type OwnedMismatch = z.infer<typeof OwnedMismatch>

const Amount = z.number(messages.amount).check(z.refine(isAmount, messages.amount))
const FeeFields = z.object({
  percent: z.number(messages.percent).check(z.refine(isPercent, messages.percent)),
  fixed: Amount,
  /** Of both together; null without a limit. */
  most: z.nullable(Amount),
})
export type Fee = z.infer<typeof FeeFields>
const limit = z.refine<Fee>(isLimit, { error: messages.limit, path: ['most'] })
/** What the provider keeps of each charge. Amounts are naira. */
export const Fees = z
  .extend(FeeFields, {
    /** Of foreign cards; null where they cost the same. */
    foreign: z._default(z.nullable(FeeFields.check(limit)), null),
  })
  .check(limit)
export type Fees = z.infer<typeof Fees>

const STATES = ['open', 'resolved', 'all'] as const
const filter = {
  state: z._default(z.enum(STATES, `state is one of ${STATES.join(', ')}`), 'open'),
  about: choice(MISMATCH_SUBJECTS, `about is one of ${MISMATCH_SUBJECTS.join(', ')}`),
  owner: choice(['me', 'others', 'none'], 'owner is one of me, others, none'),
  date: days(),
  search: SearchTerm,
}
const params = z.object({ id: DbId(messages.noSuchMismatch) })
const scope = 'chain'

/** Days that are compared with the payment provider, and what differs. Ours. */
export const reconciliation = allOfBusinessDays(
  endpoints('reconciliation', {
    days: {
      method: 'GET',
      path: '/flutterwave/reconciliations',
      permission: 'payment-logs:read',
      summary: 'List the days compared with the payment provider, newest first',
      allowReplica: true,
      query: z.object(paging(TABLE_ROWS)),
      reply: z.object({ reconciliations: z.array(Reconciliation), totalCount: z.int() }),
    },
    compare: {
      method: 'POST',
      path: '/flutterwave/reconciliations',
      permission: 'payment-logs:write',
      scope,
      summary: "Compare a day's payments with the payment provider",
      body: z.object({ day: Day }),
      reply: Reconciliation,
      says: messages.reconciling,
      alsoStale: ['payment-logs', 'day-close'],
    },
    day: {
      method: 'GET',
      path: '/flutterwave/reconciliations/{day}',
      permission: 'payment-logs:read',
      summary: 'Get the latest comparison of a day, with its mismatches',
      allowReplica: true,
      params: DayParams,
      query: z.object({ ...paging(TABLE_ROWS), state: z._default(z.enum(['open', 'resolved', 'all']), 'all') }),
      reply: z.object({
        reconciliation: z.nullable(Reconciliation),
        mismatches: z.array(Mismatch),
        totalCount: z.int(),
      }),
    },
    resolve: {
      method: 'PATCH',
      path: '/flutterwave/reconciliation-mismatches/{id}',
      permission: 'payment-logs:write',
      about: { mismatch: 'params.id' },
      summary: 'Resolve a mismatch with a note, or reopen it',
      params,
      body: z
        .object({ resolved: z.boolean(), note: z._default(optionalText(1000), ''), version: Version })
        .check(z.refine(({ resolved, note }) => !resolved || note !== '', { path: ['note'], error: messages.note })),
      reply: Mismatch,
      alsoStale: ['payment-logs', 'day-close'],
    },
    mismatches: {
      method: 'GET',
      path: '/flutterwave/reconciliation-mismatches',
      permission: 'payment-logs:read',
      scope,
      summary: 'List the mismatches of all days, oldest first',
      allowReplica: true,
      query: z.object({ ...paging(TABLE_ROWS), ...filter }),
      reply: z.object({ mismatches: z.array(OwnedMismatch), totalCount: z.int() }),
    },
    mismatchesCsv: {
      method: 'GET',
      path: '/flutterwave/reconciliation-mismatches.csv',
      permission: 'payment-logs:export',
      scope,
      reauthenticate: true,
      summary: 'Export mismatches as CSV, with the same filters',
      allowReplica: true,
      query: z.object({ ...filter, columns: ColumnChoice }),
      stream: 'text/csv',
    },
    comments: {
      method: 'GET',
      path: '/flutterwave/reconciliation-mismatches/{id}/comments',
      permission: 'payment-logs:read',
      scope,
      summary: 'List the comments on a mismatch, oldest first, and its possible owners',
      params,
      reply: z.object({
        comments: z.array(z.object({ id: z.int(), at: Instant, author: z.string(), comment: z.string() })),
        owners: z.array(Owner),
      }),
    },
    comment: {
      method: 'POST',
      path: '/flutterwave/reconciliation-mismatches/{id}/comments',
      permission: 'payment-logs:write',
      scope,
      summary: 'Add a comment to a mismatch',
      params,
      body: z.object({ comment: text(1000, messages.comment) }),
      reply: OwnedMismatch,
      says: messages.commented,
    },
    assign: {
      method: 'PUT',
      path: '/flutterwave/reconciliation-mismatches/{id}/owner',
      permission: 'payment-logs:write',
      scope,
      summary: 'Set or remove the owner of a mismatch',
      params,
      body: z.object({ owner_id: z.nullable(z.int()) }),
      reply: OwnedMismatch,
      says: messages.assigned,
    },
    rules: {
      method: 'GET',
      path: '/flutterwave/reconciliation-rules',
      permission: 'payment-logs:read',
      scope,
      summary: 'List the rules for resolving mismatches, with the number of open matches of each',
      reply: z.object({ rules: z.array(z.object({ rule: z.enum(SETTLING_RULE_IDS), count: z.int() })) }),
    },
    settle: {
      method: 'POST',
      path: '/flutterwave/reconciliation-rules/{rule}/settle',
      permission: 'payment-logs:write',
      scope,
      summary: 'Resolve all open mismatches that match a rule, with its name as their note',
      params: z.object({ rule: z.enum(SETTLING_RULE_IDS) }),
      reply: z.object({ settled: z.int() }),
      alsoStale: ['payment-logs', 'day-close'],
    },
    fees: {
      method: 'GET',
      path: '/flutterwave/reconciliation-fees',
      permission: 'payment-logs:read',
      scope,
      summary: 'Get the expected fees of the payment provider. With null, fees are not compared.',
      reply: z.object({ fees: z.nullable(Fees) }),
    },
    setFees: {
      method: 'PUT',
      path: '/flutterwave/reconciliation-fees',
      permission: 'payment-logs:write',
      scope,
      summary: 'Set the expected fees of the payment provider. With null, fees are not compared.',
      body: z.object({ fees: z.nullable(Fees) }),
      reply: z.object({ fees: z.nullable(Fees) }),
    },
  }),
)
