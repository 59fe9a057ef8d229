import { errors } from '#contract/errors.ts'
import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import { ColumnChoice, Instant, paging, SearchTerm, sorting, text, Version } from '#contract/atoms.ts'
import { choice, counts } from '#contract/filter.ts'
import { PurchasedLine } from '#features/customers/customers/contract.ts'
import { HISTORY_PAGE, isPoints, KINDS, MEMBER_PAGE, messages, REASON_LENGTH, TIERS } from './rules.ts'

const id = z.coerce.number(messages.noSuchCustomer).check(z.int(messages.noSuchCustomer))
/** A number that is left out is told apart from one that is wrong. */
const requiredNumber = (none: string, wrong: string) =>
  z.number({ error: ({ input }) => (input === undefined || input === null || input === '' ? none : wrong) })
const amount = requiredNumber(messages.noPoints, messages.badPoints).check(z.refine(isPoints, messages.badPoints))
const tier = requiredNumber(messages.noTier, messages.badTier).check(
  z.refine((value) => value in TIERS, messages.badTier),
)
const reason = text(REASON_LENGTH, messages.noReason)

/** A line of the tabs (operations 3, Points user) and of the loyalty users. */
export const PointsMember = z.object({
  id: z.int(),
  full_name: z.string(),
  email: z.nullable(z.string()),
  tier: z.int(),
  lifetime_points: z.int(),
  available_points: z.int(),
  /** In the running month of the chain's zone, reversals taken off. */
  awarded_this_month: z.int(),
  redeemed_this_month: z.int(),
  /** Counts changes of the tier. */
  version: z.int(),
})
export type PointsMember = z.infer<typeof PointsMember>

/** What a write leaves of a member: who they are is not repeated. */
export const PointsBalance = z.pick(PointsMember, {
  id: true,
  tier: true,
  lifetime_points: true,
  available_points: true,
  version: true,
})
export type PointsBalance = z.infer<typeof PointsBalance>

/** One line of the ledger. */
export const PointsLine = z.object({
  id: z.int(),
  kind: z.enum(KINDS),
  /** Change of the available points, and what was available after it. */
  points: z.int(),
  available_after: z.int(),
  /** Change of the lifetime points. */
  lifetime: z.int(),
  from_tier: z.nullable(z.int()),
  to_tier: z.nullable(z.int()),
  reason: z.string(),
  actor: z.string(),
  at: Instant,
  /** The line that this one takes back, and the one that took this one back. */
  reverses: z.nullable(z.int()),
  reversed_by: z.nullable(z.int()),
})
export type PointsLine = z.infer<typeof PointsLine>

export const PointsRecord = z.extend(PointsMember, {
  subscription: z.nullable(z.object({ subscriptionName: z.string(), endsAt: Instant })),
  /** The latest, newest first. */
  recent_purchases: z.array(PurchasedLine),
})
export type PointsRecord = z.infer<typeof PointsRecord>

const Done = z.object({ line_id: z.int(), member: PointsBalance })

const filter = {
  tier: choice(['0', '1', '2'], messages.badTier),
  lifetime: counts(),
  available: counts(),
  search: SearchTerm,
  sort: sorting('id', 'name', 'lifetime', 'available'),
}

/** The specification has no calls for points (operations 7): these are ours to name. */
export const points = endpoints('points', {
  list: {
    method: 'GET',
    path: '/points',
    permission: 'points:read',
    summary: 'List customers with their tier and points, most lifetime points first',
    allowReplica: true,
    query: z.object({ ...paging(MEMBER_PAGE), ...filter }),
    reply: z.object({ members: z.array(PointsMember), totalCount: z.int() }),
  },
  csv: {
    method: 'GET',
    path: '/points.csv',
    permission: 'points:export',
    reauthenticate: true,
    summary: 'Export customers with their points as CSV (loyalty-users.csv, or points-fan.csv for one tier)',
    allowReplica: true,
    query: z.object({ ...filter, columns: ColumnChoice }),
    stream: 'text/csv',
  },
  fetch: {
    method: 'GET',
    path: '/points/{id}',
    permission: 'points:read',
    summary: "Fetch a customer's points, tier, subscription and latest purchases. Views are in the audit log.",
    params: z.object({ id }),
    reply: PointsRecord,
  },
  history: {
    method: 'GET',
    path: '/points/{id}/history',
    permission: 'points:read',
    summary: 'List the points transactions of a customer, newest first',
    allowReplica: true,
    params: z.object({ id }),
    query: z.object(paging(HISTORY_PAGE)),
    reply: z.object({ lines: z.array(PointsLine), totalCount: z.int() }),
  },
  award: {
    method: 'POST',
    path: '/points/{id}/award',
    permission: 'points:write',
    about: { customer: 'params.id' },
    approval: 'points',
    summary: 'Award points to a customer',
    params: z.object({ id }),
    body: z.object({ points: amount, reason }),
    reply: Done,
    says: messages.awarded,
  },
  redeem: {
    method: 'POST',
    path: '/points/{id}/redeem',
    permission: 'points:write',
    about: { customer: 'params.id' },
    approval: 'points',
    summary: "Redeem a customer's available points",
    params: z.object({ id }),
    body: z.object({ points: amount, reason }),
    reply: Done,
    says: messages.redeemed,
  },
  setTier: {
    method: 'POST',
    path: '/points/{id}/tier',
    permission: 'points:write',
    about: { customer: 'params.id' },
    summary: 'Move a customer to another tier',
    params: z.object({ id }),
    body: z.object({ tier, reason, version: Version }),
    reply: Done,
    says: messages.tierChanged,
  },
  reverse: {
    method: 'POST',
    path: '/points/lines/{id}/reverse',
    permission: 'points:write',
    about: { 'points line': 'params.id' },
    approval: 'points',
    summary: 'Reverse an award, a redemption or a tier change, once',
    params: z.object({
      id: z.coerce.number(errors.notFound('transaction')).check(z.int(errors.notFound('transaction'))),
    }),
    body: z.object({ reason }),
    reply: Done,
    says: messages.reversed,
  },
})
