import { APPROVAL_ACTION_NAMES, APPROVAL_ACTIONS, isMoney, toWire, type ApprovalAction } from '#contract/approval.ts'
import { toKobo } from '#contract/money.ts'
import { sliceOf } from '#server/db/page.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, forbidden, invalid, stale } from '#server/http/problem.ts'
import { approvals, type Rule } from '../contract.ts'
import { DEFAULT_HOURS, messages, describeRule, wrongThreshold } from '../rules.ts'
import { approve, lockPending, assertCanDecide, approvalRequestOr404 } from './approve.ts'
import { hasSecondApprover } from './second-approver.ts'
import { isOwn, rowFor, presentFor } from './present.ts'
import {
  countPending,
  decide,
  everyRule,
  lockRule,
  pageOfApprovalRequests,
  approvalRequestById,
  saveRule,
  lineOf,
  type StoredRule,
} from './store.ts'

export const handlers = handle(approvals, {
  list: async ({ db, me, now, query: { tab, ...page } }) => {
    const { rows, totalCount } = await pageOfApprovalRequests(db, { tab, me, now }, sliceOf(page))
    return { approvalRequests: rows.map((row) => rowFor(me, row, now)), totalCount }
  },

  pending: async ({ db, me, now }) => ({ count: await countPending(db, me, now) }),

  rules: async ({ db }) => {
    const set = new Map((await everyRule(db)).map((rule) => [rule.action, rule]))
    return APPROVAL_ACTION_NAMES.map((action) => ruleOf(action, set.get(action)))
  },

  setRule: async ({ app, db, params: { action }, body, record, declareAmount }) => {
    const { threshold, hours, isEmailed, version } = body
    const wrong = threshold !== null && wrongThreshold(action, threshold)
    if (wrong) throw invalid({ threshold: wrong })
    const before = ruleOf(action, await lockRule(db, action))
    if (threshold !== null && !(await hasSecondApprover(db, app, action))) throw conflict(messages.noSecondApprover)
    if (version !== undefined && version !== before.version) throw stale(before)
    const size =
      threshold === null
        ? null
        : APPROVAL_ACTIONS[action].unit === 'each'
          ? 1
          : isMoney(action)
            ? toKobo(threshold)
            : threshold
    const after = ruleOf(action, await saveRule(db, { action, threshold: size, hours, isEmailed }))
    declareAmount(1)
    await record({
      entity: 'approval rule',
      id: action,
      summary: `Edited the approval rule for ${APPROVAL_ACTIONS[action].label}: ${describeRule(action, after.threshold)}`,
      before: audited(before),
      after: audited(after),
    })
    return after
  },

  fetch: async ({ db, me, now, params }) => presentFor(db, me, await approvalRequestOr404(db, params.id, me), now),

  approve: async (context) => {
    const { db, me, now, params } = context
    await approve(context)
    return presentFor(db, me, (await approvalRequestById(db, params.id))!, now)
  },

  reject: async ({ db, me, now, params, body: { reason }, record }) => {
    const found = await approvalRequestOr404(db, params.id, me)
    await assertCanDecide(db, me, found)
    const { id } = await lockPending(db, found.id, now)
    await decide(db, id, { state: 'rejected', by: me, reason, now })
    await record({ ...lineOf('Rejected the request', found), after: { reason } })
    return presentFor(db, me, (await approvalRequestById(db, id))!, now)
  },

  withdraw: async ({ db, me, now, params, record }) => {
    const found = await approvalRequestOr404(db, params.id, me)
    if (!isOwn(me, found)) throw forbidden(messages.notYours)
    const { id } = await lockPending(db, found.id, now)
    await decide(db, id, { state: 'withdrawn', by: me, reason: '', now })
    await record(lineOf('Cancelled the request', found))
    return presentFor(db, me, (await approvalRequestById(db, id))!, now)
  },
})

/** A rule as it is on the wire; where nothing was ever set, what a form begins with. */
const ruleOf = (action: ApprovalAction, rule: StoredRule | undefined): Rule =>
  rule
    ? { ...rule, threshold: rule.threshold === null ? null : toWire(action, rule.threshold) }
    : { action, threshold: null, hours: DEFAULT_HOURS, isEmailed: false, version: 0 }

const audited = ({ action, threshold, hours, isEmailed }: Rule) => ({
  rule: describeRule(action, threshold),
  hours,
  isEmailed,
})
