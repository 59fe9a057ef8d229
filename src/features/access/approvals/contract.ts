import * as z from 'zod/mini'
import { APPROVAL_ACTION_NAMES } from '#contract/approval.ts'
import { Instant, paging, text, Version } from '#contract/atoms.ts'
import { endpoints } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
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

/** An approval request, waiting or decided. */
export const ApprovalRequestRow = z.object({
  id: z.int(),
  action: z.enum(APPROVAL_ACTION_NAMES),
  /** The requested change in one imperative sentence. */
  summary: z.string(),
  /** Amount: naira for money, else a count. */
  amount: z.number(),
  /** Total with the requester's actions of the last 24 hours, or those on the same record; null: no more than the amount. */
  total: z.nullable(z.number()),
  reason: z.string(),
  /** Null: a program. */
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

/** A record to change, with its changed fields before and after. */
const Change = z.object({
  entity: z.string(),
  /** Null: a record to create. */
  id: z.nullable(z.string()),
  summary: z.string(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
})
export type Change = z.infer<typeof Change>

export const ApprovalRequest = z.extend(ApprovalRequestRow, {
  difference: z.array(Change),
  /** Hash of the difference, which an approver sends back. */
  fingerprint: z.string(),
  /** Why the caller cannot decide; null if they can. */
  decisionBlockedReason: z.nullable(z.string()),
  /** Whether the caller requested it. */
  isOwn: z.boolean(),
})
export type ApprovalRequest = z.infer<typeof ApprovalRequest>

/** Approval rule of an action. Null threshold: never needs approval. */
export const Rule = z.object({
  action: z.enum(APPROVAL_ACTION_NAMES),
  threshold: z.nullable(z.number()),
  /** Hours for which a request waits. */
  hours: z.int(),
  /** Whether approvers get an email. */
  isEmailed: z.boolean(),
  /** Number of changes; 0: never set. */
  version: z.int(),
})
export type Rule = z.infer<typeof Rule>

/** Paths that we chose: the specification has no approvals. */
const others = endpoints('approvals', {
  list: {
    method: 'GET',
    path: '/approvals',
    permission: 'session',
    summary: 'List approval requests, newest first',
    allowReplica: true,
    query: z.object({
      ...paging(APPROVAL_REQUESTS_PAGE),
      tab: z._default(z.enum(TABS, `tab must be one of ${TABS.join(', ')}`), 'all'),
    }),
    reply: z.object({ approvalRequests: z.array(ApprovalRequestRow), totalCount: z.int() }),
  },
  rules: {
    method: 'GET',
    path: '/approvals/rules',
    permission: 'superadmin',
    summary: 'List approval rules',
    reply: z.array(Rule),
  },
  setRule: {
    method: 'PUT',
    path: '/approvals/rules/{action}',
    permission: 'superadmin',
    reauthenticate: true,
    approval: 'rules',
    summary: 'Set the approval rule of an action. A null threshold turns it off.',
    params: z.object({
      action: z.enum(APPROVAL_ACTION_NAMES, `action must be one of ${APPROVAL_ACTION_NAMES.join(', ')}`),
    }),
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
    summary: 'Return an approval request with its changes, field by field',
    params: ApprovalRequestId,
    reply: ApprovalRequest,
  },
  approve: {
    method: 'POST',
    path: '/approvals/{id}/approve',
    unkept: 'A request is decided once. Repeating the call returns its state.',
    permission: 'person',
    reauthenticate: true,
    summary: 'Approve a request of another person. Its call is made immediately and once, as the requester.',
    params: ApprovalRequestId,
    body: z.object({ fingerprint: text(100, errors.enter('the fingerprint of the request')) }),
    reply: ApprovalRequest,
    says: messages.approved,
    // Because the approved call has its own transaction and audit log entry, and a rejection is stored although the call fails.
    transaction: 'own',
    audit: 'none',
  },
  reject: {
    method: 'POST',
    path: '/approvals/{id}/reject',
    permission: 'person',
    summary: 'Reject a request with a reason',
    params: ApprovalRequestId,
    body: z.object({ reason }),
    reply: ApprovalRequest,
    says: messages.rejected,
  },
  withdraw: {
    method: 'POST',
    path: '/approvals/{id}/withdraw',
    permission: 'session',
    summary: 'Cancel your own request',
    params: ApprovalRequestId,
    reply: ApprovalRequest,
    says: messages.withdrawn,
  },
})

export const approvals = { ...others, ...pending }
