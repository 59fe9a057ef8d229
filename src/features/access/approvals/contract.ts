import * as z from 'zod/mini'
import { APPROVAL_ACTION_NAMES, APPROVAL_REQUESTED } from '#contract/approval.ts'
import { Instant, paging, text, Version } from '#contract/atoms.ts'
import { endpoints } from '#contract/endpoint.ts'
import { pending } from '#contract/pending-approvals.ts'
import { DECISION_LENGTH, isHours, messages, APPROVAL_REQUESTS_PAGE, STATES, TABS, THRESHOLD_MOST } from './rules.ts'

const id = z.coerce
  .number(messages.noSuchApprovalRequest)
  .check(
    z.int(messages.noSuchApprovalRequest),
    z.minimum(1, messages.noSuchApprovalRequest),
    z.maximum(Number.MAX_SAFE_INTEGER, messages.noSuchApprovalRequest),
  )
const ApprovalRequestId = z.object({ id })
const reason = text(DECISION_LENGTH, messages.noReason)

/** What waits for a second person, or did. */
export const ApprovalRequestRow = z.object({
  id: z.int(),
  action: z.enum(APPROVAL_ACTION_NAMES),
  /** What it does, in a sentence. */
  summary: z.string(),
  /** How much of the act it is: naira of money, else a number. */
  amount: z.number(),
  /** With what the proposer did in the 24 hours before, or what was done to the same record; null where that is no more. */
  total: z.nullable(z.number()),
  reason: z.string(),
  /** Null of a program. */
  requesterId: z.nullable(z.int()),
  requester: z.string(),
  createdAt: Instant,
  expiresAt: Instant,
  state: z.enum(STATES),
  decidedAt: z.nullable(Instant),
  decidedBy: z.nullable(z.string()),
  /** The reason of the decision. */
  decision: z.string(),
})
export type ApprovalRequestRow = z.infer<typeof ApprovalRequestRow>

/** A record that it changes: the fields that it changes, before and after. */
const Change = z.object({
  entity: z.string(),
  /** Null of what is made. */
  id: z.nullable(z.string()),
  summary: z.string(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
})
export type Change = z.infer<typeof Change>

export const ApprovalRequest = z.extend(ApprovalRequestRow, {
  difference: z.array(Change),
  /** Of the difference: who approves says which one they saw. */
  fingerprint: z.string(),
  /** Why the caller cannot decide; null where they can. */
  decisionBlockedReason: z.nullable(z.string()),
  /** The caller proposed it. */
  isOwn: z.boolean(),
})
export type ApprovalRequest = z.infer<typeof ApprovalRequest>

/** From how much on an act needs a second person; the threshold is null where it never does. */
export const Rule = z.object({
  action: z.enum(APPROVAL_ACTION_NAMES),
  threshold: z.nullable(z.number()),
  /** For how many hours a proposal waits. */
  hours: z.int(),
  /** Who can decide gets an email. */
  isEmailed: z.boolean(),
  /** Counts changes; 0 where nothing was ever set. */
  version: z.int(),
})
export type Rule = z.infer<typeof Rule>

/** Ours to name: the specification knows no second person. */
const others = endpoints('approvals', {
  list: {
    method: 'GET',
    path: '/approvals',
    permission: 'session',
    summary:
      'Proposals: those that wait for the caller, their own, or all that they may see, which takes the right of the call that is proposed; newest first',
    allowReplica: true,
    query: z.object({
      ...paging(APPROVAL_REQUESTS_PAGE),
      tab: z._default(z.enum(TABS, `tab is one of ${TABS.join(', ')}`), 'all'),
    }),
    reply: z.object({ approvalRequests: z.array(ApprovalRequestRow), totalCount: z.int() }),
  },
  rules: {
    method: 'GET',
    path: '/approvals/rules',
    permission: 'superadmin',
    summary: 'For each act from how much on it needs a second person',
    reply: z.array(Rule),
  },
  setRule: {
    method: 'PUT',
    path: '/approvals/rules/{action}',
    permission: 'superadmin',
    reauthenticate: true,
    approval: 'rules',
    summary: 'Set from how much on an act needs a second person; a threshold of null switches it off',
    params: z.object({ action: z.enum(APPROVAL_ACTION_NAMES, `action is one of ${APPROVAL_ACTION_NAMES.join(', ')}`) }),
    body: z.object({
      threshold: z.nullable(
        z
          .number(messages.noThreshold)
          .check(z.positive(messages.badThreshold), z.maximum(THRESHOLD_MOST, messages.badThreshold)),
      ),
      hours: z.number(messages.badHours).check(z.refine(isHours, messages.badHours)),
      isEmailed: z.boolean(),
      version: Version,
    }),
    reply: Rule,
    says: messages.saved,
  },
  fetch: {
    method: 'GET',
    path: '/approvals/{id}',
    permission: 'session',
    summary: 'A proposal with its difference, field by field',
    params: ApprovalRequestId,
    reply: ApprovalRequest,
  },
  approve: {
    method: 'POST',
    path: '/approvals/{id}/approve',
    unkept: 'It is decided once: who asks again is answered how it stands',
    permission: 'person',
    reauthenticate: true,
    summary: `Approve what somebody else proposed: it is done at once, as whoever proposed it, and once. What answered “${APPROVAL_REQUESTED}” is done then`,
    params: ApprovalRequestId,
    body: z.object({ fingerprint: text(100, 'The fingerprint of the difference that was seen is missing') }),
    reply: ApprovalRequest,
    says: messages.approved,
    // Its transaction is the one of the call that is approved, which has its line of the audit; and that who proposed it
    // may not do it any more is kept although it refuses.
    transaction: 'own',
    audit: 'none',
  },
  reject: {
    method: 'POST',
    path: '/approvals/{id}/reject',
    permission: 'person',
    summary: 'Refuse what somebody else proposed, with a reason',
    params: ApprovalRequestId,
    body: z.object({ reason }),
    reply: ApprovalRequest,
    says: messages.rejected,
  },
  withdraw: {
    method: 'POST',
    path: '/approvals/{id}/withdraw',
    permission: 'session',
    summary: 'Take back what one proposed',
    params: ApprovalRequestId,
    reply: ApprovalRequest,
    says: messages.withdrawn,
  },
})

export const approvals = { ...others, ...pending }
